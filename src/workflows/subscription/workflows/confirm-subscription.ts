import {
  createWorkflow,
  transform,
  WorkflowResponse,
  createStep,
  StepResponse,
} from "@medusajs/framework/workflows-sdk"
import { recordSubscriptionActionStep } from "../steps/record-subscription-action"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import { isAlike } from "../find-lost-subscription"
import { shownAnswer } from "../subscription-answer"
import { invalidData, withMedusaErrors } from "../../../modules/web-checkout/errors"

interface ConfirmSubscriptionInput {
  id: string
  /** The gateway's id, as a person read it in its dashboard. */
  subscription_id: string
}

/**
 * unconfirmed → created: a person has found it at the gateway. With `extendedApi` the gateway is asked whether it is the one.
 *
 * @throws MedusaError INVALID_DATA when the id belongs to another subscription; NOT_ALLOWED unless it is unconfirmed
 */
const confirmSubscriptionStep = createStep(
  "webcheckout-confirm-subscription",
  async ({ id, subscription_id }: ConfirmSubscriptionInput, { container }) => {
    const webCheckout = container.resolve(WEB_CHECKOUT)
    const row = await webCheckout.subscriptions.retrieve(id)
    if ((await webCheckout.subscriptions.listTakenIds([subscription_id])).size > 0) {
      throw invalidData([{ field: "subscription_id", rule: "already belongs to another subscription of this store" }])
    }
    const gateway = webCheckout.gateways.extended(row.account)
    if (!gateway) {
      return new StepResponse(await webCheckout.subscriptions.recordFound(id, { status: "created", subscription_id }))
    }
    const shown = await withMedusaErrors(() => gateway.getSubscription(subscription_id))
    if (!isAlike(row, shown)) {
      throw invalidData([{ field: "subscription_id", rule: "belongs to another subscription at the payment service" }])
    }
    return new StepResponse(await webCheckout.subscriptions.recordFound(id, shownAnswer(shown)))
  }
)

/**
 * A person has found an unconfirmed subscription in the gateway's dashboard and says which it is.
 *
 * @throws MedusaError NOT_FOUND, NOT_ALLOWED, INVALID_DATA; one of gateway/errors
 * @example
 * await confirmSubscriptionWorkflow(container).run({ input: { id: "wsub_123", subscription_id: "4711", actor_id: "user_1" } })
 */
export const confirmSubscriptionWorkflow = createWorkflow(
  "webcheckout-confirm-subscription",
  (input: ConfirmSubscriptionInput & { actor_id?: string }) => {
    const confirmed = confirmSubscriptionStep(input)
    recordSubscriptionActionStep(
      transform({ input }, ({ input: { id, actor_id } }) => ({ id, actor_id, action: "confirm" as const }))
    )
    return new WorkflowResponse(confirmed)
  }
)
