import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { safeWords } from "../../modules/web-checkout/errors"
import { adminAddress, caseNotice, subscriptionNotice } from "./case-notice"
import { digestMail, type Digest } from "./notice-text"
import { sendMail } from "./send-mail"
import { NOTICE_TURN } from "./tell-cases"

/** So many payments and so many subscriptions stand in the mail, the oldest; the others are counted. */
const MOST_LISTED = 20

/** A case has had its own mail when it was opened. */
const DAY_MS = 86_400_000

type Warn = (error: unknown) => void

/**
 * While a case is open for more than a day, one e-mail a day (in UTC) to each address in the options: nothing that was told once
 * is forgotten. Never throws.
 */
export async function sendDigest(container: MedusaContainer, now = new Date()): Promise<void> {
  const { leases, options } = container.resolve(WEB_CHECKOUT)
  const logger: Logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const warn: Warn = (error) =>
    logger.warn(`medusa-payment-webcheckout: the daily mail could not be sent: ${safeWords(error)}`)
  const { emails, template } = options.notifications
  const send = async () => {
    const digest = emails.length > 0 ? await readDigest(container, now, warn) : undefined
    if (!digest) {
      return
    }
    for (const to of emails) {
      await sendMail(container, {
        to,
        template,
        content: digestMail(digest),
        data: { kind: "digest", ...digest },
        key: `webcheckout:digest:${now.toISOString().slice(0, 10)}:${to}`,
        resource_type: "webcheckout_checkout",
        trigger_type: "webcheckout.digest",
      }).catch(warn)
    }
  }
  await leases.hold(NOTICE_TURN.key, NOTICE_TURN, send).catch(warn)
}

/** The open cases; undefined while none has been open for a day. */
async function readDigest(container: MedusaContainer, now: Date, warn: Warn): Promise<Digest | undefined> {
  const { cases, subscriptions } = container.resolve(WEB_CHECKOUT)
  const payments = await cases.listOpen(MOST_LISTED)
  const subscriptionRows = await subscriptions.listInNeed(MOST_LISTED)
  const oldest = [payments[0], subscriptionRows[0]].flatMap((row) => row?.attention_at ?? [])
  if (!oldest.some((since) => now.getTime() - new Date(since).getTime() >= DAY_MS)) {
    return undefined
  }
  return {
    count: await cases.countOpen(),
    cases: inWords(payments, (row) => (row.attention ? caseNotice(container, row, row.attention) : undefined), warn),
    subscription_count: await subscriptions.countInNeed(),
    subscriptions: inWords(
      subscriptionRows,
      (row) => (row.attention ? subscriptionNotice(container, row, row.attention) : undefined),
      warn
    ),
    url: adminAddress(container, "checkouts?view=needs_you"),
  }
}

/** What cannot be put into words keeps no other from being told. */
function inWords<Row, Told>(rows: Row[], write: (row: Row) => Told | undefined, warn: Warn): Told[] {
  return rows.flatMap((row) => {
    try {
      return write(row) ?? []
    } catch (error) {
      warn(error)
      return []
    }
  })
}
