import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { DEFAULT_ACCOUNT } from "../../modules/web-checkout/options"

/** How the plugin is set up, when the gateway last answered, and how many checkouts wait for whom. No address, no key. */
export async function readStatus(container: MedusaContainer) {
  const { options, dueCheckouts } = container.resolve(WEB_CHECKOUT)
  const { environment, extendedApi, authorizedCheckouts, accounts, timeZone } = options
  return {
    environment,
    provider: "webcheckout",
    extended_api: extendedApi,
    authorized_checkouts: authorizedCheckouts,
    time_zone: timeZone,
    accounts: [DEFAULT_ACCOUNT, ...Object.keys(accounts)],
    ...(await dueCheckouts.overview()),
  }
}
