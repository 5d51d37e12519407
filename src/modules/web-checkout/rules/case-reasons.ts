/**
 * Why a row needs a person. To add a reason, add it here, in `REASONS` below, in both files of src/texts, and in a migration, because the
 * column `attention` of the ledger lists the reasons.
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

/** The rules of a reason, which hold wherever its case is opened. Its texts are in src/texts. */
export interface ReasonRules {
  /** its case is closed automatically when Medusa's amounts agree with the gateway's */
  endsByAgreement: boolean
  /** recording the payment in Medusa does not close its case, because an order was paid more than it owed */
  outlivesSettling: boolean
  /** its case is opened before the payment is booked, so that the case exists even if the booking fails */
  precedesBooking: boolean
  /** its case may end with a refund */
  isAboutRefund: boolean
  /** reasons that cannot hold together with this one: opening its case closes theirs */
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

/** The reasons with this rule. */
export function reasonsThat(rule: Exclude<keyof ReasonRules, "excludes">): AttentionReason[] {
  return ATTENTION_REASONS.filter((reason) => REASONS[reason][rule])
}
