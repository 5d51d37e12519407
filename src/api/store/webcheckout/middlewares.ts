import { authenticate, type MiddlewareRoute } from "@medusajs/framework/http"
import { pageParams, validateQuery } from "../../validate"
import { listOwnSubscriptionsQueryConfig } from "./subscriptions/query-config"

const maySignIn = authenticate("customer", ["session", "bearer"], { allowUnauthenticated: true })

export const storeMiddlewares: MiddlewareRoute[] = [
  { methods: ["GET"], matcher: "/store/webcheckout/checkouts/:cart_id", middlewares: [maySignIn] },
  { methods: ["GET"], matcher: "/store/webcheckout/orders/:order_id", middlewares: [maySignIn] },
  { methods: ["POST"], matcher: "/store/webcheckout/orders/:order_id/pay", middlewares: [maySignIn] },
  {
    methods: ["GET"],
    matcher: "/store/webcheckout/subscriptions",
    middlewares: [
      authenticate("customer", ["session", "bearer"]),
      // By id, the oldest first: the list itself begins with the newest.
      ...validateQuery(pageParams(listOwnSubscriptionsQueryConfig.allowed, "id"), listOwnSubscriptionsQueryConfig),
    ],
  },
]
