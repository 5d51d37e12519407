import type { AttentionReason, LedgerCheckout } from "./ledger"

/** What happened and what to do about it, in plain words; in English here, in Arabic with the admin's texts. */
export const ATTENTION_ADVICE: Record<AttentionReason, string> = {
  paid_without_order:
    "Fix the cause (for example, an item out of stock or a failing workflow step) and create the order. If the cart was deleted, refund the payment. The payment succeeded, but Medusa could not create its order.",
  paid_after_superseded:
    "Refund the payment, or agree on an order with the shopper and close the case. The shopper paid on the page of an earlier attempt, and the cart has changed since.",
  paid_twice: "Refund this payment. The same purchase was paid twice.",
  amount_mismatch:
    "Compare the payment with the order before you ship anything. Refund the difference on the order's page, or close the case with a note. If there is no order, refund the payment or agree on an order with the shopper. The paid amount or the cart's total differs from the requested amount, the order received more than it owes, or a deposit was paid twice.",
  partially_refunded:
    "If the payment has no order, refund the rest, or agree on an order with the shopper and close the case. If it has an order, compare the two before you ship anything, then record the refund if this page offers it; otherwise close the case. Part of the payment was refunded before its order was created, or the payment service no longer reports a refund.",
  refunded_outside:
    "Record the refund: the payment service reports a refund that Medusa does not show. Recording it sends nothing.",
  refund_missing:
    "Refund the payment here, or refund it in the payment service's dashboard and then refresh the status. Medusa shows a refund that the payment service has not made.",
  canceled_not_refunded:
    "Refund the payment here, or refund or void it in the payment service's dashboard and then refresh the status. The order is cancelled, but the payment service still holds the money.",
  unanswered:
    "Search for the payment in the payment service's dashboard by its reference or checkout ID. Then refresh the status, or close the case. The payment service no longer gives a usable answer about this payment.",
  authorization_lost:
    "Do not ship this order before it is paid. The reservation of its amount has expired. Ask for the payment again with a pay link, or cancel the order.",
}

/** What each reason is, in a few words: the subject of what people are told. */
export const ATTENTION_TITLE: Record<AttentionReason, string> = {
  paid_without_order: "Paid without an order",
  paid_after_superseded: "Paid on an earlier payment page",
  paid_twice: "Paid twice",
  amount_mismatch: "Amounts do not match",
  partially_refunded: "Partial refund to check",
  refunded_outside: "Refunded outside Medusa",
  refund_missing: "Refund not made",
  canceled_not_refunded: "Cancelled but not refunded",
  unanswered: "No usable answer from the payment service",
  authorization_lost: "Reservation expired",
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

/** The cases that are opened before their payment is booked, so that they stand if the booking fails. */
export const OPENED_BEFORE_BOOKING: readonly AttentionReason[] = ["amount_mismatch"]

type Answer = Pick<LedgerCheckout, "gateway_status" | "total_refunded" | "gateway_amount">

/** What a case is about: the reason, and what the gateway said when it was one. */
export function caseOf(row: Answer, reason: AttentionReason): string {
  return [reason, ...factsOf(row)].join(":")
}

/** An open case as somebody has seen it: with another answer, or opened once more, it is another. Null where there is none. */
export function seenAs(row: Answer & Pick<LedgerCheckout, "attention" | "attention_at">): string | null {
  const openedAt = row.attention_at === null ? "" : new Date(row.attention_at).getTime()
  return row.attention && [caseOf(row, row.attention), openedAt].join("@")
}

function factsOf({ gateway_status, total_refunded, gateway_amount }: Answer): string[] {
  return [gateway_status, total_refunded, gateway_amount].map((fact) => String(fact ?? ""))
}

/** Whether the gateway says the same of a row as before. */
export function isSameAnswer(before: Answer, now: Answer): boolean {
  return factsOf(before).join(":") === factsOf(now).join(":")
}

/** Whether a case is the one that a person has closed: the same reason, and the gateway says the same. */
export function isResolvedCase(row: LedgerCheckout, reason: AttentionReason): boolean {
  return row.resolved_at !== null && row.resolved_as === caseOf(row, reason)
}

/** Whether the gateway still says what it said when a person closed the case. */
export function isAsResolved(row: LedgerCheckout): boolean {
  const [, ...facts] = (row.resolved_as ?? "").split(":")
  return facts.join(":") === factsOf(row).join(":")
}

/** A person has closed its case, and the gateway still says what it said then: nothing more is done about it. */
export function isClosedCase(row: LedgerCheckout): boolean {
  return row.resolved_at !== null && isAsResolved(row)
}

/** Which case it is when what was paid is not what is due: of a page that Medusa had given up, or of the one that stood. */
export function mismatchReason({ payment_session_id }: Pick<LedgerCheckout, "payment_session_id">): AttentionReason {
  return payment_session_id === null ? "paid_after_superseded" : "amount_mismatch"
}
