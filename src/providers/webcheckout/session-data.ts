import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"

/** What a storefront sees of a checkout: nothing that is not in here. */
export interface SessionData extends Record<string, unknown> {
  /** Medusa's payment session. */
  session_id: string
  /** The gateway's requestId: names the attempt that created the checkout. */
  request_id: string
  /** The gateway's id of the checkout; empty until it has one. */
  checkout_id: string
  /** The hosted page, or for a paid checkout our own return route: where the shopper is to be sent. */
  redirect_url: string
  /** The gateway's word for the checkout when it was last asked, e.g. `PENDING`. */
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

/** Medusa merges the storefront's data with the provider's answer, so each key that the storefront sent is answered as undefined. */
export function absentKeys(sent: Record<string, unknown> = {}): Record<string, undefined> {
  return Object.fromEntries(Object.keys(sent).map((key) => [key, undefined]))
}
