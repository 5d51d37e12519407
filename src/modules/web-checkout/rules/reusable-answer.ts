import type { LedgerCheckout } from "./ledger"
import { isEndedUnpaid, isMoneyOpen } from "./money-state"

/** In ms: how long an answer may be reused, so that settling and the provider share one request. `isAnswerReusable` decides which. */
export const ANSWER_GOOD_FOR_MS = 5_000

/** Which earlier answers may be reused. */
export interface ReusableAnswer {
  /** In milliseconds. Default: 0, no earlier answer is reused. */
  maxAgeMs?: number
  /** Whether to reuse an answer that the page ended unpaid. Only for a caller that has just asked: the page may have been paid since. */
  alsoEnded?: boolean
}

/**
 * Whether the gateway's last answer may be reused. PENDING is never reused, because the shopper may have paid since.
 *
 * @param now by the clock of `last_checked_at`
 */
export function isAnswerReusable(
  row: LedgerCheckout,
  { maxAgeMs = 0, alsoEnded = false }: ReusableAnswer,
  now: Date
): boolean {
  const askedMs = lastCheckedMs(row, now)
  const mayBePaid = isMoneyOpen(row.gateway_status) || (isEndedUnpaid(row.gateway_status) && !alsoEnded)
  return !mayBePaid && askedMs !== undefined && now.getTime() - askedMs < maxAgeMs
}

/** When the request for the row's answer was sent. A time in the future comes from a wrong clock and is ignored. */
export function lastCheckedMs({ last_checked_at }: LedgerCheckout, now: Date): number | undefined {
  const ms = last_checked_at === null ? undefined : new Date(last_checked_at).getTime()
  return ms !== undefined && ms <= now.getTime() ? ms : undefined
}
