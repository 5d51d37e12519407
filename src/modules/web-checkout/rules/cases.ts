import type { AttentionReason, LedgerCheckout } from "./ledger"

/** What happened and what to do about it, in plain words; in English here, in Arabic with the admin's texts. */
export const ATTENTION_ADVICE: Record<AttentionReason, string> = {
  paid_without_order:
    "The payment is made, and Medusa could not place the order: out of stock, a cart that is gone, or a failing step. Mend the cause and place the order, or give the money back.",
  paid_after_superseded:
    "The shopper paid on a page of an earlier attempt, and the cart is no longer what was paid. Give the money back, or agree with the shopper on an order and close the case.",
  paid_twice: "The same purchase was paid twice. Give this payment back.",
  amount_mismatch:
    "What was paid, or the cart's total, is not what the payment was begun for; or a part that a pay link asked for was paid twice. Compare it with what the order owes before you send anything.",
  partially_refunded: "The payment service shows a partial refund. Compare it with the order before you send anything.",
  refunded_outside: "Money went back that Medusa does not show. Record the refund: nothing is sent then.",
  refund_missing:
    "Medusa shows a refund that the payment service has not made. Give the money back, or refund it in the payment service's dashboard and ask again.",
  canceled_not_refunded:
    "The order is cancelled, and the payment service still holds its money. Give it back, or void it in the payment service's dashboard, then ask now.",
  unanswered:
    "The payment service no longer gives a usable answer about this payment. Look for it in its dashboard by the reference or the checkout ID.",
  authorization_lost: "The order was placed for a reserved amount that has lapsed. Do not send it unpaid.",
}

/** What each reason is, in a few words: the subject of what people are told. */
export const ATTENTION_TITLE: Record<AttentionReason, string> = {
  paid_without_order: "Paid, and there is no order",
  paid_after_superseded: "Paid on an earlier page",
  paid_twice: "Paid a second time",
  amount_mismatch: "Another amount than was asked for",
  partially_refunded: "Refunded in part",
  refunded_outside: "Refunded outside Medusa",
  refund_missing: "A refund that was not made",
  canceled_not_refunded: "Cancelled, and the money was kept",
  unanswered: "No usable answer",
  authorization_lost: "The reserved amount has lapsed",
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

/** Stands for whatever the case was, in rows that were closed before cases were told apart. */
const ANY_CASE = "any"

/** Whether a case is the one that a person has closed: the same reason, and the gateway says the same. */
export function isResolvedCase(row: LedgerCheckout, reason: AttentionReason): boolean {
  return row.resolved_at !== null && isAsResolved(row) && [reason, ANY_CASE].includes(resolvedReason(row))
}

/** Whether the gateway still says what it said when a person closed the case. */
export function isAsResolved(row: LedgerCheckout): boolean {
  const [, ...facts] = (row.resolved_as ?? "").split(":")
  // Rows that were closed by an earlier version say nothing of the amount.
  return row.resolved_as === null || facts.join(":") === factsOf(row).slice(0, facts.length).join(":")
}

/** A person has closed its case, and the gateway still says what it said then: nothing more is done about it. */
export function isClosedCase(row: LedgerCheckout): boolean {
  return row.resolved_at !== null && isAsResolved(row)
}

function resolvedReason({ resolved_as }: LedgerCheckout): string {
  return resolved_as === null ? ANY_CASE : resolved_as.split(":")[0]
}

/** Which case it is when what was paid is not what is due: of a page that Medusa had given up, or of the one that stood. */
export function mismatchReason({ payment_session_id }: Pick<LedgerCheckout, "payment_session_id">): AttentionReason {
  return payment_session_id === null ? "paid_after_superseded" : "amount_mismatch"
}
