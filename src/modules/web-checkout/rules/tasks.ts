/** The kinds of work that come due by themselves. What each does: workflows/tasks/kinds.ts. */
export const TASK_KINDS = [
  /** an order that is paid later: its link, its mail, its cancelling */
  "pay_later",
  /** notices of pay links that have expired unpaid */
  "expired_links",
  /** public addresses and locks whose time is over are deleted */
  "expired_rows",
  /** what is kept of customers who are gone is erased */
  "gone_customers",
] as const

export type TaskKind = (typeof TASK_KINDS)[number]

/** The kinds that are always due again: there is one task of each, and it is about nothing in particular. */
export const STANDING_KINDS: readonly TaskKind[] = ["expired_links", "expired_rows", "gone_customers"]

/** The subject of a standing task. */
export const NO_SUBJECT = ""
