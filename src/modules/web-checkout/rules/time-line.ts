import type { CheckoutAction, LedgerCheckout, RefundIntent } from "./ledger"

/** One thing that happened to an attempt. */
export interface TimeLineEntry {
  at: Date
  /** The ledger row. */
  id: string
  what:
    | "created"
    | "not_created"
    /** the answer that showed it paid for the first time */
    | "paid"
    /** the last answer: those before it are not kept */
    | "answered"
    | "superseded"
    | "settled"
    | "agreed"
    | "case_opened"
    /** what was sent to the gateway, or found there */
    | "refund"
    /** a person, or the plugin, wanted money to go back */
    | "refund_wanted"
    | Exclude<CheckoutAction, "refund">
  /** The gateway's status, the case's reason, or what became of a refund. */
  detail: string | null
  /** Major units. */
  amount: number | null
  /** Who did it: an admin user's id, or the plugin; null for what happened by itself. */
  actor_id: string | null
  note: string | null
}

/** Who did what about a row. */
export interface RowAction {
  ledger_id: string
  action: CheckoutAction
  actor_id: string
  note: string | null
  created_at: Date
}

/** What happened to the attempts at one purchase, the oldest first. */
export function timeLineOf(
  rows: readonly LedgerCheckout[],
  refunds: readonly RefundIntent[],
  actions: readonly RowAction[]
): TimeLineEntry[] {
  return [
    ...rows.flatMap(momentsOf),
    ...refunds.map((refund) =>
      entry(refund.ledger_id, "refund", refund.created_at, { detail: refund.status, amount: refund.amount })
    ),
    ...actions.map(({ ledger_id, action, created_at, actor_id, note }) =>
      entry(ledger_id, action === "refund" ? "refund_wanted" : action, created_at, { actor_id, note })
    ),
  ].sort((a, b) => new Date(a.at).getTime() - new Date(b.at).getTime())
}

function momentsOf(row: LedgerCheckout): TimeLineEntry[] {
  const isCreated = row.checkout_id !== null
  const moments: [TimeLineEntry["what"], Date | null, string | null][] = [
    [isCreated || row.status === "creating" ? "created" : "not_created", row.created_at, null],
    ["paid", row.paid_at, null],
    ["answered", row.last_checked_at, row.gateway_status],
    ["superseded", row.superseded_at, null],
    ["settled", row.settled_at, null],
    ["agreed", row.agreed_at, null],
    ["case_opened", row.attention_at, row.attention ?? row.resolved_as?.split(":")[0] ?? null],
  ]
  return moments.flatMap(([what, at, detail]) => (at === null ? [] : [entry(row.id, what, at, { detail })]))
}

function entry(
  id: string,
  what: TimeLineEntry["what"],
  at: Date,
  more: Partial<Pick<TimeLineEntry, "detail" | "amount" | "actor_id" | "note">>
): TimeLineEntry {
  return { detail: null, amount: null, actor_id: null, note: null, ...more, id, what, at }
}
