import { notAllowed } from "../../../modules/web-checkout/errors"
import {
  createWorkflow,
  transform,
  WorkflowResponse,
  createStep,
  StepResponse,
} from "@medusajs/framework/workflows-sdk"
import { recordSubscriptionActionStep, type SubscriptionActionInput } from "../steps/record-subscription-action"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"

/** Closes a subscription's case, and opens it again when a later step fails. @throws MedusaError NOT_ALLOWED when there is none */
const resolveSubscriptionStep = createStep(
  "webcheckout-resolve-subscription",
  async ({ id }: { id: string }, { container }) => {
    const webCheckout = container.resolve(WEB_CHECKOUT)
    const { attention } = await webCheckout.subscriptions.retrieve(id)
    if (attention === null) {
      throw notAllowed("This subscription has no open case.")
    }
    await webCheckout.subscriptions.recordAttention(id, null)
    return new StepResponse(undefined, { id, attention })
  },
  async (before, { container }) => {
    if (before) {
      await container.resolve(WEB_CHECKOUT).subscriptions.recordAttention(before.id, before.attention)
    }
  }
)

/**
 * Closes a subscription's case that a person has dealt with.
 *
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED when it needs nobody
 * @example
 * await resolveSubscriptionWorkflow(container).run({ input: { id: "wsub_123", actor_id: "user_1", note: "archived" } })
 */
export const resolveSubscriptionWorkflow = createWorkflow(
  "webcheckout-resolve-subscription",
  (input: SubscriptionActionInput & { note: string }) => {
    resolveSubscriptionStep(input)
    recordSubscriptionActionStep(transform({ input }, ({ input }) => ({ ...input, action: "resolve" as const })))
    return new WorkflowResponse(input)
  }
)
