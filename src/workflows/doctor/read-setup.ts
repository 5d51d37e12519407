import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { isOwnProvider } from "../../modules/web-checkout/provider-ids"
import { relatedRows } from "../../modules/web-checkout/purchase/query"
import { readRows } from "../medusa/read-rows"

const provider = z.looseObject({ id: z.string(), is_enabled: z.boolean().nullish() })
const region = z.looseObject({
  name: z.string(),
  payment_providers: relatedRows(z.looseObject({ id: z.string() })),
})

/** Our provider's instances, and the regions that offer each. */
export async function readProviders(container: MedusaContainer) {
  const [providers, regions] = await Promise.all([
    readRows(container, provider, { entity: "payment_provider", filters: {} }),
    readRows(container, region, { entity: "region", filters: {} }),
  ])
  return providers
    .filter(({ id, is_enabled }) => isOwnProvider(id) && is_enabled !== false)
    .map(({ id }) => ({
      id,
      regions: regions
        .filter(({ payment_providers }) => payment_providers.some((one) => one.id === id))
        .map(({ name }) => name),
    }))
}

/** How the plugin is set up, for the admin's page. No key, no secret. */
export async function readSetup(container: MedusaContainer) {
  const { options, gateways, dueCheckouts, sweeps } = container.resolve(WEB_CHECKOUT)
  const [providers, counts, waiting, lastSweep] = await Promise.all([
    readProviders(container),
    dueCheckouts.countsForStatus(),
    dueCheckouts.waiting(),
    sweeps.lastResult(),
  ])
  return {
    environment: options.environment,
    extended_api: options.extendedApi,
    backend_url: options.backendUrl,
    storefront_url: options.storefront.url,
    accounts: gateways.accountNames().map((name) => ({
      name,
      base_url: options.accounts[name]?.baseUrl ?? options.baseUrl,
      /** Of this process, since it started. */
      last_good_at: gateways.contactOf(name).good_at,
      last_bad: gateways.contactOf(name).bad,
    })),
    providers,
    ...counts,
    ...waiting,
    /** The search for paid checkouts that the ledger does not know: whether it is made daily, and what the last one has found. */
    sweep: { is_daily: options.reconcile.sweep, last: lastSweep ?? null },
  }
}

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
