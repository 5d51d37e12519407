import { createWorkflow, transform, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { recordSubscriptionActionStep, type SubscriptionActionInput } from "../steps/record-subscription-action"
import { resolveSubscriptionStep } from "../steps/resolve-subscription"

/**
 * A person has dealt with what a subscription needed one for.
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
