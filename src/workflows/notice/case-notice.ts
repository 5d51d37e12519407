import type { AttentionReason } from "../../modules/web-checkout/rules/case-reasons"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { formatAmount } from "../../gateway/money"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import en from "../../texts/en.json"
import { exactAmount, type LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import type { SubscriptionAttention, SubscriptionRow } from "../../modules/web-checkout/subscription"
import type { ReadPayLink } from "../pay-link/read-pay-link"

/**
 * A case as an e-mail's template receives it (docs/payments-and-cases.md, "Emails"): nothing about the shopper. A change is a breaking
 * change.
 */
export interface CaseNotice {
  /** The ledger row's id. */
  id: string
  order_reference: string
  /** With all minor digits and the currency, e.g. `115.50 AED`. */
  amount: string
  environment: string
  reason: AttentionReason
  /** The reason in a few words. */
  title: string
  /** What to do. */
  advice: string
  /** The case's page in the admin. */
  url: string
}

/** What people are told of a row with a case. */
export function caseNotice(container: MedusaContainer, row: LedgerCheckout, reason: AttentionReason): CaseNotice {
  return {
    id: row.id,
    order_reference: row.order_reference,
    amount: formatAmount(exactAmount(row), row.currency_code),
    environment: row.environment,
    reason,
    ...CASE_TEXTS[reason],
    url: adminAddress(container, `checkouts/${row.id}`),
  }
}

/** A subscription that needs a person, as an e-mail's template receives it: nothing about the customer. A change is a breaking change. */
export interface SubscriptionNotice {
  /** The subscription's id in Medusa. */
  id: string
  /** The gateway's, where it has told one. */
  subscription_id: string | null
  /** With all minor digits and the currency, e.g. `115.50 AED`. */
  amount: string
  environment: string
  reason: SubscriptionAttention
  title: string
  advice: string
  /** Its page in the admin. */
  url: string
}

/** What people are told of a subscription with a case. */
export function subscriptionNotice(
  container: MedusaContainer,
  row: SubscriptionRow,
  reason: SubscriptionAttention
): SubscriptionNotice {
  const { title, text } = en.webcheckout.subscriptions[reason]
  return {
    id: row.id,
    subscription_id: row.subscription_id,
    amount: formatAmount(row.amount, row.currency_code),
    environment: row.environment,
    reason,
    title,
    advice: text,
    url: adminAddress(container, `subscriptions/${row.id}`),
  }
}

/** A pay link that has expired unpaid, as an e-mail's template receives it. A change is a breaking change. */
export interface ExpiredLinkNotice {
  /** The number that people know the order by. */
  order_number: string
  order_reference: string
  /** What the order owes, with all minor digits and the currency. */
  amount: string
  /** The order's page in the admin: the link is renewed there. */
  url: string
}

/** What people are told of a link that has expired unpaid. */
export function expiredLinkNotice(
  container: MedusaContainer,
  { order, shown_reference }: Pick<ReadPayLink, "order" | "shown_reference">
): ExpiredLinkNotice {
  return {
    order_number: String(order.display_id ?? order.id),
    order_reference: shown_reference,
    amount: formatAmount(order.owed, order.currency_code.toUpperCase()),
    url: `${adminRoot(container)}/orders/${order.id}`,
  }
}

/** A page of ours in the admin. */
export function adminAddress(container: MedusaContainer, page: string): string {
  return `${adminRoot(container)}/webcheckout/${page}`
}

function adminRoot(container: MedusaContainer): string {
  const { admin } = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
  const { backendUrl } = container.resolve(WEB_CHECKOUT).options
  return `${backendUrl.replace(/\/+$/, "")}${admin.path}`
}

/** The title and the advice of each reason, in English. Here alone, so that a new reason without texts is an error in one file. */
export const CASE_TEXTS: Record<AttentionReason, { title: string; advice: string }> = en.webcheckout.cases
