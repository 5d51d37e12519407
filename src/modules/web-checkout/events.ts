import type { AttentionReason } from "./rules/case-reasons"
import type { SubscriptionAttention } from "./subscription"

/** The plugin's events about checkouts, on Medusa's event bus. */
export const CHECKOUT_EVENTS = {
  /** Medusa has recorded a payment. Carries `CheckoutSettled`. */
  SETTLED: "webcheckout.checkout.settled",
  /** A person is needed. Carries `CheckoutAttention`. */
  ATTENTION: "webcheckout.checkout.attention",
} as const

/** The plugin's events about subscriptions. */
export const SUBSCRIPTION_EVENTS = {
  /** The gateway has it. Carries `SubscriptionChanged`. */
  CREATED: "webcheckout.subscription.created",
  /** Its status at the gateway has changed. Carries `SubscriptionChanged`. */
  UPDATED: "webcheckout.subscription.updated",
  /** A person is needed. Carries `SubscriptionAttentionNeeded`. */
  ATTENTION: "webcheckout.subscription.attention",
} as const

/** The plugin's events about pay links. Each carries `PayLinkChanged`. */
export const PAY_LINK_EVENTS = {
  CREATED: "webcheckout.pay_link.created",
  /** The link's amount has been paid. */
  PAID: "webcheckout.pay_link.paid",
  /** Somebody has ended it. */
  ENDED: "webcheckout.pay_link.ended",
} as const

/** What `webcheckout.pay_link.created`, `.paid` and `.ended` carry. */
export interface PayLinkChanged {
  /** The pay link's id. */
  id: string
  /** Medusa's order. */
  order_id: string
}

/** What `webcheckout.checkout.settled` carries. */
export interface CheckoutSettled {
  /** The ledger row's id. */
  id: string
  /** Medusa's order; null for a payment without one. */
  order_id: string | null
}

/** What `webcheckout.checkout.attention` carries. */
export interface CheckoutAttention {
  /** The ledger row's id. */
  id: string
  /** Why a person is needed. */
  reason: AttentionReason
}

/** What `webcheckout.subscription.created` and `.updated` carry. */
export interface SubscriptionChanged {
  /** The subscription's id in Medusa. */
  id: string
}

/** What `webcheckout.subscription.attention` carries. */
export interface SubscriptionAttentionNeeded {
  /** The subscription's id in Medusa. */
  id: string
  /** Why a person is needed. */
  reason: SubscriptionAttention
}
