import type { CheckoutStatus } from "../../gateway/statuses"

/** Where a ledger row stands. The gateway's own word for the checkout is in `gateway_status`. */
export const LEDGER_STATUSES = [
  /** committed before the create call; the call has not answered */
  "creating",
  /** the gateway has not created it, and said so or was never asked */
  "rejected",
  /** the create call may have happened; nobody was shown the page */
  "unknown",
  /** a payment session stands for it */
  "open",
  /** Medusa deleted its payment session; it may still be paid */
  "superseded",
  /** Medusa has followed: the payment is recorded, the order (where there is a cart) is placed */
  "settled",
  /** definitely unpaid, or given back in full before it was settled */
  "closed",
] as const

export type LedgerStatus = (typeof LEDGER_STATUSES)[number]

/** Why a row needs a person, and what that person can do. The words are shown in the admin. */
export const ATTENTION_REASONS = [
  "paid_without_order",
  "paid_after_superseded",
  "paid_twice",
  "amount_mismatch",
  "partially_refunded",
  "refunded_outside",
  "refund_missing",
  "canceled_not_refunded",
  "unanswered",
  "authorization_lost",
] as const

export type AttentionReason = (typeof ATTENTION_REASONS)[number]

/** One row of the ledger, as the flows read it. Amounts in major units; `raw_amount.value` is the exact decimal. */
export interface LedgerCheckout {
  id: string
  request_id: string
  payment_session_id: string | null
  payment_collection_id: string
  provider_id: string
  cart_id: string | null
  order_id: string | null
  order_reference: string
  environment: string
  account: string
  checkout_id: string | null
  display_id: string | null
  redirect_url: string | null
  amount: number
  raw_amount: Record<string, unknown>
  currency_code: string
  status: LedgerStatus
  gateway_status: CheckoutStatus | null
  /** What the gateway says it has given back; null where it does not say. */
  total_refunded: number | null
  failure: string | null
  attention: AttentionReason | null
  last_checked_at: Date | null
  next_check_at: Date | null
  check_count: number
  settle_failures: number
  /** After a failure: Medusa is not asked to follow before this, but by a person. */
  follow_after: Date | null
  closing_at: Date | null
  resolved_at: Date | null
  /** What the case was that a person has closed; another one is told again. */
  resolved_as: string | null
  superseded_at: Date | null
  settled_at: Date | null
  /** When Medusa's books were last found to agree with the gateway's; null until they do. */
  agreed_at: Date | null
  /** When a row that is settled is looked at once more: a refund may be made in the gateway's dashboard. */
  watch_at: Date | null
  created_at: Date
  updated_at: Date
}

/** What to do about each reason, in plain words. */
export const ATTENTION_ADVICE: Record<AttentionReason, string> = {
  paid_without_order:
    "The payment is made, and Medusa would not place the order or book the payment (out of stock, a cart that is gone, or a failing step). Mend the cause and place the order, or refund the payment in the payment service's dashboard and sync.",
  paid_after_superseded:
    "The shopper paid on a page of an earlier attempt, and the cart is no longer the one that was paid. Refund the payment and sync, or agree with the shopper on an order and resolve.",
  paid_twice: "The purchase was paid a second time. Refund this payment in the payment service's dashboard, then sync.",
  amount_mismatch:
    "What the payment service reports, or the cart's total, is not what the checkout was created for. Compare these with what the order owes before sending anything.",
  partially_refunded: "The payment service shows a partial refund. Compare it with the order before sending anything.",
  refunded_outside:
    "Money went back that Medusa's refunds do not show. Record the refund: nothing is sent to the payment service then.",
  refund_missing:
    "Medusa shows a refund that the payment service does not: the process ended while it was being made. Refund the payment in the payment service's dashboard, then sync.",
  canceled_not_refunded:
    "The order is cancelled, and the payment service still holds its money; Medusa's books may show a refund that nobody made. Refund or void the payment in the payment service's dashboard, then ask it here once more.",
  unanswered:
    "The payment service no longer gives a usable answer about this payment. Look for it in its dashboard, by the order reference or the checkout's id.",
  authorization_lost: "The order was placed for an authorized payment that has lapsed. Do not send it unpaid.",
}

/** What a person, or the plugin, did about a row. */
export const ACTIONS = ["sync", "place_order", "resolve", "record_refund", "refund"] as const

export type CheckoutAction = (typeof ACTIONS)[number]

/** Who acts when no person does. */
export const PLUGIN_ACTOR = "webcheckout"

/** A refund that was sent, or was about to be sent, to the gateway. */
export interface LedgerRefund {
  id: string
  ledger_id: string
  /** Medusa's id of the refund; `stock:…` and `outside:…` for those that Medusa has none of. */
  refund_id: string
  amount: number
  /** The gateway's `totalRefunded` before the call: what tells afterwards whether it happened. */
  refunded_before: number
  status: RefundStatus
  check_count: number
  created_at: Date
}

export const REFUND_STATUSES = [
  "open",
  "done",
  "rejected",
  /** never reached the gateway */
  "void",
  /** Medusa's refund without the gateway's, which a person was told of */
  "reported",
  /** the gateway's refund without Medusa's: the next one of the same amount is this one */
  "unclaimed",
] as const

export type RefundStatus = (typeof REFUND_STATUSES)[number]

export const CHECKOUT_EVENTS = {
  /** `{ id, order_id }` */
  SETTLED: "webcheckout.checkout.settled",
  /** `{ id, reason }` */
  ATTENTION: "webcheckout.checkout.attention",
} as const

/** What a case is about: the reason, and what the gateway said when it was one. */
export function caseOf(
  row: Pick<LedgerCheckout, "gateway_status" | "total_refunded">,
  reason: AttentionReason
): string {
  return [reason, row.gateway_status ?? "", row.total_refunded ?? ""].join(":")
}

/** Stands for whatever the case was, in rows that were closed before cases were told apart. */
const ANY_CASE = "any"

/** Whether a case is the one that a person has closed: the same reason, and the gateway says the same. */
export function isResolvedCase(row: LedgerCheckout, reason: AttentionReason): boolean {
  return row.resolved_at !== null && isAsResolved(row) && [reason, ANY_CASE].includes(resolvedReason(row))
}

/** Whether the gateway still says what it said when a person closed the case. */
export function isAsResolved(row: LedgerCheckout): boolean {
  const [, ...facts] = (row.resolved_as ?? "").split(":")
  return row.resolved_as === null || facts.join(":") === `${row.gateway_status ?? ""}:${row.total_refunded ?? ""}`
}

function resolvedReason({ resolved_as }: LedgerCheckout): string {
  return resolved_as === null ? ANY_CASE : resolved_as.split(":")[0]
}

/** The amount of a row as the decimal text it was stored with. */
export function exactAmount(row: Pick<LedgerCheckout, "amount" | "raw_amount">): string {
  const { value } = row.raw_amount
  return typeof value === "string" || typeof value === "number" ? String(value) : String(row.amount)
}
