import { DAY_MS, backoffMs } from "./check-times"

/** The kinds of tasks, and whether each is standing: it recurs and has no subject. */
const IS_STANDING = {
  /** an order that is paid later: its link, its mail, its cancelling */
  process_unpaid_order: false,
  /** a subscription whose create call was not answered: whether the gateway has it */
  search_subscription: false,
  /** reports new cases: the admin's bell, and mails to the addresses in the options */
  notify_cases: true,
  /** what is still open, and reserved money: one mail a day, and the bell for the money */
  send_daily_mail: true,
  /** a mail of the outbox */
  send_mail: false,
  /** a reminder: a kind of its own, so that thousands that are due at once do not delay the other mails */
  send_reminder: false,
  /** notifies people of pay links that expired unpaid */
  notify_expired_links: true,
  /** finds interrupted refunds: each payment with one gets a task of the next kind */
  find_interrupted_refunds: true,
  /** finishes a payment's interrupted refunds */
  finish_interrupted_refunds: false,
  /** adds the credit for an order's latest refunds, if Medusa has not added it */
  add_credit_lines: false,
  /** the gateway's lists: paid checkouts that the ledger does not know */
  sweep: true,
  /** public addresses, leases and mails to the shop whose time is over */
  delete_expired: true,
  /** what is kept of customers who are no longer in Medusa */
  erase_gone_customers: true,
} as const

/** What each does: WORK in workflows/tasks/task-work.ts. */
export type TaskKind = keyof typeof IS_STANDING

export const TASK_KINDS = Object.keys(IS_STANDING) as TaskKind[]

/** There is one task of each, without a subject. */
export const STANDING_KINDS: readonly TaskKind[] = TASK_KINDS.filter((kind) => IS_STANDING[kind])

/** The subject of a standing task. */
export const NO_SUBJECT = ""

/** After this many failures, about a day, a person is notified and the task runs only once a day. */
const MOST_ATTEMPTS = 13

/** When a task that has failed runs again, in ms: by its backoff, and daily once it is given up. */
export function retryAfterMs(attempts: number): number {
  return isGivenUp(attempts) ? DAY_MS : backoffMs(attempts)
}

export function isGivenUp(attempts: number): boolean {
  return attempts >= MOST_ATTEMPTS
}
