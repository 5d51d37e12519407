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
/** Rows that were created together are not all asked about together. */
const JITTER = 0.2

const MONTH = 30 * DAY_MS
/**
 * A page that may still be paid, or money that is only reserved, is looked at monthly once it is so old and was looked at so often: a page
 * that a session has taken over starts at 0 looks again.
 */
export const MONTHLY = { afterDays: 90, afterLooks: 60, mostHoursBetween: (MONTH * (1 + JITTER)) / HOUR }

/** What has ended unpaid is asked about again so long after the answer that ended it. */
const LOOK_BACKS_MS = [HOUR, DAY_MS, 3 * DAY_MS, 7 * DAY_MS, 30 * DAY_MS]

/** A settled row is looked at daily for a week, then weekly for half a year. */
const DAILY_FOR_MS = 7 * DAY_MS
const WEEKLY_FOR_MS = 183 * DAY_MS

const WATCH_AGAIN_MS = 10 * MINUTE
/** A merchant's own steps in the completion of a cart may take a while. */
const LONGEST_COMPLETION_MS = 10 * MINUTE
const DOUBT_CHECKED_FOR_MS = 10 * MINUTE

/** A new checkout is first asked about when a quick shopper may have paid. */
export const FIRST_CHECK_AFTER_MS = FIRST_MS

/** How long an answer other than PENDING may be used again, so that settle and the provider need one question between them. */
export const ANSWER_GOOD_FOR_MS = 5 * SECOND

/** How long a claim keeps a row or a task from other processes. Longer than a round of the job, and than it waits for one piece of work. */
export const CLAIM_MS = 2 * MINUTE

/** A subscription whose create call had no answer may still come into being: it is not searched for before this. */
const SEARCH_AFTER_MS = MINUTE

/** Medusa is given this many chances to follow a payment before a person is asked. */
export const MOST_FAILURES = 5

/**
 * When the job checks a row again: after 30 s, then twice as long each time up to 6 h, each with up to 20 % of jitter. A row older than
 * giveUpAfterHours is checked daily, and one that is pending or authorized for 90 days monthly. An answer that takes money back is checked
 * after 30 s. A settled row is checked until Medusa's amounts agree, and an authorized one every 6 h.
 *
 * An open case is checked daily (a settled one by `watchAt`, one whose booking failed at its `follow_after`). So is a closed case while it
 * may still be paid, while the gateway holds its money, and while it is settled and the amounts differ.
 *
 * Null for a row that nothing can happen to any more, and for a lost create call that could not be found in time.
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
  const isUnbooked = row.attention !== null && REASONS[row.attention].precedesBooking && row.status !== "settled"
  if (isUnbooked && isRetryDelayed(row, now)) {
    // The booking failed: it is tried again.
    return row.follow_after
  }
  if (row.attention !== null) {
    // Of a settled row the daily look is its watch.
    return row.status === "settled" || row.checkout_id === null ? null : withJitter(now, DAY_MS, random)
  }
  if (row.status === "closed" && isRetryDelayed(row, now)) {
    // Medusa could not show that the money is gone.
    return row.follow_after
  }
  if (!isOpen(row)) {
    return null
  }
  if (isClosedCase(row)) {
    // Held money may still go back: only the gateway knows, and the shopper may be waiting to pay anew.
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
  if (mayStayForever && isVeryOld(row.created_at, now) && row.check_count >= MONTHLY.afterLooks) {
    return withJitter(now, MONTH, random)
  }
  const waitMs = isAuthorizedAndFollowed(row)
    ? LONGEST_MS
    : isOld && !isMoneyHeld(row.gateway_status)
      ? DAY_MS
      : backoffMs(row.check_count)
  return withJitter(now, waitMs, random)
}

/** When the job looks at a row that has become a case: daily. @param row with its case */
export function afterOpening(
  row: LedgerCheckout,
  now = new Date()
): Pick<LedgerCheckout, "next_check_at" | "watch_at"> {
  return { next_check_at: nextCheckAt(row, Infinity, now), watch_at: watchAt(row, now) ?? row.watch_at }
}

/**
 * When the job looks at a row whose case a person has closed: what may still be paid, or is settled and its books differ, daily;
 * any settled one is watched once more tomorrow. What becomes of it later is another case.
 */
