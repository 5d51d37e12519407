import type { AttentionReason } from "../../modules/web-checkout/rules/case-reasons"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { formatAmount } from "../../gateway/money"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import en from "../../texts/en.json"
import { exactAmount, type LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import type { SubscriptionRow } from "../../modules/web-checkout/subscription"
import type { ReadPayLink } from "../pay-link/read-pay-link"

/**
 * A case as an e-mail's template receives it (docs/payments-and-cases.md, "Emails"): nothing about the shopper. A change is a breaking
 * change.
 */
export type CaseNotice = NonNullable<ReturnType<typeof caseNotice>>

/** What people are told of a row with a case; null without one. */
export function caseNotice(container: MedusaContainer, row: LedgerCheckout) {
  return (
    row.attention && {
      /** The ledger row's id. */
      id: row.id,
      order_reference: row.order_reference,
      /** With all minor digits and the currency, e.g. `115.50 AED`. */
      amount: formatAmount(exactAmount(row), row.currency_code),
      environment: row.environment,
      reason: row.attention,
      /** The reason in a few words, and what to do. */
      ...CASE_TEXTS[row.attention],
      /** The case's page in the admin. */
      url: adminAddress(container, `webcheckout/checkouts/${row.id}`),
    }
  )
}

/** A subscription that needs a person, as an e-mail's template receives it: nothing about the customer. A change is a breaking change. */
export type SubscriptionNotice = NonNullable<ReturnType<typeof subscriptionNotice>>

/** What people are told of a subscription with a case; null without one. */
export function subscriptionNotice(container: MedusaContainer, row: SubscriptionRow) {
  return (
    row.attention && {
      /** The subscription's id in Medusa. */
      id: row.id,
      /** The gateway's, where it has told one. */
      subscription_id: row.subscription_id,
      /** With all minor digits and the currency, e.g. `115.50 AED`. */
      amount: formatAmount(row.amount, row.currency_code),
      environment: row.environment,
      reason: row.attention,
      title: en.webcheckout.subscriptions[row.attention].title,
      advice: en.webcheckout.subscriptions[row.attention].text,
      /** Its page in the admin. */
      url: adminAddress(container, `webcheckout/subscriptions/${row.id}`),
    }
  )
}

/** A pay link that has expired unpaid, as an e-mail's template receives it. A change is a breaking change. */
export type ExpiredLinkNotice = ReturnType<typeof expiredLinkNotice>

/** What people are told of a link that has expired unpaid. */
export function expiredLinkNotice(container: MedusaContainer, { order, shown_reference }: ReadPayLink) {
  return {
    /** The number that people know the order by. */
    order_number: String(order.display_id ?? order.id),
    order_reference: shown_reference,
    /** What the order owes, with all minor digits and the currency. */
    amount: formatAmount(order.owed, order.currency_code.toUpperCase()),
    /** The order's page in the admin: the link is renewed there. */
    url: adminAddress(container, `orders/${order.id}`),
  }
}

/** A page of the admin. */
export function adminAddress(container: MedusaContainer, page: string): string {
  const { admin } = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
  const { backendUrl } = container.resolve(WEB_CHECKOUT).options
  return `${backendUrl.replace(/\/+$/, "")}${admin.path}/${page}`
}

/** The title and the advice of each reason, in English. Here alone, so that a new reason without texts is an error in one file. */
export const CASE_TEXTS: Record<AttentionReason, { title: string; advice: string }> = en.webcheckout.cases
