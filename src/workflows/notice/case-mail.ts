import type { MedusaContainer } from "@medusajs/framework/types"
import { CHECKOUT_EVENTS, SUBSCRIPTION_EVENTS } from "../../modules/web-checkout/events"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import type { SubscriptionRow } from "../../modules/web-checkout/subscription"
import { caseNotice, subscriptionNotice, type CaseNotice, type SubscriptionNotice } from "./case-notice"
import { caseContent, amountAndReference } from "./shop-mail-content"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { withCase } from "../../modules/web-checkout/rules/cases"
import { keyTo, shopMailSender } from "../mail/mail-to-shop"

/** By kind: the admin page that the bell names, and the resource and the trigger of Medusa's notification. */
const ABOUT = {
  case: {
    page: "Payments → Needs attention",
    resource_type: "webcheckout_checkout",
    trigger_type: CHECKOUT_EVENTS.ATTENTION,
  },
  subscription: {
    page: "Subscriptions",
    resource_type: "webcheckout_subscription",
    trigger_type: SUBSCRIPTION_EVENTS.ATTENTION,
  },
}

/** What is said of one case: in the admin's bell, and in the mail to the shop. */
export type Message = ReturnType<typeof messageAbout>

/** What is said of a payment's case; null where it has none. */
export function messageOfCase(container: MedusaContainer, row: LedgerCheckout) {
  const notice = caseNotice(container, row)
  return notice && messageAbout("case", row, notice)
}

/** What is said of a subscription that needs a person; null where it does not. */
export function messageOfSubscription(container: MedusaContainer, row: SubscriptionRow) {
  const notice = subscriptionNotice(container, row)
  return notice && messageAbout("subscription", row, notice)
}

function messageAbout(
  kind: keyof typeof ABOUT,
  row: LedgerCheckout | SubscriptionRow,
  notice: CaseNotice | SubscriptionNotice
) {
  const { page, ...about } = ABOUT[kind]
  const source = { resource_id: row.id, ...about }
  return {
    kind,
    /** A case is notified once; a case that was closed and is opened again has another key. */
    key: `webcheckout:${row.id}:${notice.reason}:${new Date(row.attention_at ?? row.created_at).getTime()}`,
    bell: { title: notice.title, description: `${amountAndReference(notice)}. Open ${page}.`, ...source },
    letter: { content: caseContent(notice), data: { kind, [kind]: notice }, ...source },
  }
}

/** The mail about a payment's case. Not sent if the case was closed meanwhile. */
export const caseMail = shopMailSender(async (container, { subject_id, key, to }) => {
  const { checkouts, cases } = container.resolve(WEB_CHECKOUT)
  const row = await checkouts.retrieve(subject_id)
  const messages = (await cases.listOpenOf(row.id)).map((open) => messageOfCase(container, withCase(row, open)))
  return messages.find((message) => message && keyTo(message.key, to) === key)?.letter
})

/** The mail about a subscription that needs a person. Not sent if it no longer does. */
export const subscriptionMail = shopMailSender(async (container, { subject_id, key, to }) => {
  const row = await container.resolve(WEB_CHECKOUT).subscriptions.retrieve(subject_id)
  const message = messageOfSubscription(container, row)
  return message && keyTo(message.key, to) === key ? message.letter : undefined
})
