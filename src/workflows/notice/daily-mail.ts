import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { DAY_MS, inNextRound } from "../../modules/web-checkout/rules/check-times"
import { mailToShop, shopMailSender } from "../mail/mail-to-shop"
import { ringBell } from "../medusa/notifications"
import { listToRenew } from "../pay-link/expired-links"
import { adminAddress, caseNotice, expiredLinkNotice, subscriptionNotice } from "./case-notice"
import { digestContent, inTest, reservedWords } from "./shop-mail-content"
import { logFailure } from "../log-failure"

/** How many payments, and how many subscriptions, the mail lists, the oldest first; the others are only counted. */
const MOST_LISTED = 20

/**
 * Queues one e-mail a day (in UTC) to each address in the options, so that nothing is forgotten after its first notification: while a case
 * has been open for more than a day, while a pay link of the plugin's own has expired unpaid, and when reserved money reaches one of its
 * reminder days. For reserved money the bell rings too, once a day.
 *
 * @returns when it is due again: in the job's next round
 */
export async function sendDailyMail(container: MedusaContainer): Promise<Date> {
  const now = new Date()
  const day = now.toISOString().slice(0, 10)
  const { cases, options } = container.resolve(WEB_CHECKOUT)
  const { environment, notifications, authorizedReminderDays } = options
  const reserved = await cases.countReservedFor(authorizedReminderDays, now)
  if (reserved > 0) {
    await ringBell(container, {
      key: `webcheckout:reserved:${environment}:${day}`,
      title: reservedWords(reserved),
      description: `Capture or void each amount in the payment service's dashboard before its reservation expires. Open Payments → Reserved${inTest(environment)}.`,
      resource_id: "reserved",
      resource_type: "webcheckout_checkout",
      trigger_type: "webcheckout.reserved",
    })
  }
  if (notifications.emails.length > 0 && (await readDigest(container, now))) {
    await mailToShop(container, { kind: "digest", key: `webcheckout:digest:${environment}:${day}`, subject_id: "" })
  }
  return inNextRound()
}

/** The daily mail. It lists the cases that are open when it is sent, and the reserved money of its day. More than half a day late, it is not sent. */
export const digestMail = shopMailSender(async (container, { send_at }) => {
  const isStale = Date.now() - new Date(send_at).getTime() > DAY_MS / 2
  const digest = isStale ? undefined : await readDigest(container, new Date(send_at))
  return (
    digest && {
      content: digestContent(digest),
      data: { kind: "digest", ...digest },
      resource_type: "webcheckout_checkout",
      trigger_type: "webcheckout.digest",
    }
  )
})

/** The daily mail, as its template receives it: lists hold the oldest, counts are of all. A change is a breaking change. */
export type Digest = NonNullable<Awaited<ReturnType<typeof readDigest>>>

/** The open cases and notices; undefined while no case has been open for a day, and there is no notice. */
async function readDigest(container: MedusaContainer, now: Date) {
  const { cases, subscriptions, options } = container.resolve(WEB_CHECKOUT)
  const reserved_count = await cases.countReservedFor(options.authorizedReminderDays, now)
  const payments = await cases.listOpen(MOST_LISTED)
  const subscriptionRows = await subscriptions.listOpenCases(MOST_LISTED)
  const toRenew = await listToRenew(container, MOST_LISTED)
  const oldest = [payments[0], subscriptionRows[0]].flatMap((row) => row?.attention_at ?? [])
  if (
    reserved_count === 0 &&
    toRenew.links.length === 0 &&
    !oldest.some((since) => now.getTime() - new Date(since).getTime() >= DAY_MS)
  ) {
    return undefined
  }
  return {
    count: await cases.countOpen(),
    cases: inWords(container, payments, caseNotice),
    subscription_count: await subscriptions.countInNeed(),
    subscriptions: inWords(container, subscriptionRows, subscriptionNotice),
    /** How many pay links of the plugin's own have expired unpaid. */
    expired_link_count: toRenew.count,
    /** The oldest of them. */
    expired_links: toRenew.links.map((link) => expiredLinkNotice(container, link)),
    /** How many payments' reserved money has reached a day on which people are reminded of it. */
    reserved_count,
    /** The list of the payments' cases. */
    url: adminAddress(container, "webcheckout/checkouts?view=needs_you"),
    /** The list of reserved payments. */
    reserved_url: adminAddress(container, "webcheckout/checkouts?view=reserved"),
  }
}

/** A row that cannot be described does not keep the others out of the mail. */
function inWords<Row, Told>(
  container: MedusaContainer,
  rows: Row[],
  write: (container: MedusaContainer, row: Row) => Told | null
): Told[] {
  return rows.flatMap((row) => {
    try {
      return write(container, row) ?? []
    } catch (error) {
      logFailure(container, "the daily mail leaves something out", error)
      return []
    }
  })
}