export function afterClosing(
  row: LedgerCheckout,
  now = new Date()
): Pick<LedgerCheckout, "next_check_at" | "watch_at"> {
  const resolved_as = row.attention && caseOf(row, row.attention)
  const closed = { ...row, attention: null, resolved_at: now, resolved_as }
  return {
    // Its money is gone: Medusa is to show that, should it have a payment of it.
    next_check_at: row.status === "closed" ? now : nextCheckAt(closed, Infinity, now),
    watch_at: row.status === "settled" ? new Date(now.getTime() + DAY_MS) : row.watch_at,
  }
}

/**
 * When the job looks at a row again about which it could not learn anything, or with which Medusa could not follow: what is over may
 * still have to be shown in Medusa, so it gets a daily look instead of none.
 */
export function afterFailedLook(row: LedgerCheckout, giveUpAfterHours: number, now = new Date()): Date | null {
  const next = nextCheckAt(row, giveUpAfterHours, now)
  return next === null && row.status === "closed" ? watchAgainAt(false, now) : next
}

/** The completion of a paid cart has run too long to finish. */
export function isCompletionStuck(
  { paid_at, reserved_at }: Pick<LedgerCheckout, "paid_at" | "reserved_at">,
  now = new Date()
): boolean {
  const since = paid_at ?? reserved_at
  return since !== null && now.getTime() - new Date(since).getTime() > LONGEST_COMPLETION_MS
}

/** Medusa has followed, its books agree, and nothing is left to learn: an authorization may still lapse or be captured. */
export function isDone(row: Pick<LedgerCheckout, "status" | "agreed_at" | "gateway_status">): boolean {
  return row.status === "settled" && row.agreed_at !== null && !isAuthorized(row.gateway_status)
}

/** Medusa has failed to follow a moment ago: it is not tried again before its time. */
export function isRetryDelayed({ follow_after }: Pick<LedgerCheckout, "follow_after">, now = new Date()): boolean {
  return follow_after !== null && new Date(follow_after) > now
}

/** Something may still become of it, or Medusa has not followed in every book. */
function isOpen(row: LedgerCheckout): boolean {
  return row.status === "settled" ? !isDone(row) : UNFOLLOWED.includes(row.status)
}

/** An answer that takes money back is asked about soon, and not for ever: it may never be given again. */
function isDoubtYoung({ doubted_at }: LedgerCheckout, now: Date): boolean {
  return doubted_at !== null && now.getTime() - new Date(doubted_at).getTime() < DOUBT_CHECKED_FOR_MS
}

function isAuthorizedAndFollowed(row: LedgerCheckout): boolean {
  return row.status === "settled" && isAuthorized(row.gateway_status) && row.agreed_at !== null
}

/** When daily work is due again. */
export function inADay(now = new Date()): Date {
  return new Date(now.getTime() + DAY_MS)
}

/** When work is due again that each round of the job does: the job runs every minute. */
export function inNextRound(now = new Date()): Date {
  return new Date(now.getTime() + FIRST_MS)
}

/** 30 s, then twice as long each time, up to 6 h. @param count how often it was done already */
export function backoffMs(count: number): number {
  return Math.min(FIRST_MS * 2 ** Math.min(Math.max(count - 1, 0), 30), LONGEST_MS)
}

/**
 * When a row is looked at once more that the job is done with. A settled one: daily while it is a case, and until its half year is over;
 * one that has ended unpaid: 1 hour, 1, 3, 7 and 30 days after that. Null for any other.
 */
