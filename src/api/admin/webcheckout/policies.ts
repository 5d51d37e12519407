/** What a role may be given, as Medusa's roles (the `rbac` flag) name it. */
export const CHECKOUT_RESOURCE = "webcheckout_checkout"
/** Giving a case's money back. */
export const REFUND_RESOURCE = "webcheckout_refund"
export const PAY_LINK_RESOURCE = "webcheckout_pay_link"
export const SUBSCRIPTION_RESOURCE = "webcheckout_subscription"

type Operation = "read" | "create" | "update"

/** What a route of checkouts asks of its user's roles. */
export const checkoutPolicy = (operation: Operation) => [{ resource: CHECKOUT_RESOURCE, operation }]

/** What giving money back asks of its user's roles. */
export const refundPolicy = () => [{ resource: REFUND_RESOURCE, operation: "create" as const }]

/** What a route of pay links asks of its user's roles. */
export const payLinkPolicy = (operation: Operation) => [{ resource: PAY_LINK_RESOURCE, operation }]

/** What a route of subscriptions asks of its user's roles. */
export const subscriptionPolicy = (operation: Operation) => [{ resource: SUBSCRIPTION_RESOURCE, operation }]
