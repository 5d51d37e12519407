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
  // Without a `*`, whose part of the path the router would decode first.
  { matcher: "/webcheckout", middlewares: [hideToken] },
  // No route reads a body, and one that cannot be parsed would be logged with its address: for every method that Node knows, of which
  // Medusa's type names seven.
  { matcher: "/webcheckout/*", methods: METHODS as MiddlewareVerb[], bodyParser: false },
]

/**
 * Medusa's access log and its log of errors would hold an address that opens a page: it is written down without its token or ids, so
 * that whoever can read a log cannot open it. For every method: also one without a route is logged. Nor does a browser send the address
 * on, whatever the answer: an error too is a page that loads an icon.
 */
function hideToken(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  req.originalUrl = withoutTokens(req.originalUrl)
  if (req.headers.referer !== undefined) {
    req.headers.referer = withoutTokens(req.headers.referer)
  }
  res.setHeader("cache-control", "no-store")
  res.setHeader("referrer-policy", "no-referrer")
  if (!isDecodable(req.path)) {
    // The router would put the part that it cannot decode into its error.
    res.status(404).type("text/plain").send("Page not found.")
    return
  }
  next()
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
