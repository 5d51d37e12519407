import type { Checkout } from "../../../gateway/schemas"
import { compareAmounts } from "../../../gateway/money"
import type { CheckoutStatus } from "../../../gateway/statuses"
import type { LedgerCheckout } from "./ledger"
import { isAuthorized, isPending, MONEY_STATE, type MoneyState } from "./money-state"

/** A step back counts only if the gateway repeats it at least this long after the first request. */
const CONFIRMED_AFTER_MS = 10_000

/** A payment's progress normally only increases. */
const PROGRESS: Record<MoneyState, number> = {
  open: 0,
  authorized: 0,
  unpaid: 0,
  paid: 1,
  partly_returned: 2,
  returned: 3,
}

type Answer = Pick<Checkout, "status" | "totalRefunded">

/**
 * Whether an answer contradicts what was known of the money: it was taken, refunded or authorized, and now is not. A refunded amount that is
 * no longer reported does not count as lower.
 */
export function isStepBack(row: LedgerCheckout, answer: Answer): boolean {
  if (row.gateway_status === null) {
    return false
  }
  if (isAuthorized(row.gateway_status)) {
    return isPending(answer.status)
  }
  const { totalRefunded } = answer
  const isLessRefunded =
    row.total_refunded !== null &&
    typeof totalRefunded === "number" &&
    compareAmounts(totalRefunded, row.total_refunded, row.currency_code) === -1
  return placeOf(answer.status) < placeOf(row.gateway_status) || isLessRefunded
}

/** Whether a step back reverses a refund: the refunded money is back at the gateway. */
export function isRefundTakenBack(row: LedgerCheckout, answer: Answer): boolean {
  return placeOf(row.gateway_status) > placeOf("PAID") && isStepBack(row, answer)
}

/** The form in which the row stores a step back until it is confirmed. */
export function doubtOf({ status, totalRefunded }: Answer): string {
  return [status, totalRefunded ?? ""].join(":")
}

/** Whether the gateway already gave the same answer ten seconds ago or earlier. */
export function isConfirmed({ doubted_answer, doubted_at }: LedgerCheckout, answer: Answer, askedAt: Date): boolean {
  return (
    doubted_at !== null &&
    doubted_answer === doubtOf(answer) &&
    askedAt.getTime() - new Date(doubted_at).getTime() >= CONFIRMED_AFTER_MS
  )
}

function placeOf(status: CheckoutStatus | null): number {
  return status === null ? 0 : PROGRESS[MONEY_STATE[status]]
}
