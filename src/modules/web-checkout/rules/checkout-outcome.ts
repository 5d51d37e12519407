import type { CheckoutStatus } from "../../../gateway/statuses"
import type { LedgerCheckout } from "./ledger"
import { isMoneyHeld, isMoneyOpen, isReturned } from "./money-state"

/** The outcome of a checkout, as shown to the shopper. */
export type CheckoutOutcome =
  /** paid, and recorded in Medusa */
  | "paid"
  /** not decided yet: the storefront can ask again */
  | "pending"
  /** paid or authorized, and a person at the shop must check it */
  | "review"
  | "failed"
  | "cancelled"
  | "expired"
  | "refunded"

const ENDED: Partial<Record<CheckoutStatus, CheckoutOutcome>> = {
  FAILED: "failed",
  CANCELLED: "cancelled",
  EXPIRED: "expired",
  REFUNDED: "refunded",
}

/** The outcome of a ledger row. */
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
  return (row.gateway_status && ENDED[row.gateway_status]) ?? "pending"
}

/** Whether a row is not settled and has an open case, or a closed case while the gateway still holds its money. */
function isForReview({ attention, resolved_at, status, gateway_status }: LedgerCheckout): boolean {
  return status !== "settled" && (attention !== null || (resolved_at !== null && isMoneyHeld(gateway_status)))
}

/** Whether asking again soon may change the outcome. */
export function mayStillChange(row: LedgerCheckout): boolean {
  return outcomeOf(row) === "pending" && isMoneyOpen(row.gateway_status)
}

/** Whether the gateway must be asked before a storefront gets an answer: there is a checkout, and its outcome is not decided. */
export function isUndecided(row: LedgerCheckout): boolean {
  return outcomeOf(row) === "pending" && row.checkout_id !== null
}

/**
 * The attempt that determines the outcome of a purchase: the settled one, else one that a person must check, else the last.
 *
 * @param attempts newest first
 */
export function decisive(attempts: LedgerCheckout[]): LedgerCheckout | undefined {
  return attempts.find(({ status }) => status === "settled") ?? attempts.find(isForReview) ?? attempts[0]
}

/**
 * Like `decisive`, for an order, which may owe more after it was paid: an attempt that a person must check, else the last attempt that is
 * not superseded.
 *
 * @param attempts newest first
 */
export function decisiveOfOrder(attempts: LedgerCheckout[]): LedgerCheckout | undefined {
  return attempts.find(isForReview) ?? attempts.find(({ status }) => status !== "superseded") ?? attempts[0]
}
