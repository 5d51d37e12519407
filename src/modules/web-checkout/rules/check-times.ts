import { REASONS } from "./case-reasons"
import { caseOf, isClosedCase } from "./cases"
import { UNFOLLOWED, type LedgerCheckout } from "./ledger"
import { RETURN_TOKEN_KEPT_DAYS } from "./tokens"
import { isAuthorized, isEndedUnpaid, isMoneyHeld, isPending } from "./money-state"

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 3600 * SECOND
export const DAY_MS = 24 * HOUR
const FIRST_MS = 30 * SECOND
const LONGEST_MS = 6 * HOUR
/** Random share added to each pause, so that rows created together are not all checked together. */
const JITTER = 0.2

const MONTH = 30 * DAY_MS
/**
 * A page that may still be paid, or money that is only authorized, is checked monthly after this many days and checks. A page that another
 * session takes over starts again at 0 checks.
 */
export const MONTHLY = { afterDays: 90, afterChecks: 60, mostHoursBetween: (MONTH * (1 + JITTER)) / HOUR }

/** A checkout that ended unpaid is checked again this long after the answer that ended it. */
const RECHECK_ENDED_AFTER_MS = [HOUR, DAY_MS, 3 * DAY_MS, 7 * DAY_MS, 30 * DAY_MS]

/** A settled row is checked daily for a week, then weekly for half a year. */
const DAILY_FOR_MS = 7 * DAY_MS
const WEEKLY_FOR_MS = 183 * DAY_MS

const WATCH_AGAIN_MS = 10 * MINUTE
/** A merchant's own steps in the completion of a cart may take a while. */
const LONGEST_COMPLETION_MS = 10 * MINUTE
const DOUBT_CHECKED_FOR_MS = 10 * MINUTE

/** A new checkout is first checked when a fast shopper may have paid. */
export const FIRST_CHECK_AFTER_MS = FIRST_MS

/** How long a claim locks a row or a task. Longer than a round of the job, and than the job waits for a single task. */
export const CLAIM_MS = 2 * MINUTE

/** A create call without an answer may still create its subscription, so the search starts no earlier than this. */
const SEARCH_AFTER_MS = MINUTE

/** Recording a payment in Medusa is tried this often before a case is opened. */
export const MOST_FAILURES = 5

/**
 * When the job checks a row again: after 30 s, then twice as long each time up to 6 h, each with up to 20 % of jitter. A row older than
 * giveUpAfterHours is checked daily, and one that is pending or authorized for 90 days monthly. A doubted answer is checked after 30 s.
 * A settled row is checked until Medusa's amounts agree, and an authorized one every 6 h.
 *
 * An open case is checked daily (a settled one by `watchAt`, one whose booking failed at its `follow_after`). So is a closed case while it
 * may still be paid, while the gateway holds its money, and while it is settled and the amounts differ.
 *
 * Null for a row that can no longer change, and for a lost create call whose checkout was not found in time.
 *
 * @param random between 0 and 1
 */
