import type { MiddlewareRoute } from "@medusajs/framework/http"
import { gateCompletion, guardNewSession, guardPaidCart } from "./guard-paid-cart"
import { startSessionsInTurn } from "./start-sessions-in-turn"

/** The store's routes that change what a cart costs or who buys it. */
const CHANGES: { matcher: string; methods: ("POST" | "DELETE")[] }[] = [
  { matcher: "/store/carts/:id", methods: ["POST"] },
  { matcher: "/store/carts/:id/customer", methods: ["POST"] },
  { matcher: "/store/carts/:id/line-items", methods: ["POST"] },
  { matcher: "/store/carts/:id/line-items/:line_id", methods: ["POST", "DELETE"] },
  { matcher: "/store/carts/:id/promotions", methods: ["POST", "DELETE"] },
  { matcher: "/store/carts/:id/shipping-methods", methods: ["POST"] },
  { matcher: "/store/carts/:id/taxes", methods: ["POST"] },
]

export const storeCartMiddlewares: MiddlewareRoute[] = [
  ...CHANGES.map(({ matcher, methods }) => ({ matcher, methods, middlewares: [guardPaidCart] })),
  { matcher: "/store/carts/:id/complete", methods: ["POST"], middlewares: [gateCompletion] },
  {
    matcher: "/store/payment-collections/:id/payment-sessions",
    methods: ["POST"],
    middlewares: [startSessionsInTurn, guardNewSession],
  },
]
