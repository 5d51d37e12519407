import { ATTENTION_REASONS, type AttentionReason, type LedgerCheckout } from "./ledger"

/** What holds for a reason, wherever its case is opened. Its texts are in src/texts. */
export interface ReasonRules {
  /** its case ends when Medusa's amounts agree with the gateway's; any other only a person closes */
  endsByAgreement: boolean
  /** recording the payment in Medusa does not end it: an order has taken more than it owed */
  outlivesSettling: boolean
  /** it is opened before its payment is booked, so that it stands if the booking fails */
  precedesBooking: boolean
  /** its case may end with a refund */
  isAboutRefund: boolean
  /** reasons that are wrong where this one holds: its case ends theirs */
  excludes?: AttentionReason[]
}

// prettier-ignore
export const REASONS: Record<AttentionReason, ReasonRules> = {
  paid_without_order: { endsByAgreement: true, outlivesSettling: false, precedesBooking: false, isAboutRefund: true },
  paid_after_superseded: { endsByAgreement: false, outlivesSettling: false, precedesBooking: false, isAboutRefund: true },
  paid_twice: { endsByAgreement: false, outlivesSettling: false, precedesBooking: false, isAboutRefund: true },
  amount_mismatch: { endsByAgreement: false, outlivesSettling: true, precedesBooking: true, isAboutRefund: true },
  partially_refunded: { endsByAgreement: true, outlivesSettling: false, precedesBooking: false, isAboutRefund: true },
  refunded_outside: { endsByAgreement: true, outlivesSettling: false, precedesBooking: false, isAboutRefund: false, excludes: ["refund_missing"] },
  refund_missing: { endsByAgreement: true, outlivesSettling: false, precedesBooking: false, isAboutRefund: true, excludes: ["refunded_outside", "partially_refunded"] },
  canceled_not_refunded: { endsByAgreement: true, outlivesSettling: false, precedesBooking: false, isAboutRefund: true },
  unanswered: { endsByAgreement: true, outlivesSettling: false, precedesBooking: false, isAboutRefund: false },
  authorization_lost: { endsByAgreement: true, outlivesSettling: false, precedesBooking: false, isAboutRefund: false },
  inconsistent: { endsByAgreement: false, outlivesSettling: false, precedesBooking: false, isAboutRefund: false },
}

/** The reasons of which a rule holds. */
export function reasonsThat(rule: Exclude<keyof ReasonRules, "excludes">): AttentionReason[] {
  return ATTENTION_REASONS.filter((reason) => REASONS[reason][rule])
}

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
