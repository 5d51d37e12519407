import type { WebcheckoutCase } from "../models/case"
import type { RowOf } from "../table"
import type { AttentionReason } from "./case-reasons"
import type { LedgerCheckout } from "./ledger"

/** A case as it is stored: open until `closed_at`. */
export type CaseRow = Omit<RowOf<typeof WebcheckoutCase>, "reason" | "said" | "created_at"> & {
  reason: AttentionReason
  said: Answer
}

/** The payment with this case as its `attention`. */
export function withCase(row: LedgerCheckout, one: Pick<CaseRow, "reason" | "opened_at">): LedgerCheckout {
  return { ...row, attention: one.reason, attention_at: one.opened_at }
}

type Answer = Pick<LedgerCheckout, "gateway_status" | "total_refunded" | "gateway_amount">

/** The facts of a case as text: the reason and the gateway's answer. */
export function caseOf(row: Answer, reason: AttentionReason): string {
  return `${reason}:${factsOf(row)}`
}

/** The tag of an open case. It changes with the gateway's answer and when the case is opened anew. Null without a case. */
export function seenAs(row: Answer & Pick<LedgerCheckout, "attention" | "attention_at">): string | null {
  const openedAt = row.attention_at === null ? "" : new Date(row.attention_at).getTime()
  return row.attention && [caseOf(row, row.attention), openedAt].join("@")
}

function factsOf({ gateway_status, total_refunded, gateway_amount }: Answer): string {
  return [gateway_status, total_refunded, gateway_amount].join(":")
}

/** Whether two answers of the gateway about a row are equal. */
export function isSameAnswer(before: Answer, now: Answer): boolean {
  return factsOf(before) === factsOf(now)
}

/**
 * Whether a person has closed the row's case and the gateway's answer is unchanged: no further action is taken. A `refund_missing` that was
 * opened since then does not undo this for a row that is not settled.
 */
export function isClosedCase(row: LedgerCheckout): boolean {
  const isClosed = row.resolved_at !== null || (row.attention === "refund_missing" && row.status !== "settled")
  const [, ...facts] = (row.resolved_as ?? "").split(":")
  return isClosed && facts.join(":") === factsOf(row)
}

/** The reason for a wrong amount: `paid_after_superseded` if Medusa had replaced the page, else `amount_mismatch`. */
export function mismatchReason({ payment_session_id }: Pick<LedgerCheckout, "payment_session_id">): AttentionReason {
  return payment_session_id === null ? "paid_after_superseded" : "amount_mismatch"
}
