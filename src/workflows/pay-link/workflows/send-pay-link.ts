import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { sendPayLinkStep } from "../steps/send-pay-link"

/**
 * Sends an address of a pay link to the order's e-mail address, through the store's Notification module.
 *
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED with what is missing: something to pay, an e-mail provider, or an address
 * @example
 * const { result } = await sendPayLinkWorkflow(container).run({ input: { id: "wpl_123", actor_id: "user_1" } })
 * result.outcome // "sent"; null while it is tried again
 */
export const sendPayLinkWorkflow = createWorkflow(
  "webcheckout-send-pay-link",
  (input: { id: string; actor_id: string }) => new WorkflowResponse(sendPayLinkStep(input))
)
