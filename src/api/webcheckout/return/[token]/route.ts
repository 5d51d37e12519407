import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { WEB_CHECKOUT } from "../../../../modules/web-checkout"
import { isOrderNamed } from "../../../../modules/web-checkout/rules/check-times"
import { settleReturning } from "../../../../workflows/checkout/settle-returning"
import { landingUrl } from "../landing"
import { landingValues } from "../landing-values"

/**
 * Where the gateway sends the shopper's browser back to. Every query parameter is ignored: the token names the ledger
 * row, the gateway says what became of it, and the shopper lands on one of the storefront's pages. Open to everybody, so
 * an unknown token costs the gateway nothing, and a known one at most a question a second.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  res.setHeader("cache-control", "no-store")
  res.setHeader("referrer-policy", "no-referrer")
  const { options, returnAddresses } = req.scope.resolve(WEB_CHECKOUT)
  const found = await returnAddresses.find(req.params.token)
  if (!found) {
    res.status(404).type("text/plain").send("This payment link is not known. Go back to the shop to see your order.")
    return
  }
  if (!isOrderNamed(found)) {
    // Whoever finds the address in a browser's history learns nothing from it any more.
    res.redirect(303, options.storefront.url)
    return
  }
  const { row, outcome } = await settleReturning(req.scope, found)
  res.redirect(303, landingUrl(options.storefront, outcome, await landingValues(req.scope, row)))
}
