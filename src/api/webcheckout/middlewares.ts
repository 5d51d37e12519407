import type { MiddlewareRoute } from "@medusajs/framework/http"
import { atMostAtOnce, MOST_AT_ONCE } from "../at-most-at-once"
import { hideToken } from "./hide-token"

export const publicMiddlewares: MiddlewareRoute[] = [
  // No door reads a body, and one that cannot be parsed would be logged with its address.
  { matcher: "/webcheckout/*", bodyParser: false, middlewares: [hideToken] },
  { matcher: "/webcheckout/return/*", middlewares: [atMostAtOnce(MOST_AT_ONCE.shopper)] },
  { matcher: "/webcheckout/pay/*", middlewares: [atMostAtOnce(MOST_AT_ONCE.page)] },
  { matcher: "/webcheckout/payment-collection/*", middlewares: [atMostAtOnce(MOST_AT_ONCE.page)] },
]
