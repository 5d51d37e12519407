import { METHODS } from "node:http"
import type {
  MiddlewareRoute,
  MiddlewareVerb,
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { withoutTokens } from "../../modules/web-checkout/secret-token"

export const publicMiddlewares: MiddlewareRoute[] = [
  // Without a `*`: the router would decode that part of the path first.
  { matcher: "/webcheckout", middlewares: [hideToken] },
  // No route reads a body, and Medusa would log a body that cannot be parsed together with its URL. For every method that Node knows, of
  // which Medusa's type names seven.
  { matcher: "/webcheckout/*", methods: METHODS as MiddlewareVerb[], bodyParser: false },
]

/**
 * Removes tokens and ids from the URL that Medusa writes to its access and error logs, so that a reader of the logs cannot open the page.
 * For every method, because a request without a route is logged too. The headers keep the browser from passing the URL on, also from an
 * error page, which loads an icon.
 */
function hideToken(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  req.originalUrl = withoutTokens(req.originalUrl)
  if (req.headers.referer !== undefined) {
    req.headers.referer = withoutTokens(req.headers.referer)
  }
  res.setHeader("cache-control", "no-store")
  res.setHeader("referrer-policy", "no-referrer")
  try {
    decodeURIComponent(req.path)
  } catch {
    // The router would put the part that it cannot decode into its error.
    res.status(404).type("text/plain").send("Page not found.")
    return
  }
  next()
}