export function watchAt(row: LedgerCheckout, now = new Date(), random = Math.random()): Date | null {
  if (row.status !== "settled") {
    return lookBackAt(row, now)
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

function lookBackAt({ gateway_status, ended_at }: LedgerCheckout, now: Date): Date | null {
  if (ended_at === null || !isEndedUnpaid(gateway_status)) {
    return null
  }
  const endedMs = new Date(ended_at).getTime()
  const next = LOOK_BACKS_MS.find((afterMs) => endedMs + afterMs > now.getTime())
  return next === undefined ? null : new Date(endedMs + next)
}

/**
 * When a settled row is looked at again that could not be: soon where the gateway gave no answer, tomorrow where it was
 * something else, which may last.
 */
export function watchAgainAt(isUnanswered: boolean, now = new Date(), random = Math.random()): Date {
  return withJitter(now, isUnanswered ? WATCH_AGAIN_MS : DAY_MS, random)
}

/**
 * Medusa would not follow a payment: when it is asked once more. The chances come 30 s, 1, 2 and 4 minutes after each
 * other, however often a storefront asks meanwhile, so that a cause which passes by itself needs no person.
 *
 * @param failures how often it has failed, this time included
 */
export function retryFollowAt(failures: number, now = new Date()): Date {
  return new Date(now.getTime() + backoffMs(failures))
}

/**
 * Whether the gateway has been unable to tell of a payment for too long: one whose money is known to be held, or one that
 * may have been paid, since no answer that comes is of use. What Medusa's books agree with needs no answer any more,
 * but an authorization, which may lapse.
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
  const isTooLong = isOlderThan(
    row.last_checked_at ?? row.created_at,
    giveUpAfterHours + betweenLooksHours(row, now),
    now
  )
  return isTooLong && (isMoneyHeld(row.gateway_status) || failsAlone)
}

function isVeryOld(createdAt: Date, now: Date): boolean {
  return now.getTime() - new Date(createdAt).getTime() > MONTHLY.afterDays * DAY_MS
}

/** A row that is checked monthly is overdue only after a monthly check has failed. */
function betweenLooksHours({ created_at, check_count }: LedgerCheckout, now: Date): number {
  const isMonthly = isVeryOld(created_at, now) && check_count >= MONTHLY.afterLooks
  return isMonthly ? MONTHLY.mostHoursBetween : 0
}

/** Whether a moment lies more than so many hours back. */
export function isOlderThan(moment: Date, hours: number, now = new Date()): boolean {
  return new Date(moment) < hoursAgo(hours, now)
}

/** The moment that lies so many hours back: what is older is given up. */
export function hoursAgo(hours: number, now = new Date()): Date {
  return new Date(now.getTime() - hours * HOUR)
}

/** Whether a return address, and the page to which it has led, may still name the order. */
export function isOrderNamed(row: Pick<LedgerCheckout, "settled_at" | "ended_at">, now = new Date()): boolean {
  const end = row.settled_at ?? row.ended_at
  return end === null || now.getTime() - new Date(end).getTime() < RETURN_TOKEN_KEPT_DAYS * DAY_MS
}

/** How long a call may be on its way: what was not answered within twice the timeout never will be. */
export function lostAfterMs(timeoutMs: number): number {
  return 2 * timeoutMs
}

/** How long work of several calls may be under way: after this no process is at it. A refund asks, sends and asks again, and may wait for others' questions. */
export function workLostAfterMs(timeoutMs: number): number {
  return 3 * lostAfterMs(timeoutMs)
}

/** When a subscription is first searched for: once its create call can no longer be under way, and a minute after it at the earliest. */
export function searchAt(sentAt: Date, timeoutMs: number): Date {
  return new Date(sentAt.getTime() + Math.max(SEARCH_AFTER_MS, workLostAfterMs(timeoutMs)))
}

/** When it is searched for again: in as long as the call is ago, 30 s to 6 h. Null once that is more than giveUpAfterHours. */
export function searchAgainAt(sentAt: Date, giveUpAfterHours: number, now = new Date()): Date | null {
  const age = now.getTime() - sentAt.getTime()
  return age >= giveUpAfterHours * HOUR ? null : new Date(now.getTime() + Math.min(Math.max(age, FIRST_MS), LONGEST_MS))
}

/** What was begun before this moment and has not come to its end is lost: its process has died, or its answer. */
export function workLostBefore(timeoutMs: number, now = new Date()): Date {
  return new Date(now.getTime() - workLostAfterMs(timeoutMs))
}

/** Whether a call that was sent at a moment may still arrive: until it no longer can, nobody may send another. */
export function mayStillArrive(sentAt: Date, timeoutMs: number, now = new Date()): boolean {
  return now.getTime() - new Date(sentAt).getTime() < lostAfterMs(timeoutMs)
}

/**
 * Whether a refund of Medusa's may not have reached the gateway yet: its process is at it, or, while it is not accounted for,
 * the job will bring it there.
 *
 * @param isAccounted it was made at the gateway, or told to a person
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

/** How long after an action of Medusa's the books are compared: every process has come to its end by then. */
export function compareAfterMs(timeoutMs: number): number {
  return workLostAfterMs(timeoutMs) + 10 * SECOND
}

function withJitter(now: Date, waitMs: number, random: number): Date {
  return new Date(now.getTime() + waitMs * (1 + JITTER * random))
}
