import { findOrderState, readCredited } from "../../modules/web-checkout/purchase/order"
import type { Query } from "../../modules/web-checkout/purchase/query"
import { creditOf } from "../../modules/web-checkout/rules/books"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import type { WebCheckoutService } from "../../modules/web-checkout/service"

/**
 * Writes down what Medusa will credit the order for a refund that is about to be made.
 *
 * @param refund Medusa's; amount in major units, as decimal text
 */
export async function expectCreditLine(
  query: Query,
  { creditLines }: WebCheckoutService,
  { order_id }: LedgerCheckout,
  refund: { id: string; amount: string }
): Promise<void> {
  if (order_id === null) {
    return
  }
  const order = await findOrderState(query, order_id)
  if (!order || order.isCanceled) {
    return
  }
  const credit = creditOf(refund.amount, order.pending)
  if (credit !== "0") {
    await creditLines.expect(order_id, { refund_id: refund.id, credit, before: await readCredited(query, order_id) })
  }
}
