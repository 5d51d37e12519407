import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { hoursAgo, inNextRound } from "../../modules/web-checkout/rules/check-times"
import { mailToShop } from "../mail/mail-to-shop"
import { ringBell } from "../medusa/notifications"
import { messageOfCase, messageOfSubscription, type Message } from "./case-message"
import { notifyOfAccount } from "./notify-of-account"
import { logFailure } from "../log-failure"

/** More than a store ever has untold. */
const MOST_AT_ONCE = 500

/** The task: the job's next round sends the mails. @returns when it is due again */
export async function notifyOfCases(container: MedusaContainer): Promise<Date> {
  await notifyOfUntold(container)
  return inNextRound()
}

/**
 * Tells people of the cases that nobody was told of: the admin's bell rings, and a mail to each address in the options is queued. What could
 * not be told keeps no other waiting, and is told in the next round. Never twice: the bell and the mails have the case's key.
 *
 * @returns the ids of the mails
 */
export async function notifyOfUntold(container: MedusaContainer): Promise<string[]> {
  const { cases, subscriptions } = container.resolve(WEB_CHECKOUT)
  const warn = (error: unknown) => logFailure(container, "no notice of a case could be sent", error)
  const rows = await cases.listUntold(MOST_AT_ONCE)
  const grouped = await groupedUnanswered(container, rows)
  await notifyOfGrouped(container, grouped).catch(warn)
  const untold = [
    ...rows
      .filter((row) => !grouped.includes(row))
      .map((row) => async () => {
        const ids = await notify(container, "case", messageOfCase(container, row))
        await cases.recordTold(row)
        return ids
      }),
    ...(await subscriptions.listUntold(MOST_AT_ONCE)).map((row) => async () => {
      const ids = await notify(container, "subscription", messageOfSubscription(container, row))
      await subscriptions.recordTold(row)
      return ids
    }),
  ]
  const mailIds: string[] = []
  for (const notifyOfOne of untold) {
    mailIds.push(...((await notifyOfOne().catch(warn)) ?? []))
  }
  return mailIds
}

/** The bell, and a mail to each address in the options. @throws when nothing could be written down, because the database is away */
async function notify(
  container: MedusaContainer,
  kind: "case" | "subscription",
  message: Message | undefined
): Promise<string[]> {
  if (!message) {
    return []
  }
  const { key, content: _content, data: _data, ...about } = message
  await ringBell(container, { key: `${key}:feed`, ...about })
  return mailToShop(container, { kind, key, subject_id: message.resource_id })
}

/** From this many payments of one account without a usable answer within a day, they share one notice. */
const GROUP_FROM = 10

/** Those of the cases that are told together, by account. */
async function groupedUnanswered(container: MedusaContainer, rows: LedgerCheckout[]): Promise<LedgerCheckout[]> {
  const { cases } = container.resolve(WEB_CHECKOUT)
  const unanswered = rows.filter(({ attention }) => attention === "unanswered")
  const accounts = [...new Set(unanswered.map(({ account }) => account))]
  const counts = await Promise.all(accounts.map((account) => cases.countUnanswered(account, hoursAgo(24))))
  const grouped = accounts.filter((_, index) => counts[index] >= GROUP_FROM)
  return unanswered.filter(({ account }) => grouped.includes(account))
}

async function notifyOfGrouped(container: MedusaContainer, grouped: LedgerCheckout[]): Promise<void> {
  for (const account of new Set(grouped.map((row) => row.account))) {
    const rows = grouped.filter((row) => row.account === account)
    await notifyOfAccount(container, { account, why: "no_usable_answer", rows })
  }
}
