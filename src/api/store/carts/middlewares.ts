import type { MiddlewareRoute, MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { gateCompletion, guardNewSession, guardPaidCart } from "./guard-paid-cart"
import { finished } from "node:stream/promises"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import { requireId } from "../../require-id"

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

/** `waitMs`: how long a request waits for another that starts a payment of the same collection. `ttlMs`: when the lease of a dead process expires. */
const TURN = { waitMs: 15_000, ttlMs: 15_000 }

/**
 * Medusa deletes a collection's other sessions without a lock while it creates a new one: if two tabs do so at once, one may delete the
 * session of the other, whose page is then closed. So these requests run one after another, under a lease of the plugin: Medusa's locks may
 * hold a database connection, and this one lasts as long as the gateway is asked. If the lease cannot be taken, the request continues: the
 * provider itself keeps the purchase to one page.
 */
async function startSessionsInTurn(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> {
  const { id } = req.params
  requireId(id, "payment collection")
  const state = { isStarted: false }
  const start = async () => {
    state.isStarted = true
    next()
    // The lease is released when the answer is sent or the shopper disconnects.
    await finished(res).catch(() => undefined)
  }
  const { leases } = req.scope.resolve(WEB_CHECKOUT)
  await leases.hold(`sessions:${id}`, TURN, start).catch(() => undefined)
  if (!state.isStarted) {
    next()
  }
}
