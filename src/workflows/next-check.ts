import type { LedgerCheckout } from "../modules/web-checkout/ledger"

const SECOND = 1000
const HOUR = 3600 * SECOND
const FIRST_MS = 30 * SECOND
const LONGEST_MS = 6 * HOUR
const DAILY_MS = 24 * HOUR
/** Rows that were created together are not all asked about together. */
const JITTER = 0.2

/**
 * When the job asks about a row again: after 30 s, then twice as long each time up to 6 h, each with up to 20 % of
 * jitter; a row that is older than giveUpAfterHours gets a daily look. Null for a row that nothing can happen to
 * any more, and for a lost create call that could not be found in that time.
 *
 * @param random between 0 and 1
 */
export function nextCheckAt(
  row: LedgerCheckout,
  giveUpAfterHours: number,
  now = new Date(),
  random = Math.random()
): Date | null {
  if (row.attention !== null || row.resolved_at !== null) {
    return null
  }
  const isOld = now.getTime() - new Date(row.created_at).getTime() > giveUpAfterHours * HOUR
  if (!isWatched(row) || (isOld && row.checkout_id === null)) {
    return null
  }
  return new Date(now.getTime() + waitMs(row, isOld) * (1 + JITTER * random))
}

function isWatched(row: LedgerCheckout): boolean {
  return row.status === "settled"
    ? row.gateway_status === "AUTHORIZED"
    : ["creating", "unknown", "open", "superseded"].includes(row.status)
}

function waitMs(row: LedgerCheckout, isOld: boolean): number {
  if (isOld) {
    return DAILY_MS
  }
  return row.status === "settled" ? LONGEST_MS : Math.min(FIRST_MS * 2 ** Math.max(row.check_count - 1, 0), LONGEST_MS)
}