export function nextCheckAt(
  row: LedgerCheckout,
  giveUpAfterHours: number,
  now = new Date(),
  random = Math.random()
): Date | null {
  if (isDoubtYoung(row, now) && row.status !== "settled") {
    return withJitter(now, FIRST_MS, random)
  }
  if (row.has_unreported_reversal) {
    // The next check opens the case about the reversal, even if other cases are open or closed.
    return isRetryDelayed(row, now) ? row.follow_after : withJitter(now, backoffMs(row.check_count), random)
  }
  const isUnbooked = row.attention !== null && REASONS[row.attention].precedesBooking && row.status !== "settled"
  if (isUnbooked && isRetryDelayed(row, now)) {
    // The booking failed and is retried.
    return row.follow_after
  }
  if (row.attention !== null) {
    // A settled row is checked daily by `watchAt` instead.
    return row.status === "settled" || row.checkout_id === null ? null : withJitter(now, DAY_MS, random)
  }
  if (row.status === "closed" && isRetryDelayed(row, now)) {
    // Recording in Medusa that the money is gone has failed and is retried.
    return row.follow_after
  }
  if (row.status === "settled" ? isDone(row) : !UNFOLLOWED.includes(row.status)) {
    // The checkout can no longer change, or Medusa's books agree.
    return null
  }
  if (isClosedCase(row)) {
    // Held money may still be refunded, which only the gateway shows, and the shopper may be waiting to pay again.
    const mayChange = isPending(row.gateway_status) || isMoneyHeld(row.gateway_status)
    return mayChange || row.status === "settled" ? withJitter(now, DAY_MS, random) : null
  }
  const isOld = isOlderThan(row.created_at, giveUpAfterHours, now)
  if (isOld && row.checkout_id === null) {
    return null
  }
  if (isRetryDelayed(row, now)) {
    return row.follow_after
  }
  const mayStayForever = isPending(row.gateway_status) || isAuthorized(row.gateway_status)
  if (mayStayForever && isMonthly(row, now)) {
    return withJitter(now, MONTH, random)
  }
  const isAuthorizedAndFollowed = row.status === "settled" && isAuthorized(row.gateway_status) && row.agreed_at !== null
  const waitMs = isAuthorizedAndFollowed
    ? LONGEST_MS
    : isOld && !isMoneyHeld(row.gateway_status)
      ? DAY_MS
      : backoffMs(row.check_count)
  return withJitter(now, waitMs, random)
}

/** Schedules the checks of a row with a new case: daily. @param row with its case */
export function afterOpening(row: LedgerCheckout, now = new Date()) {
  return { next_check_at: nextCheckAt(row, Infinity, now), watch_at: watchAt(row, now) ?? row.watch_at }
}

/**
 * Schedules the checks of a row whose case a person has closed. A row that may still be paid, or that is settled with differing books, is
 * checked daily; any settled row is also checked tomorrow. A later change opens a new case.
 */
export function afterClosing(row: LedgerCheckout, now = new Date()) {
  const resolved_as = row.attention && caseOf(row, row.attention)
  const closed = { ...row, attention: null, resolved_at: now, resolved_as }
  return {
    // Its money is gone. If Medusa has a payment of it, that must be recorded there now.
    next_check_at: row.status === "closed" ? now : nextCheckAt(closed, Infinity, now),
    watch_at: row.status === "settled" ? new Date(now.getTime() + DAY_MS) : row.watch_at,
  }
}

/**
 * When the job checks a row again after the gateway gave no answer or Medusa could not be updated. A closed row may still have to be
 * updated in Medusa, so it is checked daily instead of never.
 */
export function retryCheckAt(row: LedgerCheckout, giveUpAfterHours: number, now = new Date()): Date | null {
  return nextCheckAt(row, giveUpAfterHours, now) ?? (row.status === "closed" ? watchAgainAt(false, now) : null)
}

/** Whether the completion of a paid cart has been running for so long that it will not finish. */
export function isCompletionStuck({ paid_at, reserved_at }: LedgerCheckout, now = new Date()): boolean {
  const since = paid_at ?? reserved_at
  return since !== null && now.getTime() - new Date(since).getTime() > LONGEST_COMPLETION_MS
}

/** Whether a row is settled, its books agree, and it is not merely authorized: an authorization may still expire or be captured. */
export function isDone(row: Pick<LedgerCheckout, "status" | "agreed_at" | "gateway_status">): boolean {
  return row.status === "settled" && row.agreed_at !== null && !isAuthorized(row.gateway_status)
}

/** Whether updating Medusa has failed and the retry is not due yet. */
export function isRetryDelayed({ follow_after }: Pick<LedgerCheckout, "follow_after">, now = new Date()): boolean {
  return follow_after !== null && new Date(follow_after) > now
}

