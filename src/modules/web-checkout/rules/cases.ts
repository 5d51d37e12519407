import type { AttentionReason, LedgerCheckout } from "./ledger"

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

/** What each reason is, in a few words: the subject of what people are told. */
export const ATTENTION_TITLE: Record<AttentionReason, string> = {
  paid_without_order: "Paid, and there is no order",
  paid_after_superseded: "Paid on a page of an earlier attempt",
  paid_twice: "Paid a second time",
  amount_mismatch: "Another amount than was asked for",
  partially_refunded: "Refunded in part",
  refunded_outside: "Refunded outside Medusa",
  refund_missing: "A refund that the payment service has not made",
  canceled_not_refunded: "Cancelled, and the money was kept",
  unanswered: "No usable answer about a payment",
  authorization_lost: "An authorization that has lapsed",
}

/** The cases that are over by themselves once Medusa's books agree with the gateway's; the others only a person closes. */
export const ENDED_BY_AGREEMENT: readonly AttentionReason[] = [
  "paid_without_order",
  "partially_refunded",
  "refunded_outside",
  "refund_missing",
  "canceled_not_refunded",
  "unanswered",
  "authorization_lost",
]

/** The cases that settling does not end: an order has taken more than it owed. All others are over when Medusa has followed. */
export const OUTLIVING_SETTLING: readonly AttentionReason[] = ["amount_mismatch"]

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

/** Which case it is when what was paid is not what is due: of a page that Medusa had given up, or of the one that stood. */
export function mismatchReason({ payment_session_id }: Pick<LedgerCheckout, "payment_session_id">): AttentionReason {
  return payment_session_id === null ? "paid_after_superseded" : "amount_mismatch"
}
