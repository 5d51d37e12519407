import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { endPayLinkStep } from "../steps/end-pay-link"

/**
 * Ends a pay link, with all of its addresses. Who is on the payment page already may still pay there, and it is booked.
 *
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED when it is paid, or ended already
 * @example
 * await endPayLinkWorkflow(container).run({ input: { id: "wpl_123", actor_id: "user_1" } })
 */
export const endPayLinkWorkflow = createWorkflow(
  "webcheckout-end-pay-link",
  (input: { id: string; actor_id: string }) => new WorkflowResponse(endPayLinkStep(input))
)