/** Whether a doubted answer is recent. It is checked quickly only for a limited time, because it may never be repeated. */
function isDoubtYoung({ doubted_at }: LedgerCheckout, now: Date): boolean {
  return doubted_at !== null && now.getTime() - new Date(doubted_at).getTime() < DOUBT_CHECKED_FOR_MS
}

/** When daily work is due again. */
export function inADay(now = new Date()): Date {
  return new Date(now.getTime() + DAY_MS)
}

/** When work is due again that every round of the job does. The job runs every minute. */
export function inNextRound(now = new Date()): Date {
  return new Date(now.getTime() + FIRST_MS)
}

/** 30 s, then twice as long each time, up to 6 h. @param count the number of attempts so far */
export function backoffMs(count: number): number {
  return Math.min(FIRST_MS * 2 ** Math.min(Math.max(count - 1, 0), 30), LONGEST_MS)
}

/**
 * When the job checks a finished row once more. A settled row: daily while it has a case, otherwise until half a year has passed. A row that
 * ended unpaid: 1 hour, 1, 3, 7 and 30 days later. Null for any other row.
 */
export function watchAt(row: LedgerCheckout, now = new Date(), random = Math.random()): Date | null {
  if (row.status !== "settled") {
    return recheckEndedAt(row, now)
  }
  if (isDoubtYoung(row, now)) {
    return withJitter(now, FIRST_MS, random)
  }
  if (row.attention !== null) {
    return withJitter(now, DAY_MS, random)
  }
  const settledMs = now.getTime() - new Date(row.settled_at ?? row.created_at).getTime()
  if (settledMs > WEEKLY_FOR_MS) {
    return null
  }
  return withJitter(now, settledMs < DAILY_FOR_MS ? DAY_MS : 7 * DAY_MS, random)
}

function recheckEndedAt({ gateway_status, ended_at }: LedgerCheckout, now: Date): Date | null {
  if (ended_at === null || !isEndedUnpaid(gateway_status)) {
    return null
  }
  const endedMs = new Date(ended_at).getTime()
  const next = RECHECK_ENDED_AFTER_MS.find((afterMs) => endedMs + afterMs > now.getTime())
  return next === undefined ? null : new Date(endedMs + next)
}

/**
 * When a settled row is checked again after a failed check: soon if the gateway did not answer; tomorrow after any other failure, which may
 * last longer.
 */
export function watchAgainAt(isUnanswered: boolean, now = new Date(), random = Math.random()): Date {
  return withJitter(now, isUnanswered ? WATCH_AGAIN_MS : DAY_MS, random)
}

/**
 * When recording a payment in Medusa is retried after a failure: after pauses of 30 s, 1, 2 and 4 minutes, however often a storefront asks
 * meanwhile, so that a temporary cause needs no person.
 *
 * @param failures the number of failures, including this one
 */
export function retryFollowAt(failures: number, now = new Date()): Date {
  return new Date(now.getTime() + backoffMs(failures))
}

/**
 * Whether the gateway has given no usable answer about a payment for too long. Applies to payments whose money is held or that may have been
 * paid. A row whose books agree needs no further answer, unless it is an authorization, which may expire.
 *
 * @param failsAlone the failure concerns this row and not the whole account: an unreadable answer, a refusal, or none while the account is
 * answered about others; or the account can no longer be asked
 */
export function isOverdueForAnswer(
  row: LedgerCheckout,
  failsAlone: boolean,
  giveUpAfterHours: number,
  now = new Date()
): boolean {
  const isClosed = row.status === "closed" || (isClosedCase(row) && row.status !== "settled")
  if (row.attention !== null || isDone(row) || isClosed) {
    return false
  }
  // A row that is checked monthly is overdue only after a monthly check has failed.
  const hours = giveUpAfterHours + (isMonthly(row, now) ? MONTHLY.mostHoursBetween : 0)
  const isTooLong = isOlderThan(row.last_checked_at ?? row.created_at, hours, now)
  return isTooLong && (isMoneyHeld(row.gateway_status) || failsAlone)
}

