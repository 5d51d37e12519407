import { validateAndTransformQuery, type MiddlewareRoute } from "@medusajs/framework/http"
import { listCheckoutsQueryConfig, retrieveCheckoutQueryConfig } from "./query-config"
import { AdminGetCheckout, AdminGetCheckouts } from "./validators"

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
]
