import type { MiddlewareRoute } from "@medusajs/framework/http"
import { hideToken } from "./hide-token"

export const publicMiddlewares: MiddlewareRoute[] = [
  // No door reads a body, and one that cannot be parsed would be logged with its address.
  { matcher: "/webcheckout/*", bodyParser: false, middlewares: [hideToken] },
]