/** Whether a row is old enough, and was checked often enough, to be checked monthly. */
function isMonthly({ created_at, check_count }: LedgerCheckout, now: Date): boolean {
  return isOlderThan(created_at, 24 * MONTHLY.afterDays, now) && check_count >= MONTHLY.afterChecks
}

/** Whether a moment is more than `hours` ago. */
export function isOlderThan(moment: Date, hours: number, now = new Date()): boolean {
  return new Date(moment) < hoursAgo(hours, now)
}

/** The moment `hours` ago. */
export function hoursAgo(hours: number, now = new Date()): Date {
  return new Date(now.getTime() - hours * HOUR)
}

/** Whether a return address, and the page to which it leads, may still show the order. */
export function isOrderNamed(row: Pick<LedgerCheckout, "settled_at" | "ended_at">, now = new Date()): boolean {
  const end = row.settled_at ?? row.ended_at
  return end === null || now.getTime() - new Date(end).getTime() < RETURN_TOKEN_KEPT_DAYS * DAY_MS
}

/** How long a call may still be running. A call without an answer after twice the timeout is lost. */
export function lostAfterMs(timeoutMs: number): number {
  return 2 * timeoutMs
}

/**
 * How long work with several calls may be running; after this, no process is working on it. A refund asks, sends and asks again, and may
 * wait for other callers' requests.
 */
export function workLostAfterMs(timeoutMs: number): number {
  return 3 * lostAfterMs(timeoutMs)
}

/** When a subscription is first searched for: once its create call can no longer be running, and at least a minute after it. */
export function searchAt(sentAt: Date, timeoutMs: number): Date {
  return new Date(sentAt.getTime() + Math.max(SEARCH_AFTER_MS, workLostAfterMs(timeoutMs)))
}

/** When the search is repeated: after a pause as long as the time since the call, 30 s to 6 h. Null if that is giveUpAfterHours or more. */
export function searchAgainAt(sentAt: Date, giveUpAfterHours: number, now = new Date()): Date | null {
  const age = now.getTime() - sentAt.getTime()
  return age >= giveUpAfterHours * HOUR ? null : new Date(now.getTime() + Math.min(Math.max(age, FIRST_MS), LONGEST_MS))
}

/** Unfinished work that was started before this moment is lost: its process has died, or its answer was lost. */
export function workLostBefore(timeoutMs: number, now = new Date()): Date {
  return new Date(now.getTime() - workLostAfterMs(timeoutMs))
}

/** Whether a call sent at this moment may still reach the gateway. Until then, the same call must not be sent again. */
export function mayStillArrive(sentAt: Date, timeoutMs: number, now = new Date()): boolean {
  return now.getTime() - new Date(sentAt).getTime() < lostAfterMs(timeoutMs)
}

/**
 * Whether a refund in Medusa may still be sent to the gateway: its process is running, or, while it is not accounted for, the job will
 * send it.
 *
 * @param isAccounted whether it was made at the gateway or reported to a person
 */
export function isRefundUnderWay(
  createdAt: Date,
  isAccounted: boolean,
  { timeoutMs, giveUpAfterHours }: { timeoutMs: number; giveUpAfterHours: number },
  now = new Date()
): boolean {
  const isYoung = new Date(createdAt) > workLostBefore(timeoutMs, now)
  return isYoung || (!isAccounted && !isOlderThan(createdAt, giveUpAfterHours, now))
}

/** How long after a change in Medusa the books are compared: by then, every process has finished. */
export function compareAfterMs(timeoutMs: number): number {
  return workLostAfterMs(timeoutMs) + 10 * SECOND
}

function withJitter(now: Date, waitMs: number, random: number): Date {
  return new Date(now.getTime() + waitMs * (1 + JITTER * random))
}
