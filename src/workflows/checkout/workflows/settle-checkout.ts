import { createWorkflow, transform, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { lockPurchase, unlockPurchase } from "../lock-purchase"
import { askAboutCheckoutStep } from "../steps/ask-about-checkout"
import { followPaymentStep } from "../steps/follow-payment"
import { noteOrderReferenceStep } from "../steps/note-order-reference"
import { recordPayLinkPaidStep } from "../../pay-link/steps/record-pay-link-paid"

export interface SettleCheckoutInput {
  /** The ledger row's id. */
  id: string
  /** The purchase's reference, where the row has been read already: it never changes. */
  order_reference?: string
  /** Ask the gateway even about a row whose books agree, and whatever it said a moment ago: a refund may have been made in its dashboard. */
  force?: boolean
  /** Try now, although a failure of a moment ago says to wait: a person has asked. */
  ignore_wait?: boolean
  /** Follow although a person has closed the case: another person, or the same one, wants the order placed. */
  ignore_resolved?: boolean
}

/**
 * Brings Medusa to what the gateway says of one checkout: the only way to an order. Asks the gateway, writes the answer
 * into the ledger and, when the checkout is paid at the price that is due, completes the cart (or, for a collection
 * without a cart, books the payment); then compares Medusa's books with the gateway's. Idempotent: any number of runs,
 * at once or one after another, in any number of processes, give one order.
 *
 * The cart is completed as a transaction of its own, so no later failure here can undo a good order.
 *
 * @throws MedusaError, with the gateway's error code, when the gateway gave no definite answer: nothing has changed then
 * @example
 * const { result } = await settleCheckoutWorkflow(container).run({ input: { id: "wchk_123" } })
 * result.outcome // "paid", "pending", "failed", …
 * result.row.order_id
 */
export const settleCheckoutWorkflow = createWorkflow("webcheckout-settle-checkout", (input: SettleCheckoutInput) => {
  const locked = lockPurchase(input)
  const row = askAboutCheckoutStep(input)
  const followed = followPaymentStep({
    row,
    force: input.force,
    ignore_wait: input.ignore_wait,
    ignore_resolved: input.ignore_resolved,
  })
  noteOrderReferenceStep(
    transform({ followed }, ({ followed }) => ({ order_id: followed.row.order_id, row: followed.row }))
  )
  recordPayLinkPaidStep(followed)
  unlockPurchase(locked)
  return new WorkflowResponse(followed)
})
