import type { LedgerCheckout } from "./ledger"

/** Why the three books of a checkout do not show the same, or why it stands in the statement although they do. */
export const DIFFERENCES = [
  /** the job is at it: nothing is to be done */
  "waits",
  /** it is a case: a person is asked */
  "case",
  /** a person has closed it, and the difference is left */
  "closed",
  /** nobody was asked yet, and nobody is at it */
  "unseen",
] as const

export type Difference = (typeof DIFFERENCES)[number]

/** Which of them a row is whose books differ. */
export function differenceOf(row: Pick<LedgerCheckout, "attention" | "resolved_at" | "next_check_at">): Difference {
  if (row.attention !== null) {
    return "case"
  }
  if (row.resolved_at !== null) {
    return "closed"
  }
  return row.next_check_at === null ? "unseen" : "waits"
}
