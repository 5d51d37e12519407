import { LIVE } from "./checkout-states"
import type { AttentionReason, LedgerCheckout } from "./ledger"
import { isPartlyReturned, isToFollow } from "./money-state"

/** What a person can do about a row, by the name of its route. */
export interface CaseActions {
  /** ask the gateway now, and let Medusa follow */
  sync: boolean
  /** let Medusa follow a payment that is made: place the cart's order, or book the payment */
  place_order: boolean
  /** note in Medusa a refund that was made in the gateway's dashboard */
  record_refund: boolean
  /** close the case with a note */
  resolve: boolean
}

/** What a person can do about a row with these open cases; whether its money can be given back too is asked of the books (rules/case-refund). */
export function actionsOf(
  row: Pick<LedgerCheckout, "environment" | "checkout_id" | "status" | "gateway_status" | "total_refunded">,
  open: readonly AttentionReason[],
  options: { environment: string; authorizedCheckouts: "place-order" | "wait" }
): CaseActions {
  const canAsk = row.environment === options.environment && row.checkout_id !== null
  const isPayable = row.gateway_status !== null && isToFollow(row.gateway_status, options.authorizedCheckouts)
  return {
    sync: canAsk,
    // What was paid a second time has its order already.
    place_order: canAsk && isPayable && LIVE.includes(row.status) && !open.includes("paid_twice"),
    record_refund: canAsk && mayHaveUnshownRefund(row, open),
    resolve: open.length > 0,
  }
}

/**
 * Whether money may have gone back that Medusa does not show: it is a case, or the gateway tells no amount, so that a second partial
 * refund looks like the first.
 */
export function mayHaveUnshownRefund(
  { status, gateway_status, total_refunded }: Pick<LedgerCheckout, "status" | "gateway_status" | "total_refunded">,
  open: readonly AttentionReason[]
): boolean {
  const isUntold = isPartlyReturned(gateway_status) && total_refunded === null
  return open.includes("refunded_outside") || (status === "settled" && isUntold)
}
