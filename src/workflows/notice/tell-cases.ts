import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { safeWords } from "../../modules/web-checkout/errors"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import type { SubscriptionRow } from "../../modules/web-checkout/subscription"
import { hoursAgo, inNextRound } from "../../modules/web-checkout/rules/check-times"
import { mailToShop } from "../mail/mail-to-shop"
import { ringBell } from "../medusa/notifications"
import { messageOfCase, messageOfSubscription, type Message } from "./case-message"
import { tellTogether } from "./tell-account"

/** More than a store ever has untold. */
const MOST_AT_ONCE = 500

/**
 * Tells people of the cases that nobody was told of: the admin's bell rings, and a mail to each address in the options is queued. What could
 * not be told keeps no other waiting, and is told in the next round. Never twice: the bell and the mails have the case's key.
 *
 * @returns when it is due again: in the job's next round
 */
export async function tellCases(container: MedusaContainer): Promise<Date> {
  const { cases, subscriptions } = container.resolve(WEB_CHECKOUT)
  const warn = warnOf(container)
  const rows = await cases.listUntold(MOST_AT_ONCE)
  const grouped = await groupedUnanswered(container, rows)
  await tellGrouped(container, grouped).catch(warn)
  for (const row of rows.filter((one) => !grouped.includes(one))) {
    await tellCase(container, row).catch(warn)
  }
  for (const row of await subscriptions.listUntold(MOST_AT_ONCE)) {
    await tellSubscription(container, row).catch(warn)
  }
  return inNextRound()
}

async function tellCase(container: MedusaContainer, row: LedgerCheckout): Promise<void> {
  const message = messageOfCase(container, row)
  if (message) {
    await ring(container, message)
    await mailToShop(container, { kind: "case", key: message.key, subject_id: row.id })
    await container.resolve(WEB_CHECKOUT).cases.recordTold(row)
  }
}

async function tellSubscription(container: MedusaContainer, row: SubscriptionRow): Promise<void> {
  const message = messageOfSubscription(container, row)
  if (message) {
    await ring(container, message)
    await mailToShop(container, { kind: "subscription", key: message.key, subject_id: row.id })
    await container.resolve(WEB_CHECKOUT).subscriptions.recordTold(row)
  }
}

/** The admin's feed. @throws when nothing could be written down, because the database is away */
async function ring(
  container: MedusaContainer,
  { key, content: _content, data: _data, ...about }: Message
): Promise<void> {
  await ringBell(container, { key: `${key}:feed`, ...about })
}

function warnOf(container: MedusaContainer): (error: unknown) => void {
  const logger: Logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  return (error) => logger.warn(`medusa-payment-webcheckout: no notice of a case could be sent: ${safeWords(error)}`)
}

/** So many payments of one account without a usable answer within a day are one notice. */
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

async function tellGrouped(container: MedusaContainer, grouped: LedgerCheckout[]): Promise<void> {
  for (const account of new Set(grouped.map((row) => row.account))) {
    const rows = grouped.filter((row) => row.account === account)
    await tellTogether(container, { account, why: "no_usable_answer", rows })
  }
}
