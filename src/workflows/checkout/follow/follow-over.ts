import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import { unrecordedRefund } from "../../../modules/web-checkout/rules/books"
import type { LedgerCheckout } from "../../../modules/web-checkout/rules/ledger"
import { booksOfRow, refundedInMedusa } from "../../../modules/web-checkout/rules/refunded"
import { findPayment } from "../../medusa/payments"
import { recordRefund } from "../../refund/record-refund"
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
  if (orderId !== undefined) {
    return recordFollowed(row, orderId, container)
  }
  const held = await webCheckout.checkouts.bindToSession(row.id, payment.payment_session_id)
  const missing = payment.isCaptured ? unrecordedRefund(booksOfRow(row), refundedInMedusa(payment.refunds)) : undefined
  if (!payment.isCaptured) {
    await container.resolve(Modules.PAYMENT).cancelPayment(payment.id)
  } else if (missing) {
    await recordRefund(container, held, { payment_id: payment.id, amount: String(missing) })
  }
  return webCheckout.checkouts.recordOver(row.id)
}
