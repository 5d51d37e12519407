import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../../../../modules/web-checkout"
import type { LedgerCheckout } from "../../../../../modules/web-checkout/ledger"
import type { PurchaseKey } from "../../../../../modules/web-checkout/ledger-service"
import type { WebCheckoutService } from "../../../../../modules/web-checkout/service"
import { outcomeOf } from "../../../../../workflows/outcome"
import { settleOnce } from "../../../../../workflows/settle-once"

/** How Medusa's ids of payment collections begin. */
const COLLECTION = "pay_col_"

/**
 * What became of a payment, for whoever knows the cart's id, or the payment collection's where there is no cart (what an
 * order still owes); nothing of the ledger beyond that. While it may still
 * change the gateway is asked, at most once a second however many ask here.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const ledger = req.scope.resolve<WebCheckoutService>(WEB_CHECKOUT)
  const known = await ledger.findTelling(purchaseOf(req.params.cart_id))
  if (!known) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no payment of this cart or payment collection.")
  }
  const row = isUndecided(known) ? ((await settleOnce(req.scope, known))?.row ?? known) : known
  res.json({
    checkout: {
      cart_id: row.cart_id,
      payment_collection_id: row.payment_collection_id,
      order_id: row.order_id,
      order_reference: row.order_reference,
      outcome: outcomeOf(row),
      amount: row.amount,
      currency_code: row.currency_code.toLowerCase(),
    },
  })
}

function purchaseOf(id: string): PurchaseKey {
  return id.startsWith(COLLECTION) ? { payment_collection_id: id } : { cart_id: id }
}

function isUndecided(row: LedgerCheckout): boolean {
  return outcomeOf(row) === "pending" && row.checkout_id !== null
}
