import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { PurchaseKey } from "../../../../../modules/web-checkout/rules/ledger"
import { outcomeOf } from "../../../../../modules/web-checkout/rules/outcome"
import { outcomeDoor } from "../../../../door"
import { requireId, requireAccess } from "../../../../require-id"
import { readOutcome } from "../../../../../workflows/checkout/read-outcome"

/** How Medusa's ids of orders begin. A cart's id is a secret of its shopper's; an order's is not. */
const ORDER_ID = "order_"
/** How Medusa's ids of payment collections begin. */
const COLLECTION = "pay_col_"

/**
 * What became of a payment, for whoever knows the cart's id, or, for what an order still owes, its payment collection's; by the order's
 * id for its customer, signed in, and of a guest's order for everybody. Nothing of the ledger beyond that. 404 for what has no payment.
 */
export const GET = outcomeDoor.guard(async (req: AuthenticatedMedusaRequest, res: MedusaResponse) => {
  requireId(req.params.cart_id, "payment")
  const purchase = purchaseOf(req.params.cart_id)
  if ("order_id" in purchase) {
    await requireAccess(req, purchase.order_id)
  }
  const row = await readOutcome(req.scope, purchase)
  res.json({
    checkout: {
      cart_id: row.cart_id,
      payment_collection_id: row.payment_collection_id,
      order_id: row.order_id,
      order_reference: row.order_reference,
      gateway_order_id: row.gateway_order_id,
      outcome: outcomeOf(row),
      amount: row.amount,
      currency_code: row.currency_code.toLowerCase(),
    },
  })
})

function purchaseOf(id: string): PurchaseKey {
  if (id.startsWith(ORDER_ID)) {
    return { order_id: id }
  }
  return id.startsWith(COLLECTION) ? { payment_collection_id: id } : { cart_id: id }
}
