import type { AttentionReason } from "./rules/cases"
import type { SubscriptionAttention } from "./subscription"

/** What the plugin tells of checkouts, on Medusa's event bus. */
export const CHECKOUT_EVENTS = {
  /** Medusa has followed a payment. Carries `CheckoutSettled`. */
  SETTLED: "webcheckout.checkout.settled",
  /** A person is needed. Carries `CheckoutAttention`. */
  ATTENTION: "webcheckout.checkout.attention",
} as const

/** What the plugin tells of subscriptions. */
export const SUBSCRIPTION_EVENTS = {
  /** The gateway has it. Carries `SubscriptionChanged`. */
  CREATED: "webcheckout.subscription.created",
  /** Its status at the gateway has changed. Carries `SubscriptionChanged`. */
  UPDATED: "webcheckout.subscription.updated",
  /** A person is needed. Carries `SubscriptionAttentionNeeded`. */
  ATTENTION: "webcheckout.subscription.attention",
} as const

/** `id` is the ledger row's; `order_id` Medusa's, null for a payment without an order. */
export interface CheckoutSettled {
  id: string
  order_id: string | null
}

/** `id` is the ledger row's. */
export interface CheckoutAttention {
  id: string
  reason: AttentionReason
}

/** `id` is the subscription's in Medusa. */
export interface SubscriptionChanged {
  id: string
}

/** `id` is the subscription's in Medusa. */
export interface SubscriptionAttentionNeeded {
  id: string
  reason: SubscriptionAttention
}
