import type { MiddlewareRoute } from "@medusajs/framework/http"
import { hideToken } from "./hide-token"

export const publicMiddlewares: MiddlewareRoute[] = [
  // Without a `*`, whose part of the path the router would decode first.
  { matcher: "/webcheckout", middlewares: [hideToken] },
  // No route reads a body, and one that cannot be parsed would be logged with its address.
  { matcher: "/webcheckout/*", bodyParser: false },
]
