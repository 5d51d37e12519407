import {
  createWorkflow,
  transform,
  WorkflowResponse,
  createStep,
  StepResponse,
} from "@medusajs/framework/workflows-sdk"
import { recordSubscriptionActionStep, type SubscriptionActionInput } from "../steps/record-subscription-action"
import { sendSubscriptionStep } from "../steps/send-subscription"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import { findLostSubscription } from "../find-lost-subscription"
import { withMedusaErrors, notAllowed } from "../../../modules/web-checkout/errors"

/**
 * unconfirmed or rejected → creating. With `extendedApi` the gateway is looked through first: one that exists after all is
 * not created a second time. When a later step fails, the row is unconfirmed.
 *
 * @throws MedusaError NOT_ALLOWED when the gateway has it, or when the row is in another status
 */
const reopenSubscriptionStep = createStep(
  "webcheckout-reopen-subscription",
  async ({ id }: { id: string }, { container }) => {
    const webCheckout = container.resolve(WEB_CHECKOUT)
    const row = await webCheckout.subscriptions.retrieve(id)
    const gateway = row.status === "unconfirmed" ? webCheckout.gateways.extended(row.account) : undefined
    if (gateway && (await withMedusaErrors(() => findLostSubscription(webCheckout, gateway, row)))) {
      throw notAllowed("The payment service has this subscription. Refresh its status instead of sending it again.")
    }
    return new StepResponse(await webCheckout.subscriptions.reopen(id), id)
  },
  async (id, { container }) => {
    if (id) {
      await container
        .resolve(WEB_CHECKOUT)
        .subscriptions.recordNotCreated(id, "unconfirmed", "Sending it again did not finish.")
    }
  }
)

/**
 * A person has seen that the gateway has no such subscription: it is sent once more. The row can be opened only once, so
 * two people who do this at the same time send one.
 *
 * @throws MedusaError NOT_FOUND, NOT_ALLOWED
 * @example
 * const { result } = await sendSubscriptionAgainWorkflow(container).run({ input: { id: "wsub_123", actor_id: "user_1" } })
 * result.status
 */
export const sendSubscriptionAgainWorkflow = createWorkflow(
  "webcheckout-send-subscription-again",
  (input: SubscriptionActionInput) => {
    const opened = reopenSubscriptionStep(input)
    recordSubscriptionActionStep(transform({ input }, ({ input }) => ({ ...input, action: "send_again" as const })))
    return new WorkflowResponse(sendSubscriptionStep(transform({ opened }, ({ opened }) => ({ id: opened.id }))))
  }
)
