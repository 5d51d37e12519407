import type { WebcheckoutHistory } from "../models/history"
import type { RowOf } from "../table"
import { CHECKOUT_STATUSES, parseStatus } from "../../../gateway/statuses"
import { ACTIONS, MOMENTS, type CheckoutAction, type LedgerCheckout, type RefundIntent } from "./ledger"
import { isMoneyOpen, wasMoneyTaken } from "./money-state"

/** An event in an attempt's history. */
export interface TimeLineEntry {
  at: Date
  /** The ledger row's id. */
  id: string
  what:
    | (typeof MOMENTS)[number]
    | "created"
    | "not_created"
    /** the first answer that showed it as paid, for rows older than the stored answers */
    | "paid"
    /** the last answer, if it contained nothing new */
    | "asked"
    /** another payment session of the purchase got it when it could no longer be paid: nothing is charged again */
    | "adopted"
    | "superseded"
    | "settled"
    | "agreed"
    /** a request to the gateway, or something found there */
    | "refund"
    /** a person or the plugin requested a refund */
    | "refund_wanted"
    | Exclude<CheckoutAction, "refund">
  /** The gateway's status, the case's reason, or a refund's outcome. */
  detail: string | null
  /** A refund's amount; for an answer the amount refunded by then, if any. Major units. */
  amount: number | null
  /** Who did it: an admin user's id, or the plugin; null for an event without an actor. */
  actor_id: string | null
  note: string | null
}

/** A stored event of a checkout or a subscription. */
export type HistoryRow = RowOf<typeof WebcheckoutHistory>

type Moment = HistoryRow & { what: (typeof MOMENTS)[number] }
type Action = HistoryRow & { what: CheckoutAction }

/** The data of a time line. */
export interface TimeLineParts {
  rows: readonly LedgerCheckout[]
  history: readonly HistoryRow[]
  refunds: readonly RefundIntent[]
}

/** The events of all attempts at one purchase, the oldest first. */
export function timeLineOf({ rows, history, refunds }: TimeLineParts): TimeLineEntry[] {
  const moments = history.filter(isMoment)
  return [
    ...rows.flatMap((row) => datesOf(row, moments)),
    ...moments.map(({ subject_id, what, detail, refunded, created_at }) =>
      entry(subject_id, what === "handed_out" ? handedTo(detail) : what, created_at, {
        detail,
        amount: Number(refunded) || null,
      })
    ),
    ...refunds.map((refund) =>
      entry(refund.ledger_id, "refund", refund.created_at, { detail: refund.status, amount: refund.amount })
    ),
    ...history
      .filter(isCheckoutAction)
      .map(({ subject_id, what, created_at, actor_id, note }) =>
        entry(subject_id, what === "refund" ? "refund_wanted" : what, created_at, { actor_id, note })
      ),
  ].sort((a, b) => new Date(a.at).getTime() - new Date(b.at).getTime())
}

/** Whether it is an action of a person or the plugin. */
export function isCheckoutAction(entry: HistoryRow): entry is Action {
  return (ACTIONS as readonly string[]).includes(entry.what)
}

/** An action as the admin API returns it. */
export function shownAction({ id, what, actor_id, note, created_at }: HistoryRow) {
  return { id, action: what, actor_id, note, created_at }
}

function isMoment(entry: HistoryRow): entry is Moment {
  return (MOMENTS as readonly string[]).includes(entry.what)
}

/** Events that the row's columns show and no stored event does. @param moments the stored events of all rows; a row of an older version has none */
function datesOf(row: LedgerCheckout, moments: readonly Moment[]): TimeLineEntry[] {
  const isCreated = row.checkout_id !== null
  const answers = moments.filter(({ subject_id, what }) => subject_id === row.id && what === "answered")
  const isPaidTold = answers.some(({ detail }) => wasMoneyTaken(statusOf(detail)))
  const askedAt = row.last_checked_at
  const isAnswerTold = answers.some(({ created_at }) => askedAt !== null && new Date(created_at) >= new Date(askedAt))
  const dates: [TimeLineEntry["what"], Date | null, string | null][] = [
    [isCreated || row.status === "creating" ? "created" : "not_created", row.created_at, null],
    ["paid", isPaidTold ? null : row.paid_at, null],
    [answers.length > 0 ? "asked" : "answered", isAnswerTold ? null : askedAt, row.gateway_status],
    ["superseded", row.superseded_at, null],
    ["settled", row.settled_at, null],
    ["agreed", row.agreed_at, null],
  ]
  return dates.flatMap(([what, at, detail]) => (at === null ? [] : [entry(row.id, what, at, { detail })]))
}

/** A shopper sees a page only while it can be paid. */
function handedTo(status: string | null): "handed_out" | "adopted" {
  return isMoneyOpen(statusOf(status)) ? "handed_out" : "adopted"
}

function statusOf(text: string | null) {
  return parseStatus(text ?? "", CHECKOUT_STATUSES) ?? null
}

function entry(
  id: string,
  what: TimeLineEntry["what"],
  at: Date,
  more: Partial<Pick<TimeLineEntry, "detail" | "amount" | "actor_id" | "note">>
): TimeLineEntry {
  return { detail: null, amount: null, actor_id: null, note: null, ...more, id, what, at }
}
