import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { lockReference, unlockPurchase } from "../../checkout/lock-purchase"
import { readOrderReferenceStep } from "../steps/read-order-reference"
import { cancelUnpaidOrderStep } from "../steps/cancel-unpaid-order"

/**
 * Cancels an order that nobody has paid, under the order's lock: its pages are closed where that can be done, the gateway is asked
 * a last time, and only then its stock is free again.
 *
 * @throws MedusaError NOT_FOUND; UNEXPECTED_STATE while the gateway gives no answer; NOT_ALLOWED while the order is busy; what of Medusa's
 * `cancelOrderWorkflow` is no refusal
 * @example
 * const { result } = await cancelUnpaidOrderWorkflow(container).run({ input: { order_id: "order_123" } })
 * result.outcome // "waits" while an amount is on its way: ask again later
 */
export const cancelUnpaidOrderWorkflow = createWorkflow(
  "webcheckout-cancel-unpaid-order",
  (input: { order_id: string }) => {
    const locked = lockReference(readOrderReferenceStep(input))
    const cancelled = cancelUnpaidOrderStep(input)
    unlockPurchase(locked)
    return new WorkflowResponse(cancelled)
  }
)
