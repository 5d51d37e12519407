import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { WEB_CHECKOUT } from "../../../../modules/web-checkout"
import type { WebCheckoutService } from "../../../../modules/web-checkout/service"

/** How the plugin is set up, when the gateway last answered, and how many checkouts wait for whom. No address, no key. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const ledger = req.scope.resolve<WebCheckoutService>(WEB_CHECKOUT)
  const { environment, extendedApi, authorizedCheckouts } = ledger.options
  res.json({
    status: {
      environment,
      provider: "webcheckout",
      extended_api: extendedApi,
      authorized_checkouts: authorizedCheckouts,
      ...(await ledger.overview()),
    },
  })
}
