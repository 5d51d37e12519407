import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import type { LedgerCheckout } from "../../../../modules/web-checkout/rules/ledger"
import { describeCheckout } from "../../../../workflows/checkout/describe-checkout"
import { actionRoutes } from "../../../route-makers"

/** What the admin reads of a ledger row. */
export const adminCheckoutFields = [
  "id",
  "status",
  "gateway_status",
  "total_refunded",
  "attention",
  "attention_at",
  "payment_method",
  "failure",
  "request_id",
  "order_reference",
  "gateway_order_id",
  "reserved_at",
  "checkout_id",
  "display_id",
  "amount",
  "raw_amount",
  "currency_code",
  "environment",
  "account",
  "cart_id",
  "order_id",
  "payment_session_id",
  "payment_collection_id",
  "check_count",
  "last_checked_at",
  "next_check_at",
  "superseded_at",
  "settled_at",
  "settle_failures",
  "follow_after",
  "resolved_at",
  "agreed_at",
  "watch_at",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof LedgerCheckout)[]

export const listCheckoutsQueryConfig = { defaults: [...adminCheckoutFields], isList: true, defaultLimit: 20 }

export const retrieveCheckoutQueryConfig = { defaults: [...adminCheckoutFields], isList: false }

/** The row as the admin reads it, what can be done about it, and what was done. */
export async function showCheckout(req: AuthenticatedMedusaRequest, fields: readonly string[] = adminCheckoutFields) {
  return { checkout: await describeCheckout(req.scope, req.params.id, fields) }
}

/** Makes a route that acts on a payment. */
export const checkoutAction = actionRoutes(async (req) => showCheckout(req))
