import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { hoursAgo, inNextRound } from "../../modules/web-checkout/rules/check-times"
import { mailToShop } from "../mail/mail-to-shop"
import { ringBell } from "../medusa/notifications"
import { messageOfCase, messageOfSubscription, type Message } from "./case-mail"
import { warnOf } from "../log-failure"
import { inTest } from "./shop-mail-content"

/** More cases than a store ever has without a notification. */
const MOST_AT_ONCE = 500

/** The task: the job's next round sends the mails. @returns when it is due again */
export async function notifyOfCases(container: MedusaContainer): Promise<Date> {
  await notifyOfUntold(container)
  return inNextRound()
}

/**
 * Notifies people of cases without a notification: rings the admin's bell, and queues a mail to each address in the options. A failure does
 * not delay the other cases, and is retried in the next round. No case is notified twice: the bell and the mails have its key.
 *
 * @returns the ids of the mails
 */
export async function notifyOfUntold(container: MedusaContainer): Promise<string[]> {
  const { cases, subscriptions } = container.resolve(WEB_CHECKOUT)
  const warn = warnOf(container, "no notice of a case could be sent")
  const rows = await cases.listUntold(MOST_AT_ONCE)
  const grouped = await groupedUnanswered(container, rows)
  const accounts = [...new Set(grouped.map(({ account }) => account))]
  const notices = [
    ...accounts.map((account) => async () => {
      const ofAccount = grouped.filter((row) => row.account === account)
      await notifyOfAccount(container, { account, why: "no_usable_answer", rows: ofAccount })
      return []
    }),
    ...rows
      .filter((row) => !grouped.includes(row))
      .map((row) => async () => {
        const ids = await notify(container, messageOfCase(container, row))
        await cases.recordTold(row)
        return ids
      }),
    ...(await subscriptions.listUntold(MOST_AT_ONCE)).map((row) => async () => {
      const ids = await notify(container, messageOfSubscription(container, row))
      await subscriptions.recordTold(row)
      return ids
    }),
  ]
  const mailIds: string[] = []
  for (const notifyOfOne of notices) {
    mailIds.push(...((await notifyOfOne().catch(warn)) ?? []))
  }
  return mailIds
}

/** The bell, and a mail to each address in the options. @throws when nothing could be written down, because the database is away */
async function notify(container: MedusaContainer, message: Message | null): Promise<string[]> {
  if (!message) {
    return []
  }
  const { kind, key, bell } = message
  await ringBell(container, { key: `${key}:feed`, ...bell })
  return mailToShop(container, { kind, key, subject_id: bell.resource_id })
}

/** From this many payments of one account without a usable answer within a day, they share one notice. */
const GROUP_FROM = 10

/** The cases that share one notification, by account. */
async function groupedUnanswered(container: MedusaContainer, rows: LedgerCheckout[]): Promise<LedgerCheckout[]> {
  const { cases } = container.resolve(WEB_CHECKOUT)
  const unanswered = rows.filter(({ attention }) => attention === "unanswered")
  const accounts = [...new Set(unanswered.map(({ account }) => account))]
  const counts = await Promise.all(accounts.map((account) => cases.countUnanswered(account, hoursAgo(24))))
  const grouped = accounts.filter((_, index) => counts[index] >= GROUP_FROM)
  return unanswered.filter(({ account }) => grouped.includes(account))
}

/** Why an account's payments cannot be asked about: what the bell says of all of them together. */
const WHY = {
  credentials_refused:
    "The payment service rejects the credentials of the account. Check apiKey, apiSecret, headers and environment in the plugin options.",
  not_configured:
    "The account is missing from the plugin options. Restore it under accounts, or search for its payments in the payment service's dashboard.",
  no_usable_answer:
    "The payment service gives no usable answer about these payments. Check whether the payment service works, then check baseUrl and the account's credentials in the plugin options.",
} as const

export type WhyNotAsked = keyof typeof WHY

/**
 * Sends at most one notification a day per account and reason, with the number of its `unanswered` payments; one a month while no payment has
 * newly become `unanswered`. If the process dies before the bell rings, the job sends it.
 *
 * @param rows the payments that have newly become `unanswered`
 */
export async function notifyOfAccount(
  container: MedusaContainer,
  { account, why, rows }: { account: string; why: WhyNotAsked; rows: LedgerCheckout[] }
): Promise<void> {
  const { cases, options } = container.resolve(WEB_CHECKOUT)
  const count = await cases.countUnanswered(account)
  await ringBell(container, {
    key: `webcheckout:account:${options.environment}:${account}:${why}:${new Date().toISOString().slice(0, rows.length > 0 ? 10 : 7)}`,
    title: `No usable answer about ${count === 1 ? "1 payment" : `${count || "an account's"} payments`}`,
    description: `Account "${account}"${inTest(options.environment)}. ${WHY[why]}${count > 0 ? " Open Payments → Needs attention." : ""}`,
    resource_id: account,
    resource_type: "webcheckout_account",
    trigger_type: "webcheckout.account",
  })
  for (const row of rows) {
    await cases.recordTold(row)
  }
}
