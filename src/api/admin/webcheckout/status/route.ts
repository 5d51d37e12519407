import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { WEB_CHECKOUT } from "../../../../modules/web-checkout"
import { DEFAULT_ACCOUNT } from "../../../../modules/web-checkout/options"

/** How the plugin is set up, when the gateway last answered, and how many checkouts wait for whom. No address, no key. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const webCheckout = req.scope.resolve(WEB_CHECKOUT)
  const { environment, extendedApi, authorizedCheckouts, accounts } = webCheckout.options
  res.json({
    status: {
      environment,
      provider: "webcheckout",
      extended_api: extendedApi,
      authorized_checkouts: authorizedCheckouts,
      accounts: [DEFAULT_ACCOUNT, ...Object.keys(accounts)],
      ...(await webCheckout.checkouts.overview()),
    },
  })
}
