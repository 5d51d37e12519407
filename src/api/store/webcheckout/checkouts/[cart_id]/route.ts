import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { PurchaseKey } from "../../../../../modules/web-checkout/rules/ledger"
import { outcomeOf } from "../../../../../modules/web-checkout/rules/checkout-outcome"
import { outcomeDoor } from "../../../../request-limits"
import { requireId, requireAccess } from "../../../../require-id"
import { readOutcome } from "../../../../../workflows/checkout/read-outcome"

/** Prefix of Medusa's order ids. A cart's id is known only to its shopper; an order's id is not secret. */
const ORDER_ID = "order_"
/** Prefix of Medusa's payment collection ids. */
const COLLECTION = "pay_col_"

/**
 * The outcome of a payment. By a cart's id, or by a payment collection's for what an order still owes, whoever knows the id may ask. By an
 * order's id only its signed-in customer may ask; for a guest's order, everybody. No other ledger data is shown. Answers 404 if there is no
 * payment.
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
