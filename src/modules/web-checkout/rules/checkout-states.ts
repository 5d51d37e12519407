import type { AttentionReason } from "./case-reasons"
import type { Checkout } from "../../../gateway/schemas"
import type { CheckoutStatus } from "../../../gateway/statuses"
import type { LedgerCheckout, LedgerStatus } from "./ledger"
import { isConfirmed, isRefundTakenBack, isStepBack } from "./step-back"
import { mismatchOf, type Echoed } from "./mismatch"
import {
  isAuthorized,
  isEndedUnpaid,
  isMoneyHeld,
  isMoneyIn,
  isMoneyOpen,
  isMoneyOver,
  isPending,
  wasMoneyTaken,
} from "./money-state"

/**
 * What can happen to a row, from which statuses, and where it leads. Every change of status in the database is one of
 * these, as a compare-and-set: what is not allowed changes nothing.
 */
export const TRANSITIONS = {
  /** the create call has answered */
  created: { from: ["creating"], to: "open" },
  /** the create call was refused, or never sent */
  rejected: { from: ["creating"], to: "rejected" },
  /** the create call may have happened; also: it was looked for in vain */
  lost: { from: ["creating", "unknown"], to: "unknown" },
  /** a lost create call did create a checkout: nobody was shown its page */
  found: { from: ["creating", "unknown"], to: "superseded" },
  /** Medusa has deleted its payment session */
  superseded: { from: ["open"], to: "superseded" },
  /** a payment session of the same purchase takes it over */
  taken_over: { from: ["open", "superseded"], to: "open" },
  /** nothing was taken and nothing will be, or all of it went back */
  over: { from: ["open", "superseded"], to: "closed" },
  /** the gateway shows money on a closed one after all, or that it may still be paid */
  revived: { from: ["closed"], to: "open" },
  /** the same, where no payment session stands for it any more */
  revived_without_session: { from: ["closed"], to: "superseded" },
  /** Medusa has followed */
  settled: { from: ["open", "superseded", "closed", "settled"], to: "settled" },
} as const satisfies Record<string, { from: readonly LedgerStatus[]; to: LedgerStatus }>

export type Transition = keyof typeof TRANSITIONS

/** Where a transition leads from a status; undefined where it is not allowed from there. */
export function after(status: LedgerStatus, transition: Transition): LedgerStatus | undefined {
  const { from, to }: { from: readonly LedgerStatus[]; to: LedgerStatus } = TRANSITIONS[transition]
  return from.includes(status) ? to : undefined
}

/** A checkout in one of these is, or may yet be, paid, and Medusa has not followed. */
export const LIVE: readonly LedgerStatus[] = ["open", "superseded"]

/** A method is a word or two; whatever else stands there is not kept. */
const LONGEST_METHOD = 40

/** What an answer of the gateway changes in its row. */
export interface AnswerChanges {
  columns: {
    gateway_status: Checkout["status"]
    gateway_amount: number
    total_refunded: number | null
    is_refund_told: boolean
    mismatch: LedgerCheckout["mismatch"]
    display_id: string | null
    payment_method: string | null
    last_checked_at: Date
    paid_at?: Date
    status?: LedgerStatus
    reserved_at: Date | null
    ended_at?: Date | null
    agreed_at?: null
    doubted_answer: null
    doubted_at: null
  }
  /** The row is to be looked at now, unless it is due already. */
  isDue: boolean
  /** A case that the answer opens. */
  opens: AttentionReason | null
}

/**
 * What an answer changes. News about a settled row ends the agreement of the books and makes the row due; so does money on
 * one that Medusa has not followed, unless a person sees to it. An answer that was asked for earlier than the one already
 * written changes nothing, so that a slow PENDING never hides a PAID. One that takes back what was known of the money counts only
 * when it is confirmed (rules/step-back).
 *
 * @param askedAt when the question was sent
 * @param now by the same clock
 */
