import type { AttentionReason } from "./case-reasons"
import type { LedgerCheckout } from "./ledger"

/** A case as it is stored: open until `closed_at`. */
export interface CaseRow {
  id: string
  ledger_id: string
  reason: AttentionReason
  /** What the gateway had said when it was opened; amounts in major units. */
  said: Answer
  opened_at: Date
  told_at: Date | null
  closed_at: Date | null
  /** An admin user's id; null where it ended by itself. */
  closed_by: string | null
  note: string | null
  /** What it was about when a person closed it (`caseOf`). */
  closed_as: string | null
}

/** A payment as it looks to whoever deals with this one of its cases. */
export function withCase(row: LedgerCheckout, { reason, opened_at }: CaseRow): LedgerCheckout {
  return { ...row, attention: reason, attention_at: opened_at }
}

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

/** Whether the gateway still says what it said when a person closed the case. */
export function isAsResolved(row: LedgerCheckout): boolean {
  const [, ...facts] = (row.resolved_as ?? "").split(":")
  return facts.join(":") === factsOf(row).join(":")
}

/** A person has closed its case, and the gateway still says what it said then: nothing more is done about it. */
export function isClosedCase(row: LedgerCheckout): boolean {
  return row.resolved_at !== null && isAsResolved(row)
}

/** The reason where the amount paid is not the amount due: `paid_after_superseded` of a page that Medusa had replaced, else `amount_mismatch`. */
export function mismatchReason({ payment_session_id }: Pick<LedgerCheckout, "payment_session_id">): AttentionReason {
  return payment_session_id === null ? "paid_after_superseded" : "amount_mismatch"
}
