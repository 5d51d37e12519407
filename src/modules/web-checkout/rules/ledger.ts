import type { AttentionReason } from "./case-reasons"
import type { CheckoutStatus } from "../../../gateway/statuses"
import type { Money } from "./money"

/** The status of a ledger row. The gateway's status of the checkout is in `gateway_status`. */
export const LEDGER_STATUSES = [
  /** committed before the create call; the call has not answered */
  "creating",
  /** the gateway has not created it, and said so or was never asked */
  "rejected",
  /** the create call may have succeeded; the page was never shown */
  "unknown",
  /** it belongs to a payment session */
  "open",
  /** Medusa deleted its payment session; it may still be paid */
  "superseded",
  /** Medusa has recorded the payment and, if there is a cart, placed the order */
  "settled",
  /** definitely unpaid, or refunded in full before it was settled */
  "closed",
] as const

export type LedgerStatus = (typeof LEDGER_STATUSES)[number]

/** The fields in which an answer of the gateway may differ from the request. */
export const MISMATCHES = ["request", "amount", "currency"] as const

/** Statuses in which a row may still be paid and is not settled. */
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
  /** The first pay link through which the checkout was started or continued. */
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
  /** The checkout's amount at the gateway; null until the gateway was asked. */
  gateway_amount: number | null
  /** The field in which the last answer differs from the request; null if none does, and before the first answer. */
  mismatch: (typeof MISMATCHES)[number] | null
  /** The refunded amount that the gateway last reported; null if it never did. Kept if later answers do not contain it. */
  total_refunded: number | null
  /** Whether the gateway's last answer contained the refunded amount. */
  is_refund_told: boolean
  failure: string | null
  /** The reason of the first open case. */
  attention: AttentionReason | null
  /** When that case was opened. */
  attention_at: Date | null
  /** The payment method, if the gateway reports it. */
  payment_method: string | null
  last_checked_at: Date | null
  next_check_at: Date | null
  check_count: number
  settle_failures: number
  /** After a failure: updating Medusa is not retried before this time, except by a person. */
  follow_after: Date | null
  closing_at: Date | null
  /** When a person has closed the last case; null while one is open. */
  resolved_at: Date | null
  /** The facts of that case (`caseOf`). */
  resolved_as: string | null
  superseded_at: Date | null
  settled_at: Date | null
  /** When the gateway was first seen to have taken the money. */
  paid_at: Date | null
  /** The captured amount in Medusa's books at the last comparison; null before the first. */
  medusa_captured: number | null
  /** The amount of Medusa's refunds at the last comparison; null before the first. */
  medusa_refunded: number | null
  /** When Medusa's books were last found to agree with the gateway's; null until they do. */
  agreed_at: Date | null
  /** When the request was sent whose answer first showed the money as authorized; null while it is not. */
  reserved_at: Date | null
  /** When the request was sent whose answer first showed that the checkout ended unpaid; null while it has not. */
  ended_at: Date | null
  /** An unconfirmed answer that contradicts what was known of the money. */
  doubted_answer: string | null
  /** When the request for the doubted answer was first sent. */
  doubted_at: Date | null
  /** When a row that is settled or ended unpaid is checked again, because it may be refunded or paid at the gateway. */
  watch_at: Date | null
  created_at: Date
  updated_at: Date
}

/** Identifies a purchase: by its cart, its order, a payment collection without either, or its reference. */
export type PurchaseKey =
  { cart_id: string } | { order_id: string } | { payment_collection_id: string } | { order_reference: string }

/** Actions of a person or the plugin on a row. */
export const ACTIONS = ["sync", "place_order", "resolve", "record_refund", "refund"] as const

export type CheckoutAction = (typeof ACTIONS)[number]

/** Changes of a row that the database's trigger records. */
export const MOMENTS = [
  /** the row was assigned to a payment session; rules/time-line decides whether its page was shown */
  "handed_out",
  /** the gateway's answer changed: the status, the refunded amount, or the amount */
  "answered",
  "case_opened",
  /** the case was closed or has changed; a separate action entry names the person who closed it */
  "case_ended",
] as const

/** Who acts when no person does. */
export const PLUGIN_ACTOR = "webcheckout"

/** A refund that was sent, or was about to be sent, to the gateway. */
export interface RefundIntent {
  id: string
  ledger_id: string
  kind: RefundKind
  /** The id of the refund in Medusa; null while there is none. */
  refund_id: string | null
  amount: number
  /** The gateway's `totalRefunded` before the call. A higher value afterwards shows that the refund happened. */
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
  /** a refund in Medusa that the gateway has not made; reported to a person */
  "reported",
  /** a refund at the gateway without one in Medusa; the next refund of the same amount in Medusa is assigned to it */
  "unclaimed",
] as const

export type RefundIntentStatus = (typeof REFUND_INTENT_STATUSES)[number]

export const REFUND_KINDS = [
  /** Medusa's */
  "medusa",
  /** a person refunds a case's money; if Medusa has a payment, its refund is recorded afterwards */
  "case",
  /** the plugin refunds a payment whose order could not be placed */
  "out_of_stock",
  /** made in the gateway's dashboard, until Medusa has a refund for it */
  "outside",
] as const

export type RefundKind = (typeof REFUND_KINDS)[number]

/** Whether a refund is sent without a refund in Medusa. */
export function isPluginsOwnRefund({ kind }: Pick<RefundIntent, "kind">): boolean {
  return kind === "case" || kind === "out_of_stock"
}

/**
 * Whether an intent is the given refund. It is matched by the id of Medusa's refund, if there is one; two refunds without that id are
 * different refunds.
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

/** The amount and currency for which a row's checkout was created. */
export function moneyOf(row: Pick<LedgerCheckout, "amount" | "raw_amount" | "currency_code">): Money {
  return { amount: exactAmount(row), currency_code: row.currency_code }
}
