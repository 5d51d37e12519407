import { readCredited, readOrder } from "../../modules/web-checkout/purchase/order"
import type { Query } from "../../modules/web-checkout/purchase/query"
import { creditOf } from "../../modules/web-checkout/rules/books"
import { workLostAfterMs } from "../../modules/web-checkout/rules/check-times"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import type { WebCheckoutService } from "../../modules/web-checkout/service"

/**
 * Medusa gives an order credit for what goes back of it, in its refund's last step. How much that will be can be known only before the
 * refund: a task remembers it, and makes up for it should the process die in between.
 *
 * @param refund Medusa's; amount in major units, as decimal text
 */
export async function noteCredit(
  query: Query,
  { tasks, options }: WebCheckoutService,
  { order_id }: LedgerCheckout,
  refund: { id: string; amount: string }
): Promise<void> {
  if (order_id === null) {
    return
  }
  const order = await readOrder(query, order_id)
  const credit = creditOf(refund.amount, order.pending)
  if (order.isCanceled || credit === "0") {
    return
  }
  const before = await readCredited(query, order_id)
  await tasks.schedule("credit_refunds", order_id, {
    at: new Date(Date.now() + workLostAfterMs(options.timeoutMs)),
    data: { [refund.id]: { credit, before } },
  })
}
