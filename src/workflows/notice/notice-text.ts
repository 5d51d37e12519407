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
export function subscriptionMail({ title, amount, subscription_id, id, environment, advice, url }: SubscriptionNotice) {
  const name = subscription_id ?? id
  return mail(`${title}: subscription ${name}`, [[`${title}: ${amount}${inTest(environment)}`, advice, url]])
}

/** The daily mail while cases are open. @param count of all of them; `notices` are the oldest */
export function digestMail(notices: CaseNotice[], count: number, url: string): MailContent {
  const subject = count === 1 ? "1 payment needs you" : `${count} payments need you`
  const rest = count - notices.length
  return mail(subject, [
    ...notices.map(linesOf),
    [rest > 0 ? `And ${rest} more.` : "", `All of them: ${url}`].filter(Boolean),
  ])
}

function linesOf({ title, order_reference, amount, environment, advice, url }: CaseNotice): string[] {
  return [`${title}: ${amount}, reference ${order_reference}${inTest(environment)}`, advice, url]
}

/** No money moves in the test environment: nobody shall take it for a sale. */
export function inTest(environment: string): string {
  return environment === "test" ? " (test)" : ""
}

function mail(subject: string, paragraphs: string[][]): MailContent {
  return {
    subject,
    text: paragraphs.map((lines) => lines.join("\n")).join("\n\n"),
    html: paragraphs.map((lines) => `<p>${lines.map(escaped).join("<br>")}</p>`).join("\n"),
  }
}

function escaped(line: string): string {
  return line.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
