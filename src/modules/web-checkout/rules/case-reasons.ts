/**
 * Why a row needs a person. A new reason: here, in `REASONS` below, in both files of src/texts, and in a migration, since the column `attention` of
 * the ledger lists them.
 */
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
  "inconsistent",
] as const

/** Why a ledger row needs a person: one of the reasons that the README lists. */
export type AttentionReason = (typeof ATTENTION_REASONS)[number]

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
