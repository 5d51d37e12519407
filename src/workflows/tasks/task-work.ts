import type { MedusaContainer } from "@medusajs/framework/types"
import type { TaskKind } from "../../modules/web-checkout/rules/tasks"
import type { Task } from "../../modules/web-checkout/services/tasks"
import { sendMail } from "../mail/send-mail"
import { notifyOfCases } from "../notice/notify-of-cases"
import { sendDailyMail } from "../notice/daily-mail"
import { processUnpaid } from "../pay-later/process-unpaid"
import { notifyOfExpiredLinks } from "../pay-link/expired-links"
import { addCreditLines } from "../refund/add-credit-lines"
import { findInterruptedRefunds, finishInterruptedRefunds } from "../refund/find-interrupted-refunds"
import { eraseGoneCustomers } from "../subscription/erase-subscriber"
import { searchUnconfirmed } from "../subscription/search-unconfirmed"
import { sweepDaily } from "../sweep/sweep"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { inADay } from "../../modules/web-checkout/rules/check-times"

/**
 * Does the work of one task. It must be idempotent: it runs again if its process dies. Work that takes longer than 90 s keeps running, but
 * its answer is ignored and it runs again.
 *
 * @param task what it is about, empty for a standing kind; and what it remembers
 * @returns when it is due again; null deletes the task
 * @throws anything: it is logged, and the task runs again after 30 s, then twice as long each time, up to 6 h. A task that has failed for
 * about a day is notified, and runs once a day. A AccountRestingError is not logged: the task runs again at its `until`
 */
type Work = (container: MedusaContainer, task: Task) => Promise<Date | null>

/** What is done about each kind of task. */
export const WORK: Record<TaskKind, Work> = {
  process_unpaid_order: processUnpaid,
  search_subscription: searchUnconfirmed,
  notify_cases: notifyOfCases,
  send_daily_mail: sendDailyMail,
  send_mail: sendMail,
  send_reminder: sendMail,
  notify_expired_links: notifyOfExpiredLinks,
  find_interrupted_refunds: findInterruptedRefunds,
  finish_interrupted_refunds: finishInterruptedRefunds,
  add_credit_lines: addCreditLines,
  sweep: sweepDaily,
  delete_expired: deleteExpired,
  erase_gone_customers: eraseGoneCustomers,
}

/** How many rows are deleted at a time: no statement locks its rows for long. */
const BATCH = 1000

/** Deletes expired public URLs, leases and mails to the shop. @returns when it is due again */
async function deleteExpired(container: MedusaContainer): Promise<Date> {
  const { tokens, leases, mails } = container.resolve(WEB_CHECKOUT)
  let isMore = true
  while (isMore) {
    const deleted = [
      await tokens.deleteExpired(BATCH),
      await leases.deleteExpired(BATCH),
      await mails.deleteExpired(BATCH),
    ]
    isMore = deleted.some((count) => count >= BATCH)
  }
  return inADay()
}
