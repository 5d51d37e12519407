import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { renewPayLinkStep } from "../steps/renew-pay-link"

/**
 * Makes a pay link that has expired good again, with all of its addresses, for as many days as the options say.
 *
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED unless it has expired unpaid
 * @example
 * await renewPayLinkWorkflow(container).run({ input: { id: "wpl_123" } })
 */
export const renewPayLinkWorkflow = createWorkflow(
  "webcheckout-renew-pay-link",
  (input: { id: string }) => new WorkflowResponse(renewPayLinkStep(input))
)
