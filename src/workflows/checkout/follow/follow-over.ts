import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import { unrecordedRefund } from "../../../modules/web-checkout/rules/books"
import { compareAmounts } from "../../../gateway/money"
import { exactAmount, type LedgerCheckout } from "../../../modules/web-checkout/rules/ledger"
import { booksOfRow, refundedInMedusa } from "../../../modules/web-checkout/rules/refunded"
import { findPayment, paidIntoCollection, type MedusaPaymentRow } from "../../medusa/payments"
import { recordRefund } from "../../refund/record-refund"
import { readBooksAround } from "../read-books"
import { findOrder } from "./find-order"
import { recordFollowed } from "./record-followed"

/**
 * The gateway holds nothing, and settle never came to an end. Medusa may show a payment all the same: of an order that its
 * own `complete` call has placed, or of a completion that failed after it.
 */
export async function followOver(row: LedgerCheckout, container: MedusaContainer): Promise<LedgerCheckout> {
  const webCheckout = container.resolve(WEB_CHECKOUT)
  const payment = await findPayment(container, row)
  if (!payment || payment.isCanceled) {
    return webCheckout.checkouts.recordOver(row.id)
  }
  const orderId = await findOrder(container, row)
  if (orderId !== undefined && !(await isPaidByOthers(row, payment, orderId, container))) {
    return recordFollowed(row, orderId, container)
  }
  const held = await webCheckout.checkouts.bindToSession(row.id, payment.payment_session_id)
  const missing = payment.isCaptured ? unrecordedRefund(booksOfRow(row), refundedInMedusa(payment.refunds)) : undefined
  if (!payment.isCaptured) {
    await container.resolve(Modules.PAYMENT).cancelPayment(payment.id)
  } else if (missing) {
    // Its order, where the row names one, is another payment's: nothing of this one stands there.
    await recordRefund(container, { ...held, order_id: null }, { payment_id: payment.id, amount: String(missing) })
  }
  return webCheckout.checkouts.recordOver(row.id)
}

/**
 * Whether the order was placed for a later payment of the same cart: other payments cover this one's amount, and no transaction of the
 * order is this one's. Recorded on that order, it would be shown as paid twice, or as if its money had been lost.
 */
async function isPaidByOthers(
  row: LedgerCheckout,
  payment: MedusaPaymentRow,
  order_id: string,
  container: MedusaContainer
): Promise<boolean> {
  const others = await paidIntoCollection(container, row)
  if (compareAmounts(others, exactAmount(row), row.currency_code) === -1) {
    return false
  }
  const books = await readBooksAround(payment, { ...row, order_id }, container)
  return !payment.isCaptured || books.payment?.hasUnbookedCapture === true
}
