import type { AuthenticatedMedusaRequest, MedusaNextFunction, MedusaResponse } from "@medusajs/framework/http"
import { hasPermission } from "@medusajs/framework"
import { MedusaError } from "@medusajs/framework/utils"

/** What a role may be given, as Medusa's roles (the `rbac` flag) name it. Which route requires which: middlewares.ts. */
export const CHECKOUT_RESOURCE = "webcheckout_checkout"
/** Giving a case's money back, and recording what went back. */
export const REFUND_RESOURCE = "webcheckout_refund"
export const PAY_LINK_RESOURCE = "webcheckout_pay_link"
export const SUBSCRIPTION_RESOURCE = "webcheckout_subscription"

type Operation = "read" | "create" | "update"

/** What a route of checkouts asks of its user's roles. */
export const checkoutPolicy = (operation: Operation) => [{ resource: CHECKOUT_RESOURCE, operation }]

/** What giving money back, or recording that it went back, asks of its user's roles. */
export const refundPolicy = () => [{ resource: REFUND_RESOURCE, operation: "create" as const }]

/** What a route of pay links asks of its user's roles. */
export const payLinkPolicy = (operation: Operation) => [{ resource: PAY_LINK_RESOURCE, operation }]

/** What a route of subscriptions asks of its user's roles. */
export const subscriptionPolicy = (operation: Operation) => [{ resource: SUBSCRIPTION_RESOURCE, operation }]

/**
 * A middleware: whoever asks for customers must be allowed to read them, as on Medusa's own routes of customers.
 *
 * @param asksFor whether a validated request asks for some
 * @throws MedusaError FORBIDDEN
 */
export function requireCustomerPolicy(asksFor: (req: AuthenticatedMedusaRequest) => boolean) {
  return async (req: AuthenticatedMedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): Promise<void> => {
    const roles = (req.auth_context.app_metadata?.roles ?? []) as string[]
    const actions = { resource: "customer", operation: "read" }
    if (asksFor(req) && !(await hasPermission({ roles, actions, container: req.scope }))) {
      throw new MedusaError(MedusaError.Types.FORBIDDEN, "Insufficient permissions. Required policies: customer:read")
    }
    next()
  }
}
