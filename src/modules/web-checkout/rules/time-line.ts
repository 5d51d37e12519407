import { CHECKOUT_STATUSES, parseStatus } from "../../../gateway/statuses"
import type { SubscriptionAction } from "./subscription-states"
import { ACTIONS, MOMENTS, type CheckoutAction, type LedgerCheckout, type RefundIntent } from "./ledger"
import { isMoneyOpen, wasMoneyTaken } from "./money-state"

/** One thing that happened to an attempt. */
export interface TimeLineEntry {
  at: Date
  /** The ledger row. */
  id: string
  what:
    | (typeof MOMENTS)[number]
    | "created"
    | "not_created"
    /** the answer that showed it paid for the first time, where the answers were not kept yet */
    | "paid"
    /** the last answer, when it said nothing new */
    | "asked"
    /** another payment session of the purchase took it over when it was no longer to be paid: nothing is taken once more */
    | "adopted"
    | "superseded"
    | "settled"
    | "agreed"
    /** what was sent to the gateway, or found there */
    | "refund"
    /** a person, or the plugin, wanted money to go back */
    | "refund_wanted"
    | Exclude<CheckoutAction, "refund">
  /** The gateway's status, the case's reason, or what became of a refund. */
  detail: string | null
  /** A refund's amount; with an answer how much had gone back by then, where any had. Major units. */
  amount: number | null
  /** Who did it: an admin user's id, or the plugin; null for what happened by itself. */
  actor_id: string | null
  note: string | null
}

/** What happened to a checkout or a subscription, as it is stored. */
export interface HistoryRow {
  id: string
  /** The checkout's or the subscription's. */
  subject_id: string
  what: (typeof MOMENTS)[number] | CheckoutAction | SubscriptionAction
  /** The gateway's status, or the case's reason. */
  detail: string | null
  /** With an answer: how much had gone back by then. */
  refunded: string | null
  actor_id: string | null
  note: string | null
  created_at: Date
}

type Moment = HistoryRow & { what: (typeof MOMENTS)[number] }
type Action = HistoryRow & { what: CheckoutAction }

/** What a time line is made of. */
export interface TimeLineParts {
  rows: readonly LedgerCheckout[]
  history: readonly HistoryRow[]
  refunds: readonly RefundIntent[]
}

/** What happened to the attempts at one purchase, the oldest first. */
export function timeLineOf({ rows, history, refunds }: TimeLineParts): TimeLineEntry[] {
  const moments = history.filter(isMoment)
  return [
    ...rows.flatMap((row) =>
      datesOf(
        row,
        moments.filter(({ subject_id }) => subject_id === row.id)
      )
    ),
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

/** Whether it is something that a person, or the plugin, did about a checkout. */
export function isCheckoutAction(entry: HistoryRow): entry is Action {
  return (ACTIONS as readonly string[]).includes(entry.what)
}

/** What somebody did, as the admin API tells it. */
export function shownAction({ id, what, actor_id, note, created_at }: HistoryRow) {
  return { id, action: what, actor_id, note, created_at }
}

function isMoment(entry: HistoryRow): entry is Moment {
  return (MOMENTS as readonly string[]).includes(entry.what)
}

/** What the row's own columns tell, but for what its moments tell as well; a row of an older version has none of those. */
function datesOf(row: LedgerCheckout, moments: readonly Moment[]): TimeLineEntry[] {
  const isCreated = row.checkout_id !== null
  const answers = moments.filter(({ what }) => what === "answered")
  const isPaidTold = answers.some(({ detail }) => wasMoneyTaken(statusOf(detail)))
  const dates: [TimeLineEntry["what"], Date | null, string | null][] = [
    [isCreated || row.status === "creating" ? "created" : "not_created", row.created_at, null],
    ["paid", isPaidTold ? null : row.paid_at, null],
    [answers.length > 0 ? "asked" : "answered", sinceLast(answers, row.last_checked_at), row.gateway_status],
    ["superseded", row.superseded_at, null],
    ["settled", row.settled_at, null],
    ["agreed", row.agreed_at, null],
  ]
  return dates.flatMap(([what, at, detail]) => (at === null ? [] : [entry(row.id, what, at, { detail })]))
}

/** When it was last asked, unless the answer to that is among those that said something new. */
function sinceLast(answers: readonly Moment[], askedAt: Date | null): Date | null {
  const isTold = answers.some(({ created_at }) => askedAt !== null && new Date(created_at) >= new Date(askedAt))
  return isTold ? null : askedAt
}

/** Only a page that can still be paid is shown to a shopper. */
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
