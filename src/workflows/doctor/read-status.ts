import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"

/** How the plugin is set up, when the gateway last answered, and how many checkouts wait for whom. No address, no key. */
export async function readStatus(container: MedusaContainer) {
  const { options, dueCheckouts, gateways } = container.resolve(WEB_CHECKOUT)
  const { environment, extendedApi, authorizedCheckouts, timeZone } = options
  return {
    environment,
    provider: "webcheckout",
    extended_api: extendedApi,
    authorized_checkouts: authorizedCheckouts,
    time_zone: timeZone,
    accounts: gateways.accountNames(),
    ...(await dueCheckouts.countsForStatus()),
  }
}
