import type { AttentionReason } from "./case-reasons"
import type { CheckoutStatus } from "../../../gateway/statuses"
import type { Money } from "./money"

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

/** In what an answer of the gateway may differ from what was sent. */
export const MISMATCHES = ["request", "amount", "currency"] as const

/** Something may still become of a row in one of these. */
export const UNFOLLOWED: readonly LedgerStatus[] = ["creating", "unknown", "open", "superseded"]

/** One row of the ledger, as the flows read it. Amounts in major units; `raw_amount.value` is the exact decimal. */
export interface LedgerCheckout {
  id: string
  request_id: string
  payment_session_id: string | null
  payment_collection_id: string
  provider_id: string
  cart_id: string | null
  order_id: string | null
  /** The first pay link that it was begun or gone on with. */
  pay_link_id: string | null
  order_reference: string
  /** The orderId that the gateway was sent: it names this payment. */
  gateway_order_id: string
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
  /** What the gateway says the checkout is over; null until it was asked. */
  gateway_amount: number | null
  /** In what the last answer differs from what was sent; null where it does not, and before the first. */
  mismatch: (typeof MISMATCHES)[number] | null
  /** What the gateway has said it has given back; null where it never did. Kept while its later answers do not tell. */
  total_refunded: number | null
  /** Its last answer told that amount. */
  is_refund_told: boolean
  failure: string | null
  /** The reason of the first open case. */
  attention: AttentionReason | null
  /** When that case was opened. */
  attention_at: Date | null
  /** How the shopper paid, where the gateway says so. */
  payment_method: string | null
  last_checked_at: Date | null
  next_check_at: Date | null
  check_count: number
  settle_failures: number
  /** After a failure: Medusa is not asked to follow before this, but by a person. */
  follow_after: Date | null
  closing_at: Date | null
  /** When a person has closed the last case; null while one is open. */
  resolved_at: Date | null
  /** What that case was about. */
  resolved_as: string | null
  superseded_at: Date | null
  settled_at: Date | null
  /** When the gateway was first seen to have taken the money. */
  paid_at: Date | null
  /** What Medusa's books showed as captured when they were last compared; null until they were. */
  medusa_captured: number | null
  /** The same of what Medusa's refunds showed as given back. */
  medusa_refunded: number | null
  /** When Medusa's books were last found to agree with the gateway's; null until they do. */
  agreed_at: Date | null
  /** When the gateway was asked that first said the money is reserved; null while it is not. */
  reserved_at: Date | null
  /** When the gateway was asked that first said it has ended unpaid; null while it has not. */
  ended_at: Date | null
  /** An answer that takes back what was known of the money, while it is not confirmed. */
  doubted_answer: string | null
  /** When it was first asked for. */
  doubted_at: Date | null
  /** When a row that is settled, or has ended unpaid, is looked at once more: it may be refunded, or paid, at the gateway. */
  watch_at: Date | null
  created_at: Date
  updated_at: Date
}

/** What is bought: the cart, the order that owes something, or a collection that belongs to neither. */
export type PurchaseKey =
  { cart_id: string } | { order_id: string } | { payment_collection_id: string } | { order_reference: string }

/** What a person, or the plugin, did about a row. */
export const ACTIONS = ["sync", "place_order", "resolve", "record_refund", "refund"] as const

export type CheckoutAction = (typeof ACTIONS)[number]

/** What the database writes down of a row when it changes. */
export const MOMENTS = [
  /** the row was assigned to a payment session; rules/time-line decides whether its page was shown */
  "handed_out",
  /** the gateway answered something else than before: the status, what was given back, or the amount */
  "answered",
  "case_opened",
  /** the case is over, or has become another; an action beside it says who closed it */
  "case_ended",
] as const

/** Who acts when no person does. */
export const PLUGIN_ACTOR = "webcheckout"

/** A refund that was sent, or was about to be sent, to the gateway. */
export interface RefundIntent {
  id: string
  ledger_id: string
  kind: RefundKind
  /** Medusa's refund; null while it has none. */
  refund_id: string | null
  amount: number
  /** The gateway's `totalRefunded` before the call: what tells afterwards whether it happened. */
  refunded_before: number
  status: RefundIntentStatus
  created_at: Date
}

export const REFUND_INTENT_STATUSES = [
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

export type RefundIntentStatus = (typeof REFUND_INTENT_STATUSES)[number]

export const REFUND_KINDS = [
  /** Medusa's */
  "medusa",
  /** a person gives a case's money back: Medusa's refund follows, should it have a payment */
  "case",
  /** the plugin gives a payment back whose order could not be placed */
  "out_of_stock",
  /** made in the gateway's dashboard, until Medusa has a refund for it */
  "outside",
] as const

export type RefundKind = (typeof REFUND_KINDS)[number]

/** Whether a refund is sent without one of Medusa's. */
export function isPluginsOwnRefund({ kind }: Pick<RefundIntent, "kind">): boolean {
  return kind === "case" || kind === "out_of_stock"
}

/**
 * Whether an intent is the refund that is meant. Medusa's id tells it, where Medusa has one; two that Medusa has none of are two refunds all
 * the same.
 */
export function isSameRefund(
  intent: Pick<RefundIntent, "id" | "refund_id">,
  meant: { intent_id?: string; refund_id: string | null }
): boolean {
  return intent.id === meant.intent_id || (meant.refund_id !== null && intent.refund_id === meant.refund_id)
}

/** The amount of a row as the decimal text it was stored with. */
export function exactAmount(row: Pick<LedgerCheckout, "amount" | "raw_amount">): string {
  const { value } = row.raw_amount
  return typeof value === "string" || typeof value === "number" ? String(value) : String(row.amount)
}

/** What a row's checkout was created for. */
export function moneyOf(row: Pick<LedgerCheckout, "amount" | "raw_amount" | "currency_code">): Money {
  return { amount: exactAmount(row), currency_code: row.currency_code }
}
