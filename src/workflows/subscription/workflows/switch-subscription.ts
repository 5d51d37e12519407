import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { recordSubscriptionActionStep, type SubscriptionActionInput } from "../steps/record-subscription-action"
import { switchSubscriptionStep } from "../steps/switch-subscription"

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
