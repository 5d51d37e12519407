import { createWorkflow, WorkflowResponse, createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { recordSubscriptionActionStep, type SubscriptionActionInput } from "../steps/record-subscription-action"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import { bringSubscriptionTo } from "../bring-subscription-to"
import { requireExtended, shownAnswer } from "../subscription-answer"
import { withMedusaErrors, notAllowed } from "../../../modules/web-checkout/errors"

/**
 * Pauses or resumes at the gateway. A lost answer is resolved by asking; the call says what state is wanted, so a
 * subscription that is in it already is left alone. Not compensated: the gateway's state is what counts.
 *
 * @throws MedusaError NOT_ALLOWED without `extendedApi`, or when the gateway's id is not known
 */
const switchSubscriptionStep = createStep(
  "webcheckout-switch-subscription",
  async ({ id, action }: { id: string; action: "pause" | "resume" }, { container }) => {
    const webCheckout = container.resolve(WEB_CHECKOUT)
    const row = await webCheckout.subscriptions.retrieve(id)
    const gateway = requireExtended(webCheckout, row)
    if (row.subscription_id === null) {
      throw notAllowed("The payment service's ID of this subscription is unknown. Refresh its status first.")
    }
    const { subscription_id } = row
    const askedAt = new Date()
    const answer = await withMedusaErrors(() => bringSubscriptionTo(gateway, subscription_id, action))
    return new StepResponse(await webCheckout.subscriptions.recordAnswer(row.id, shownAnswer(answer), askedAt))
  }
)

export interface SwitchSubscriptionInput extends SubscriptionActionInput {
  action: "pause" | "resume"
}

/**
 * Pauses a subscription at the gateway, or resumes it. Needs `extendedApi`.
 *
 * @throws MedusaError NOT_FOUND, NOT_ALLOWED; one of gateway/errors
 * @example
 * await switchSubscriptionWorkflow(container).run({ input: { id: "wsub_123", action: "pause", actor_id: "user_1" } })
 */
export const switchSubscriptionWorkflow = createWorkflow(
  "webcheckout-switch-subscription",
  (input: SwitchSubscriptionInput) => {
    const switched = switchSubscriptionStep(input)
    recordSubscriptionActionStep(input)
    return new WorkflowResponse(switched)
  }
)
