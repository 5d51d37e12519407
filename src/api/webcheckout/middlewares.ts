import { METHODS } from "node:http"
import type { MiddlewareRoute, MiddlewareVerb } from "@medusajs/framework/http"
import { hideToken } from "./hide-token"

export const publicMiddlewares: MiddlewareRoute[] = [
  // Without a `*`, whose part of the path the router would decode first.
  { matcher: "/webcheckout", middlewares: [hideToken] },
  // No route reads a body, and one that cannot be parsed would be logged with its address: for every method that Node knows, of which
  // Medusa's type names seven.
  { matcher: "/webcheckout/*", methods: METHODS as MiddlewareVerb[], bodyParser: false },
]