export function answered(
  row: LedgerCheckout,
  checkout: Pick<Checkout, "status" | "totalRefunded" | "displayId" | "usedPaymentMethod"> & Echoed,
  askedAt: Date,
  now: Date
): AnswerChanges | "doubted" | undefined {
  if (isOutdated(row, checkout.status, askedAt, now)) {
    return undefined
  }
  if (isStepBack(row, checkout) && !isConfirmed(row, checkout, askedAt)) {
    return "doubted"
  }
  const isSameStatus = row.gateway_status === checkout.status
  const total_refunded = checkout.totalRefunded ?? (isSameStatus ? row.total_refunded : null)
  const isNews = !isSameStatus || row.total_refunded !== total_refunded
  return {
    isDue: isDueAfter(row, checkout.status, isNews),
    opens: caseAfter(row, checkout),
    columns: {
      gateway_status: checkout.status,
      gateway_amount: checkout.amount,
      total_refunded,
      is_refund_told: typeof checkout.totalRefunded === "number",
      mismatch: mismatchOf(row, checkout),
      display_id: checkout.displayId ?? null,
      payment_method: checkout.usedPaymentMethod?.slice(0, LONGEST_METHOD) ?? null,
      last_checked_at: new Date(Math.max(askedAt.getTime(), lastCheckedMs(row, now) ?? 0)),
      ...(isNews ? { agreed_at: null } : {}),
      ...(row.paid_at === null && wasMoneyTaken(checkout.status) ? { paid_at: askedAt } : {}),
      ...statusAfter(row, checkout.status),
      reserved_at: isAuthorized(checkout.status) ? (row.reserved_at ?? askedAt) : null,
      ...(isNews && row.status !== "settled" ? { ended_at: isEndedUnpaid(checkout.status) ? askedAt : null } : {}),
      doubted_answer: null,
      doubted_at: null,
    },
  }
}

/** How old an answer may be that is used again. */
export interface ReusableAnswer {
  /** In milliseconds; 0 unless told: the gateway is asked from now on. */
  maxAgeMs?: number
  /** Whether one that says that the page has ended unpaid is used too. Whoever serves a shopper asks again: it may have been paid all the same. */
  alsoEnded?: boolean
}

/**
 * Whether what the gateway said last may be used again. PENDING never is: the shopper may have paid since.
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

/**
 * Whether what is written in a row is newer than an answer that comes in now: it was asked for later. Over a pending row one that
 * is paid or over is newer all the same, whatever the clocks of two processes say: that never becomes pending again. What is only
 * reserved may lapse.
 */
function isOutdated(row: LedgerCheckout, status: CheckoutStatus, askedAt: Date, now: Date): boolean {
  const isLate = (lastCheckedMs(row, now) ?? 0) > askedAt.getTime()
  const isFinal = !isPending(status) && !isAuthorized(status)
  return isLate && !(isPending(row.gateway_status) && isFinal)
}

/** When the answer in a row was asked for. A time that has not come yet was written by a wrong clock, and orders nothing. */
function lastCheckedMs({ last_checked_at }: LedgerCheckout, now: Date): number | undefined {
  const ms = last_checked_at === null ? undefined : new Date(last_checked_at).getTime()
  return ms !== undefined && ms <= now.getTime() ? ms : undefined
}

/** Whether somebody has to act on an answer, or to learn what becomes of it. */
function isDueAfter(row: LedgerCheckout, status: CheckoutStatus, isNews: boolean): boolean {
  if (endsUnanswered(row)) {
    return true
  }
  if (row.status === "settled") {
    return isNews
  }
  const isRevived = row.status === "closed" && !isMoneyOver(status)
  return (isMoneyIn(status) || isRevived) && isNobodys(row, isNews)
}

/** Any usable answer ends an `unanswered` case. It is opened only where no other case is open, so it is always the first. */
function endsUnanswered({ attention }: LedgerCheckout): boolean {
  return attention === "unanswered"
}

/** No case is open; and if a person has closed one, the gateway has said something else since. */
function isNobodys({ attention, resolved_at }: LedgerCheckout, isNews: boolean): boolean {
  return attention === null && (resolved_at === null || isNews)
}

function statusAfter(row: LedgerCheckout, gatewayStatus: Checkout["status"]): { status?: LedgerStatus } {
  const revived = row.payment_session_id === null ? "revived_without_session" : "revived"
  const status = after(row.status, isMoneyOver(gatewayStatus) ? "over" : revived)
  return status ? { status } : {}
}

/** The gateway took back a refund that Medusa never recorded: comparing the amounts would not find this. */
function caseAfter(row: LedgerCheckout, checkout: Pick<Checkout, "status" | "totalRefunded">): AttentionReason | null {
  const isUnseen = row.status === "settled" && !row.medusa_refunded && isRefundTakenBack(row, checkout)
  return isUnseen ? "partially_refunded" : null
}

/** Whether the gateway holds money through a row that Medusa has followed: its purchase is paid. */
export function isPaidFor({ status, gateway_status }: Pick<LedgerCheckout, "status" | "gateway_status">): boolean {
  return status === "settled" && isMoneyHeld(gateway_status)
}
