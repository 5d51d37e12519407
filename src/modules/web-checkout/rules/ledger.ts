import type { WebcheckoutRefund } from "../models/refund"
import type { WebcheckoutCheckout } from "../models/checkout"
import type { RowOf } from "../table"
import type { CheckoutStatus } from "../../../gateway/statuses"
import type { Money } from "../../../gateway/money"

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

/**
 * One row of the ledger, as the flows read it; its columns are explained in models/checkout. Amounts in major units; `raw_amount.value` is the
 * exact decimal.
 */
export type LedgerCheckout = Omit<RowOf<typeof WebcheckoutCheckout>, "gateway_status"> & {
  gateway_status: CheckoutStatus | null
  raw_amount: Record<string, unknown>
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
export type RefundIntent = RowOf<typeof WebcheckoutRefund>

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
