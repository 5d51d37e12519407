import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { safeWords } from "../../modules/web-checkout/errors"
import { CHECKOUT_EVENTS, SUBSCRIPTION_EVENTS } from "../../modules/web-checkout/events"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import type { SubscriptionRow } from "../../modules/web-checkout/subscription"
import { hoursAgo, inNextRound } from "../../modules/web-checkout/rules/check-times"
import { tellTogether } from "./tell-account"
import { ringBell } from "../medusa/notifications"
import { caseNotice, subscriptionNotice } from "./case-notice"
import { caseMail, inTest, subscriptionMail, type MailContent } from "./notice-text"
import { sendMail } from "./send-mail"
import { BELLS, inTurn, LONGEST_MAILING_MS, MAILS, type Warn } from "./in-turn"

/** Far more than a store has untold: those whose mail is tried again later keep no newer one from the bell. */
const MOST_AT_ONCE = 500

/**
 * Tells people of the cases that nobody was told of: by the admin's bell, then by mails to the addresses in the options. Only what the bell
 * has rung for is mailed and counts as told. Never throws: what could not be told, the next round tells.
 *
 * @returns when it is due again: in the job's next round
 */
export async function tellCases(container: MedusaContainer): Promise<Date> {
  const warn = warnOf(container)
  const end = Date.now() + LONGEST_MAILING_MS
  const rung = await inTurn(container, BELLS, () => ringForAll(container, warn), warn)
  const mailAll = async () => {
    for (const untold of rung ?? []) {
      if (Date.now() < end) {
        await mail(container, untold).catch(warn)
      }
    }
  }
  if (rung && rung.length > 0) {
    await inTurn(container, MAILS, mailAll, warn)
  }
  return inNextRound()
}

/**
 * The bell alone, as a kind of task of its own: it waits for no mail provider that hangs. Never throws.
 *
 * @returns when it is due again: in the job's next round
 */
export async function ringForCases(container: MedusaContainer): Promise<Date> {
  const warn = warnOf(container)
  await inTurn(container, BELLS, () => ringForAll(container, warn), warn)
  return inNextRound()
}

/** Rings the bell for every case that nobody was told of. @returns those that it has rung for */
async function ringForAll(container: MedusaContainer, warn: Warn): Promise<Untold[]> {
  const rung: Untold[] = []
  for (const untold of await findUntold(container, warn)) {
    try {
      await ring(container, untold.message)
      rung.push(untold)
    } catch (error) {
      // It does not count as told: the next round rings.
      warn(error)
    }
  }
  return rung
}

/** The cases that nobody was told of. Those that are told together are told here; what cannot be put into words keeps no other waiting. */
async function findUntold(container: MedusaContainer, warn: Warn): Promise<Untold[]> {
  const { cases, subscriptions } = container.resolve(WEB_CHECKOUT)
  const rows = await cases.listUntold(MOST_AT_ONCE)
  const grouped = await groupedUnanswered(container, rows)
  await tellGrouped(container, grouped).catch(warn)
  const untold = [
    ...rows
      .filter((row) => !grouped.includes(row))
      .map((row) => ({ write: () => checkoutMessage(container, row), recordTold: () => cases.recordTold(row) })),
    ...(await subscriptions.listUntold(MOST_AT_ONCE)).map((row) => ({
      write: () => subscriptionMessage(container, row),
      recordTold: () => subscriptions.recordTold(row),
    })),
  ]
  return untold.flatMap(({ write, recordTold }) => {
    try {
      const message = write()
      return message ? { message, recordTold } : []
    } catch (error) {
      warn(error)
      return []
    }
  })
}

function warnOf(container: MedusaContainer): Warn {
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

/** A case that nobody was told of. */
interface Untold {
  message: Message
  /** Called when everybody was told, or cannot be. */
  recordTold: () => Promise<void>
}

/** What is said of one case, wherever it is said. */
interface Message {
  /** The same case is told once; one that was closed and is opened again is another. */
  key: string
  title: string
  /** For the feed, beside the title. */
  description: string
  content: MailContent
  /** For the template of a mail. */
  data: Record<string, unknown>
  resource_id: string
  resource_type: string
  trigger_type: string
}

/** The admin's feed. @throws when nothing could be written down, because the database is away */
async function ring(container: MedusaContainer, message: Message): Promise<void> {
  const { key, content: _content, data: _data, ...about } = message
  await ringBell(container, { key: `${key}:feed`, ...about })
}

/** A mail to each address in the options. */
async function mail(container: MedusaContainer, { message, recordTold }: Untold): Promise<void> {
  const { emails, template } = container.resolve(WEB_CHECKOUT).options.notifications
  const { key, title: _title, description: _description, content, data, ...about } = message
  const told = await Promise.all(
    emails.map((to) => sendMail(container, { to, key: `${key}:${to}`, template, content, data, ...about }))
  )
  if (told.every(Boolean)) {
    await recordTold()
  }
}

function checkoutMessage(container: MedusaContainer, row: LedgerCheckout): Message | undefined {
  if (row.attention === null) {
    return undefined
  }
  const notice = caseNotice(container, row, row.attention)
  const { title, amount, order_reference } = notice
  return {
    key: keyOf(row),
    title,
    description: `${amount}, reference ${order_reference}${inTest(row.environment)}. Open Payments → Needs attention.`,
    content: caseMail(notice),
    data: { kind: "case", case: notice },
    resource_id: row.id,
    resource_type: "webcheckout_checkout",
    trigger_type: CHECKOUT_EVENTS.ATTENTION,
  }
}

function subscriptionMessage(container: MedusaContainer, row: SubscriptionRow): Message | undefined {
  if (row.attention === null) {
    return undefined
  }
  const notice = subscriptionNotice(container, row, row.attention)
  return {
    key: keyOf(row),
    title: notice.title,
    description: `${notice.amount}, subscription ${notice.subscription_id ?? notice.id}${inTest(row.environment)}. Open Subscriptions.`,
    content: subscriptionMail(notice),
    data: { kind: "subscription", subscription: notice },
    resource_id: row.id,
    resource_type: "webcheckout_subscription",
    trigger_type: SUBSCRIPTION_EVENTS.ATTENTION,
  }
}

function keyOf({
  id,
  attention,
  attention_at,
  created_at,
}: {
  id: string
  attention: string | null
  attention_at: Date | null
  created_at: Date
}): string {
  return `webcheckout:${id}:${attention}:${new Date(attention_at ?? created_at).getTime()}`
}
