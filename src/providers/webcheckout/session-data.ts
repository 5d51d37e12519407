import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"

/** What a storefront sees of a checkout: nothing that is not in here. */
export interface SessionData extends Record<string, unknown> {
  session_id: string
  request_id: string
  checkout_id: string
  redirect_url: string
  status: string
}

/** A ledger row as a storefront may see it. */
export function sessionData(row: LedgerCheckout): SessionData {
  return {
    session_id: row.payment_session_id ?? row.request_id,
    request_id: row.request_id,
    checkout_id: row.checkout_id ?? "",
    redirect_url: row.redirect_url ?? "",
    status: row.gateway_status ?? "",
  }
}
