import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"

/** How long a run waits for another on the same purchase, and how long one that died keeps it; in seconds. */
export const purchaseLock = { timeout: 30, ttl: 120 }

/** The same in PostgreSQL: one that lives prolongs it. */
export const purchaseLease = { waitMs: 30_000, ttlMs: 30_000 }

/** What is locked: the purchase, whatever the attempt. */
export function purchaseKey({ order_reference }: Pick<LedgerCheckout, "order_reference">): string {
  return `webcheckout:${order_reference}`
}
