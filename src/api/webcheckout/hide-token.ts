import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { withoutTokens } from "../../modules/web-checkout/secret-token"

/**
 * Medusa's access log and its log of errors would hold an address that opens a page: it is written down without its token or ids, so
 * that whoever can read a log cannot open it. For every method: also one without a route is logged.
 */
export function hideToken(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  req.originalUrl = withoutTokens(req.originalUrl)
  if (req.headers.referer !== undefined) {
    req.headers.referer = withoutTokens(req.headers.referer)
  }
  next()
}
