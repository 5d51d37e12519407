import { validateAndTransformBody, validateAndTransformQuery, type MiddlewareRoute } from "@medusajs/framework/http"
import { listCheckoutsQueryConfig, retrieveCheckoutQueryConfig } from "./query-config"
import { AdminGetCheckout, AdminGetCheckouts, AdminResolveCheckout } from "./validators"

export const adminCheckoutMiddlewares: MiddlewareRoute[] = [
  {
    method: "GET",
    matcher: "/admin/webcheckout/checkouts",
    middlewares: [validateAndTransformQuery(AdminGetCheckouts, listCheckoutsQueryConfig)],
  },
  {
    method: "GET",
    matcher: "/admin/webcheckout/checkouts/:id",
    middlewares: [validateAndTransformQuery(AdminGetCheckout, retrieveCheckoutQueryConfig)],
  },
  {
    method: "POST",
    matcher: "/admin/webcheckout/checkouts/:id/resolve",
    middlewares: [validateAndTransformBody(AdminResolveCheckout)],
  },
]
