import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { lockPurchase, unlockPurchase } from "../../checkout/lock-purchase"
import type { FinishRefundInput } from "../finish-refund"
import { finishRefundStep } from "../steps/finish-refund"

/**
 * Brings a refund to its end whose process died half way: Medusa commits its record of a refund before it calls the
 * provider. Idempotent, and safe in any number of processes.
 *
 * @throws MedusaError, with the gateway's error code, when the gateway gave no definite answer: nothing has changed then
 * @example
 * await finishRefundWorkflow(container).run({ input: { id: "wchk_123", refund_id: "ref_123" } })
 */
export const finishRefundWorkflow = createWorkflow("webcheckout-finish-refund", (input: FinishRefundInput) => {
  const locked = lockPurchase(input)
  finishRefundStep(input)
  unlockPurchase(locked)
  return new WorkflowResponse(input)
})
