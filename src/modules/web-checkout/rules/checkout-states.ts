import type { Checkout } from "../../../gateway/schemas"
import type { CheckoutStatus } from "../../../gateway/statuses"
import type { LedgerCheckout, LedgerStatus } from "./ledger"
import { isConfirmed, isRefundTakenBack, isStepBack } from "./contradicting-answer"
import { mismatchOf } from "./answer-mismatch"
import { lastCheckedMs } from "./reusable-answer"
import { isAuthorized, isEndedUnpaid, isMoneyIn, isMoneyOver, isPending, wasMoneyTaken } from "./money-state"

/**
 * The transitions of a row's status. Every change of status in the database is one of these, as a compare-and-set: a transition that is not
 * allowed changes nothing.
 */
export const TRANSITIONS = {
  /** the create call has answered */
  created: { from: ["creating"], to: "open" },
  /** the create call was refused, or never sent */
  rejected: { from: ["creating"], to: "rejected" },
  /** the create call may have succeeded; or a search found no checkout */
  lost: { from: ["creating", "unknown"], to: "unknown" },
  /** a lost create call did create a checkout; its page was never shown */
  found: { from: ["creating", "unknown"], to: "superseded" },
  /** Medusa has deleted its payment session */
  superseded: { from: ["open"], to: "superseded" },
  /** a payment session of the same purchase takes it over */
  taken_over: { from: ["open", "superseded"], to: "open" },
  /** nothing was taken and nothing will be, or all of it was refunded */
  over: { from: ["open", "superseded"], to: "closed" },
  /** the gateway shows money on a closed row after all, or that it may still be paid */
  revived: { from: ["closed"], to: "open" },
  /** the same, for a row without a payment session */
  revived_without_session: { from: ["closed"], to: "superseded" },
  /** Medusa has recorded the payment */
  settled: { from: ["open", "superseded", "closed", "settled"], to: "settled" },
} as const satisfies Record<string, { from: readonly LedgerStatus[]; to: LedgerStatus }>

export type Transition = keyof typeof TRANSITIONS

/** The status after a transition; undefined if the transition is not allowed from `status`. */
export function after(status: LedgerStatus, transition: Transition): LedgerStatus | undefined {
  const { from, to }: { from: readonly LedgerStatus[]; to: LedgerStatus } = TRANSITIONS[transition]
  return from.includes(status) ? to : undefined
}

/** A checkout in one of these statuses is paid or may still be paid, and Medusa has not recorded the payment. */
export const LIVE: readonly LedgerStatus[] = ["open", "superseded"]

/** Maximum characters of a payment method. A method is a word or two; longer text is not stored. */
const LONGEST_METHOD = 40

/** The changes that an answer of the gateway makes to its row. */
export type AnswerChanges = Exclude<ReturnType<typeof answered>, "doubted" | undefined>

/**
 * Computes the changes of an answer. A new answer about a settled row ends the agreement of the books and makes the row due. So does money
 * on a row that is not settled, unless it has a case. An answer to a request sent before that of the recorded answer changes nothing, so
 * that a slow PENDING never replaces a PAID. An answer that contradicts what was known of the money counts only once it is confirmed
 * (rules/contradicting-answer).
 *
 * @param askedAt when the request was sent
 * @param now by the same clock
 */
export function answered(row: LedgerCheckout, checkout: Checkout, askedAt: Date, now: Date) {
  if (isOutdated(row, checkout.status, askedAt, now)) {
    return undefined
  }
  if (isStepBack(row, checkout) && !isConfirmed(row, checkout, askedAt)) {
    return "doubted"
  }
  const isSameStatus = row.gateway_status === checkout.status
  const total_refunded = checkout.totalRefunded ?? (isSameStatus ? row.total_refunded : null)
  const isNews = !isSameStatus || row.total_refunded !== total_refunded
  const revived = row.payment_session_id === null ? "revived_without_session" : "revived"
  const status = after(row.status, isMoneyOver(checkout.status) ? "over" : revived)
  // A refund that Medusa never recorded: comparing the amounts would not find that the gateway has reversed it.
  const isReversal = row.status === "settled" && !row.medusa_refunded && isRefundTakenBack(row, checkout)
  return {
    /** The row must be checked now, or as soon as no process can hold it. */
    isDue: isDueAfter(row, checkout.status, isNews),
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
      ...(status ? { status } : {}),
      reserved_at: isAuthorized(checkout.status) ? (row.reserved_at ?? askedAt) : null,
      ...(isNews && row.status !== "settled" ? { ended_at: isEndedUnpaid(checkout.status) ? askedAt : null } : {}),
      doubted_answer: null,
      doubted_at: null,
      has_unreported_reversal: row.has_unreported_reversal || isReversal,
    } satisfies Partial<LedgerCheckout>,
  }
}

/**
 * Whether the row already holds the answer to a later request. A final answer always replaces PENDING, whatever the clocks of two processes
 * say, because a final status never becomes PENDING again. An authorization is not final: it may expire.
 */
function isOutdated(row: LedgerCheckout, status: CheckoutStatus, askedAt: Date, now: Date): boolean {
  const isLate = (lastCheckedMs(row, now) ?? 0) > askedAt.getTime()
  const isFinal = !isPending(status) && !isAuthorized(status)
  return isLate && !(isPending(row.gateway_status) && isFinal)
}

/** Whether an answer requires a check of the row. */
function isDueAfter(row: LedgerCheckout, status: CheckoutStatus, isNews: boolean): boolean {
  // Any usable answer closes an `unanswered` case. It is opened only if no other case is open, so it is always the first.
  if (row.attention === "unanswered") {
    return true
  }
  if (row.status === "settled") {
    return isNews
  }
  const isRevived = row.status === "closed" && !isMoneyOver(status)
  // No case is open and, if a person has closed one, the gateway's answer has changed since.
  const isNobodys = row.attention === null && (row.resolved_at === null || isNews)
  return (isMoneyIn(status) || isRevived) && isNobodys
}
