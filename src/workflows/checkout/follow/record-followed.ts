import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import type { LedgerCheckout } from "../../../modules/web-checkout/rules/ledger"
import { findPayment } from "../../medusa/payments"
import { compareAndMend } from "../compare-and-mend"

/**
 * Settled it is when Medusa has followed; done when the books agree, which is looked at right away.
 *
 * @param keepsMismatchCase an order that has taken more than it owed stays a case; a cart that was changed back and became its
 * order does not
 */
export async function recordFollowed(
  row: LedgerCheckout,
  orderId: string | null,
  container: MedusaContainer,
  { keepsMismatchCase = row.cart_id === null } = {}
): Promise<LedgerCheckout> {
  const webCheckout = container.resolve(WEB_CHECKOUT)
  const payment = await findPayment(container, row)
  const sessionId = payment?.payment_session_id ?? row.payment_session_id ?? row.request_id
  const settled = await webCheckout.checkouts.recordSettled(row.id, orderId, sessionId, { keepsMismatchCase })
  return compareAndMend(settled, container, { row: settled, payment })
}
