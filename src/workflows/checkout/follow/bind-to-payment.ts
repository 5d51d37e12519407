import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import type { LedgerCheckout } from "../../../modules/web-checkout/rules/ledger"
import { findPayment } from "../../medusa/payments"

/** A payment that Medusa has already is the one: its session is completed, and no other is made. */
export async function bindToPayment(row: LedgerCheckout, container: MedusaContainer): Promise<LedgerCheckout> {
  const payment = await findPayment(container, row)
  const isItsOwn = !payment || payment.isCanceled || payment.payment_session_id === row.payment_session_id
  return isItsOwn ? row : container.resolve(WEB_CHECKOUT).checkouts.bindToSession(row.id, payment.payment_session_id)
}
