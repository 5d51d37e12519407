import { escapeHtml } from "../../gateway/text"
import type { CaseNotice, SubscriptionNotice } from "./case-notice"
import type { Digest } from "./daily-mail"

type AnyNotice = CaseNotice | SubscriptionNotice

/** The mail about one case. */
export function caseContent(notice: AnyNotice) {
  return mail(`${notice.title}: ${nameOf(notice, "payment")}`, [linesOf(notice)])
}

/** The amount of a case, and what it is about. */
export function amountAndReference(notice: AnyNotice): string {
  return `${notice.amount}, ${nameOf(notice, "reference")}${inTest(notice.environment)}`
}

/** The daily mail while there are open cases, or notices. */
export function digestContent(digest: Digest) {
  const { count, cases, subscription_count, subscriptions } = digest
  const counted = [counting(count, "payment"), counting(subscription_count, "subscription")].filter(Boolean)
  const needs = count + subscription_count === 1 ? "needs" : "need"
  const rest = count + subscription_count - cases.length - subscriptions.length
  const told = linesOfNotices(digest)
  return mail(counted.length > 0 ? `${counted.join(" and ")} ${needs} attention` : told[0][0], [
    ...told,
    ...[...cases, ...subscriptions].map(linesOf),
    [rest > 0 ? `And ${rest} more.` : "", count > 0 ? `All payments that need attention: ${digest.url}` : ""].filter(
      Boolean
    ),
  ])
}

/** What has no row in the ledger: each with its heading, what to do, and where. */
function linesOfNotices({ reserved_count, reserved_url, expired_link_count, expired_links }: Digest) {
  const capture = "Capture or void each amount in the payment service's dashboard before its reservation expires."
  const heading =
    expired_link_count === 1 ? "1 pay link has expired unpaid" : `${expired_link_count} pay links have expired unpaid`
  const links = expired_links.map(
    ({ order_number, order_reference, amount, url }) =>
      `Order #${order_number}: ${amount}, reference ${order_reference}: ${url}`
  )
  return [
    ...(reserved_count > 0 ? [[reservedWords(reserved_count), capture, reserved_url]] : []),
    ...(expired_link_count > 0 ? [[heading, "Open the order and renew the link, or cancel the order.", ...links]] : []),
  ]
}

/** What people are reminded of. */
export function reservedWords(count: number): string {
  return count === 1
    ? "The amount of 1 payment is reserved but not captured"
    : `The amounts of ${count} payments are reserved but not captured`
}

function counting(count: number, what: string): string {
  return count === 0 ? "" : `${count} ${what}${count === 1 ? "" : "s"}`
}

function linesOf(notice: AnyNotice): string[] {
  return [`${notice.title}: ${amountAndReference(notice)}`, notice.advice, notice.url]
}

/** @param noun what precedes a payment's reference; a subscription is always "subscription <id>" */
function nameOf(notice: AnyNotice, noun: "payment" | "reference"): string {
  return "order_reference" in notice
    ? `${noun} ${notice.order_reference}`
    : `subscription ${notice.subscription_id ?? notice.id}`
}

/** Marks a message from the test environment, where no money moves, so that nobody takes it for a sale. */
export function inTest(environment: string): string {
  return environment === "test" ? " (test)" : ""
}

/** An e-mail's content, for providers that need no template of their own. */
function mail(subject: string, paragraphs: string[][]) {
  return {
    subject,
    text: paragraphs.map((lines) => lines.join("\n")).join("\n\n"),
    html: paragraphs.map((lines) => `<p>${lines.map(escapeHtml).join("<br>")}</p>`).join("\n"),
  }
}
