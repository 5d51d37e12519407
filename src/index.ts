/**
 * The types for a store's own code: the options, `buildCheckout`, a payment session's data and the events. If the program imports this,
 * `container.resolve("webCheckout")` is typed.
 *
 * @packageDocumentation
 */
export type { Problem } from "./gateway/errors"
export type { CheckoutRequest } from "./gateway/schemas"
export type { CheckoutStatus } from "./gateway/statuses"
export {
  CHECKOUT_EVENTS,
  PAY_LINK_EVENTS,
  SUBSCRIPTION_EVENTS,
  type CheckoutAttention,
  type CheckoutSettled,
  type PayLinkChanged,
  type SubscriptionAttentionNeeded,
  type SubscriptionChanged,
} from "./modules/web-checkout/events"
export type { BuildCheckout, BuildCheckoutContext, WebCheckoutPluginOptions } from "./modules/web-checkout/options"
export type { AttentionReason } from "./modules/web-checkout/rules/case-reasons"
export type { WebCheckoutService } from "./modules/web-checkout/service"
export type { WebCheckoutProviderOptions } from "./providers/webcheckout/provider-options"
export type { SessionData } from "./providers/webcheckout/session-data"
