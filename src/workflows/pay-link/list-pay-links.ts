import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { readOrder } from "../../modules/web-checkout/purchase/order"
import { isPayable, paidWith, type PayLink } from "../../modules/web-checkout/rules/pay-link"
import { isPlanned } from "../../modules/web-checkout/rules/mail"
import { findProviderOfOrder } from "../medusa/provider-of-order"
import { whyNoMail } from "./mail/mail-receiver"
import { readPayLink } from "./read-pay-link"

/** The links of an order, the newest first, and what it owes. @throws MedusaError NOT_FOUND */
export async function listPayLinks(container: MedusaContainer, order_id: string) {
  const { payLinks, options } = container.resolve(WEB_CHECKOUT)
  const [order, provider, links, why_no_mail] = await Promise.all([
    readOrder(container.resolve(ContainerRegistrationKeys.QUERY), order_id),
    findProviderOfOrder(container, order_id),
    payLinks.listOfOrder(order_id),
    whyNoMail(container, order_id),
  ])
  const shown = await Promise.all(links.map((link) => describePayLink(container, link)))
  return {
    pay_links: shown,
    count: shown.length,
    order: {
      id: order.id,
      /** In major units. */
      owed: order.owed,
      currency_code: order.currency_code.toUpperCase(),
      is_canceled: order.isCanceled,
      is_draft: order.isDraft,
      /** An amount is reserved already: no link can be created. */
      is_being_paid: order.hasAuthorized,
      provider_id: provider ?? null,
      /** When a link without a date expires. */
      expire_after_days: options.payLinks.expireAfterDays,
      /** Why no link can be sent by e-mail; null if one can. */
      why_no_mail: why_no_mail ?? null,
    },
  }
}

/** One of them, as the admin shows it. Amounts in major units. */
export async function describePayLink(container: MedusaContainer, known: PayLink) {
  const mails = await container.resolve(WEB_CHECKOUT).mails.listOf([known.id])
  const { link, attempts, view, shown_reference } = await readPayLink(container, known)
  const { id, order_id, amount, currency_code, note } = link
  const { expires_at, ended_at, paid_at, created_at, created_by } = link
  const planned = mails.find(isPlanned)
  const mayBePaid = isPayable(view.state) || view.state === "being_paid"
  return {
    id,
    order_id,
    order_reference: shown_reference,
    amount,
    currency_code,
    note,
    state: view.state,
    /** What would be charged now, and what has been paid with it. */
    to_pay: view.amount,
    paid: paidWith(link, attempts),
    expires_at,
    ended_at,
    paid_at,
    created_at,
    created_by,
    /** When its next reminder goes out; null for none. */
    remind_at: planned && mayBePaid ? planned.send_at : null,
    /** Its mails, the latest first. A reminder appears once it was tried, or failed for want of an address. */
    mails: mails
      .filter(({ kind, outcome, attempts }) => kind !== "reminder" || attempts > 0 || outcome === "failed")
      // A reminder is queued days before it is sent: what is shown is the day on which it was due.
      .map(({ kind, outcome, sent_at, send_at, created_by }) => ({
        kind,
        outcome,
        sent_at,
        created_at: send_at,
        created_by,
      })),
  }
}
