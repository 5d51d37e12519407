import { authenticate, type MiddlewareRoute } from "@medusajs/framework/http"

const signedIn = authenticate("customer", ["session", "bearer"], { allowUnauthenticated: true })

export const storeOrderMiddlewares: MiddlewareRoute[] = [
  {
    methods: ["GET"],
    matcher: "/store/webcheckout/checkouts/:cart_id",
    middlewares: [signedIn],
  },
  {
    methods: ["GET"],
    matcher: "/store/webcheckout/orders/:order_id",
    middlewares: [signedIn],
  },
  {
    methods: ["POST"],
    matcher: "/store/webcheckout/orders/:order_id/pay",
    middlewares: [signedIn],
  },
]
