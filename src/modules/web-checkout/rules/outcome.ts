import type { LedgerCheckout } from "./ledger"
import { isMoneyHeld, isMoneyOpen, isReturned } from "./money-state"

/** What a shopper is told of a checkout. */
export type CheckoutOutcome =
  /** paid, and Medusa has followed */
  | "paid"
  /** not decided yet: nothing is lost by asking again */
  | "pending"
  /** paid or authorized, and a person at the shop must look at it */
  | "review"
  | "failed"
  | "cancelled"
  | "expired"
  | "refunded"

/** Reads the outcome off a ledger row. */
export function outcomeOf(row: LedgerCheckout): CheckoutOutcome {
  if (isForReview(row)) {
    return "review"
  }
  if (row.status === "rejected" || row.status === "unknown") {
    return "failed"
  }
  if (row.status === "settled") {
    return isReturned(row.gateway_status) ? "refunded" : "paid"
  }
  switch (row.gateway_status) {
    case "FAILED":
      return "failed"
    case "CANCELLED":
      return "cancelled"
    case "EXPIRED":
      return "expired"
    case "REFUNDED":
      return "refunded"
    default:
      return "pending"
  }
}

/** Medusa has not followed, and a person sees to it; or has closed the case, and the gateway still holds its money. */
function isForReview({ attention, resolved_at, status, gateway_status }: LedgerCheckout): boolean {
  return status !== "settled" && (attention !== null || (resolved_at !== null && isMoneyHeld(gateway_status)))
}

/** Whether asking again soon may change the outcome. */
export function mayStillChange(row: LedgerCheckout): boolean {
  return outcomeOf(row) === "pending" && isMoneyOpen(row.gateway_status)
}

/** Whether the gateway is to be asked before a storefront is told: there is a checkout, and nothing is decided. */
export function isUndecided(row: LedgerCheckout): boolean {
  return outcomeOf(row) === "pending" && row.checkout_id !== null
}

/**
 * The attempt that decides what became of a purchase: the settled one, one that a person must look at, or the last.
 *
 * @param attempts newest first
 */
export function decisive(attempts: LedgerCheckout[]): LedgerCheckout | undefined {
  return attempts.find(({ status }) => status === "settled") ?? attempts.find(isForReview) ?? attempts[0]
}

/**
 * The same of an order, which may owe more after it was paid: one that a person must look at before it is booked, or the last that
 * still stands.
 *
 * @param attempts newest first
 */
export function decisiveOfOrder(attempts: LedgerCheckout[]): LedgerCheckout | undefined {
  return attempts.find(isForReview) ?? attempts.find(({ status }) => status !== "superseded") ?? attempts[0]
}
