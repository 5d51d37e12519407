import type { AuthenticatedMedusaRequest, MedusaNextFunction, MedusaResponse } from "@medusajs/framework/http"
import { hasPermission } from "@medusajs/framework"
import { MedusaError } from "@medusajs/framework/utils"

/** Resources that a role can be granted (Medusa's `rbac` flag). middlewares.ts says which route requires which. */
export const CHECKOUT_RESOURCE = "webcheckout_checkout"
/** Giving a case's money back, and recording what went back. */
export const REFUND_RESOURCE = "webcheckout_refund"
export const PAY_LINK_RESOURCE = "webcheckout_pay_link"
export const SUBSCRIPTION_RESOURCE = "webcheckout_subscription"

type Operation = "read" | "create" | "update"

export const checkoutPolicy = (operation: Operation) => [{ resource: CHECKOUT_RESOURCE, operation }]

export const refundPolicy = () => [{ resource: REFUND_RESOURCE, operation: "create" as const }]

export const payLinkPolicy = (operation: Operation) => [{ resource: PAY_LINK_RESOURCE, operation }]

export const subscriptionPolicy = (operation: Operation) => [{ resource: SUBSCRIPTION_RESOURCE, operation }]

/**
 * Middleware: a request for customer data needs `customer:read`, as on Medusa's own customer routes.
 *
 * @param asksFor whether a validated request asks for customer data
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
