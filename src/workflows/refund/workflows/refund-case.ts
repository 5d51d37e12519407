import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { lockPurchase, unlockPurchase } from "../../checkout/lock-purchase"
import type { RefundCaseInput } from "../make-case-refund"
import { refundCaseStep } from "../steps/refund-case"

/**
 * Gives a case's money back at the gateway, once, however many people ask: whoever comes second finds the case changed.
 *
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED, with what to do, when the case is another one or its money cannot be given back
 * from here; with the gateway's error code when it gave no definite answer
 * @example
 * await refundCaseWorkflow(container).run({
 *   input: { id: "wchk_123", attention: "paid_twice", amount: 115.5, actor_id: "user_1" },
 * })
 */
export const refundCaseWorkflow = createWorkflow("webcheckout-refund-case", (input: RefundCaseInput) => {
  const locked = lockPurchase(input)
  refundCaseStep(input)
  unlockPurchase(locked)
  return new WorkflowResponse(input)
})
