import { authenticate, type MiddlewareRoute } from "@medusajs/framework/http"
import { createFindParams } from "@medusajs/medusa/api/utils/validators"
import { LINK_FIELDS } from "../../../modules/web-checkout/subscription"
import { validateQuery } from "../../validate"

const maySignIn = authenticate("customer", ["session", "bearer"], { allowUnauthenticated: true })

/** The fields of their own subscriptions that a customer may read. */
const fields: string[] = ["id", "status", ...LINK_FIELDS, "created_at"]

export const storeMiddlewares: MiddlewareRoute[] = [
  { methods: ["GET"], matcher: "/store/webcheckout/checkouts/:cart_id", middlewares: [maySignIn] },
  { methods: ["GET"], matcher: "/store/webcheckout/orders/:order_id", middlewares: [maySignIn] },
  { methods: ["POST"], matcher: "/store/webcheckout/orders/:order_id/pay", middlewares: [maySignIn] },
  {
    methods: ["GET"],
    matcher: "/store/webcheckout/subscriptions",
    middlewares: [
      authenticate("customer", ["session", "bearer"]),
      ...validateQuery(createFindParams({ limit: 20, offset: 0 }), {
        defaults: fields,
        allowed: fields,
        isList: true,
        defaultLimit: 20,
      }),
    ],
  },
]
