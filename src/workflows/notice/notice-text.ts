import { escapeHtml } from "../../modules/web-checkout/escape-html"
import type { CaseNotice, SubscriptionNotice } from "./case-notice"

/** An e-mail's content, for providers that need no template of their own. */
export interface MailContent {
  subject: string
  text: string
  html: string
}

/** The mail about one case. */
export function caseMail(notice: CaseNotice): MailContent {
  return mail(`${notice.title}: payment ${notice.order_reference}`, [linesOf(notice)])
}

/** The mail about a subscription. */
export function subscriptionMail(notice: SubscriptionNotice): MailContent {
  return mail(`${notice.title}: subscription ${nameOf(notice)}`, [linesOfSubscription(notice)])
}

/** What the daily mail says: the oldest open cases, and how many there are in all. */
export interface Digest {
  count: number
  cases: CaseNotice[]
  subscription_count: number
  subscriptions: SubscriptionNotice[]
  /** How many payments' reserved money has reached a day on which people are reminded of it. */
  reserved_count: number
  /** The list of the payments' cases. */
  url: string
  /** The list of reserved payments. */
  reserved_url: string
}

/** The daily mail while cases are open. */
export function digestMail({ count, cases, subscription_count, subscriptions, url, ...reserved }: Digest): MailContent {
  const counted = [counting(count, "payment"), counting(subscription_count, "subscription")].filter(Boolean)
  const needs = count + subscription_count === 1 ? "needs" : "need"
  const rest = count + subscription_count - cases.length - subscriptions.length
  const { reserved_count, reserved_url } = reserved
  const isReserved = reserved_count > 0
  const title = counted.length > 0 ? `${counted.join(" and ")} ${needs} you` : reservedWords(reserved_count)
  return mail(title, [
    ...(isReserved
      ? [
          [
            reservedWords(reserved_count),
            "Capture or cancel it in the payment service's dashboard before it expires.",
            reserved_url,
          ],
        ]
      : []),
    ...cases.map(linesOf),
    ...subscriptions.map(linesOfSubscription),
    [rest > 0 ? `And ${rest} more.` : "", count > 0 ? `All of the payments: ${url}` : ""].filter(Boolean),
  ])
}

/** What people are reminded of. */
export function reservedWords(count: number): string {
  return count === 1
    ? "The money of 1 payment is reserved and not taken"
    : `The money of ${count} payments is reserved and not taken`
}

function counting(count: number, what: string): string {
  return count === 0 ? "" : `${count} ${what}${count === 1 ? "" : "s"}`
}

function linesOf({ title, order_reference, amount, environment, advice, url }: CaseNotice): string[] {
  return [`${title}: ${amount}, reference ${order_reference}${inTest(environment)}`, advice, url]
}

function linesOfSubscription(notice: SubscriptionNotice): string[] {
  const { title, amount, environment, advice, url } = notice
  return [`${title}: ${amount}, subscription ${nameOf(notice)}${inTest(environment)}`, advice, url]
}

function nameOf({ subscription_id, id }: SubscriptionNotice): string {
  return subscription_id ?? id
}

/** No money moves in the test environment: nobody shall take it for a sale. */
export function inTest(environment: string): string {
  return environment === "test" ? " (test)" : ""
}

function mail(subject: string, paragraphs: string[][]): MailContent {
  return {
    subject,
    text: paragraphs.map((lines) => lines.join("\n")).join("\n\n"),
    html: paragraphs.map((lines) => `<p>${lines.map(escapeHtml).join("<br>")}</p>`).join("\n"),
  }
}
