import type { ExecArgs } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules, ProductStatus } from "@medusajs/framework/utils"
import {
  createApiKeysWorkflow,
  createInventoryLevelsWorkflow,
  createProductsWorkflow,
  createPromotionsWorkflow,
  createRegionsWorkflow,
  createSalesChannelsWorkflow,
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
  createStockLocationsWorkflow,
  createTaxRegionsWorkflow,
  createUserAccountWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
  updateStoresWorkflow,
} from "@medusajs/medusa/core-flows"

const PROVIDER = "pp_webcheckout_default"
const STOCK = 1_000_000

/** The regions differ in what matters to money: two, no and three decimals; with and without tax. */
const REGIONS = [
  { name: "United Arab Emirates", currency_code: "aed", countries: ["ae"], taxRate: 5 },
  { name: "Japan", currency_code: "jpy", countries: ["jp"], taxRate: 10 },
  { name: "Kuwait", currency_code: "kwd", countries: ["kw"], taxRate: undefined },
]

const PRODUCTS = [
  {
    title: "Brass coffee pot",
    handle: "coffee-pot",
    sku: "POT-1",
    prices: { aed: 89.95, jpy: 3600, kwd: 7.475 },
    description: "A hand-hammered dallah for eight small cups.",
  },
  {
    title: "Cardamom coffee, 250 g",
    handle: "cardamom-coffee",
    sku: "COF-250",
    prices: { aed: 32.5, jpy: 1300, kwd: 2.7 },
    description: "Light roast with green cardamom, ground this week.",
  },
  {
    title: "Cup set of six",
    handle: "cup-set",
    sku: "CUP-6",
    prices: { aed: 54.0, jpy: 2200, kwd: 4.505 },
    description: "Six finjan cups in sand-coloured porcelain.",
  },
]

const SHIPPING = { aed: 15, jpy: 600, kwd: 1.25 }

/** Everything a shopper needs to buy and a merchant needs to look. Run once, on a migrated database. */
export default async function seed({ container }: ExecArgs): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const link = container.resolve(ContainerRegistrationKeys.LINK)
  const query = container.resolve(ContainerRegistrationKeys.QUERY)

  const { data: existing } = await query.graph({ entity: "region", fields: ["id"] })
  if (existing.length > 0) {
    logger.info("The store is seeded already.")
    return
  }

  const { result: channels } = await createSalesChannelsWorkflow(container).run({
    input: { salesChannelsData: [{ name: "Web shop" }] },
  })
  const [channel] = channels
  const { data: stores } = await query.graph({ entity: "store", fields: ["id"] })
  await updateStoresWorkflow(container).run({
    input: {
      selector: { id: stores[0].id },
      update: {
        name: "Majlis Coffee",
        default_sales_channel_id: channel.id,
        supported_currencies: REGIONS.map(({ currency_code }, index) => ({ currency_code, is_default: index === 0 })),
      },
    },
  })

  await createRegionsWorkflow(container).run({
    input: {
      regions: REGIONS.map(({ name, currency_code, countries }) => ({
        name,
        currency_code,
        countries,
        payment_providers: [PROVIDER],
      })),
    },
  })
  await createTaxRegionsWorkflow(container).run({
    input: REGIONS.map(({ countries: [country_code], taxRate }) => ({
      country_code,
      provider_id: "tp_system",
      ...(taxRate === undefined ? {} : { default_tax_rate: { rate: taxRate, code: "VAT", name: "VAT" } }),
    })),
  })

  const { result: locations } = await createStockLocationsWorkflow(container).run({
    input: {
      locations: [{ name: "Dubai warehouse", address: { city: "Dubai", country_code: "AE", address_1: "Al Quoz 3" } }],
    },
  })
  const [location] = locations
  await link.create({
    [Modules.STOCK_LOCATION]: { stock_location_id: location.id },
    [Modules.FULFILLMENT]: { fulfillment_provider_id: "manual_manual" },
  })
  await linkSalesChannelsToStockLocationWorkflow(container).run({ input: { id: location.id, add: [channel.id] } })

  const { result: profiles } = await createShippingProfilesWorkflow(container).run({
    input: { data: [{ name: "Parcels", type: "default" }] },
  })
  const [profile] = profiles
  const fulfillment = container.resolve(Modules.FULFILLMENT)
  const fulfillmentSet = await fulfillment.createFulfillmentSets({
    name: "Dubai warehouse delivery",
    type: "shipping",
    service_zones: [
      {
        name: "Everywhere we sell",
        geo_zones: REGIONS.flatMap(({ countries }) =>
          countries.map((country_code) => ({ type: "country" as const, country_code }))
        ),
      },
    ],
  })
  await link.create({
    [Modules.STOCK_LOCATION]: { stock_location_id: location.id },
    [Modules.FULFILLMENT]: { fulfillment_set_id: fulfillmentSet.id },
  })
  await createShippingOptionsWorkflow(container).run({
    input: [
      {
        name: "Courier",
        price_type: "flat",
        provider_id: "manual_manual",
        service_zone_id: fulfillmentSet.service_zones[0].id,
        shipping_profile_id: profile.id,
        type: { label: "Courier", description: "Two to three days", code: "courier" },
        prices: Object.entries(SHIPPING).map(([currency_code, amount]) => ({ currency_code, amount })),
        rules: [
          { attribute: "enabled_in_store", operator: "eq", value: "true" },
          { attribute: "is_return", operator: "eq", value: "false" },
        ],
      },
    ],
  })

  await createProductsWorkflow(container).run({
    input: {
      products: PRODUCTS.map(({ title, handle, sku, prices, description }) => ({
        title,
        handle,
        description,
        status: ProductStatus.PUBLISHED,
        shipping_profile_id: profile.id,
        options: [{ title: "Size", values: ["One size"] }],
        variants: [
          {
            title: "One size",
            sku,
            options: { Size: "One size" },
            prices: Object.entries(prices).map(([currency_code, amount]) => ({ currency_code, amount })),
          },
        ],
        sales_channels: [{ id: channel.id }],
      })),
    },
  })
  const { data: inventoryItems } = await query.graph({ entity: "inventory_item", fields: ["id"] })
  await createInventoryLevelsWorkflow(container).run({
    input: {
      inventory_levels: inventoryItems.map(({ id }) => ({
        inventory_item_id: id,
        location_id: location.id,
        stocked_quantity: STOCK,
      })),
    },
  })

  await createPromotionsWorkflow(container).run({
    input: {
      promotionsData: [
        {
          code: "WELCOME",
          type: "standard",
          status: "active",
          application_method: { type: "percentage", target_type: "items", allocation: "across", value: 12.5 },
        },
      ],
    },
  })

  const { result: keys } = await createApiKeysWorkflow(container).run({
    input: { api_keys: [{ title: "Web shop", type: "publishable", created_by: "" }] },
  })
  await linkSalesChannelsToApiKeyWorkflow(container).run({ input: { id: keys[0].id, add: [channel.id] } })

  await createAdmin(container)
  logger.info("The store is seeded.")
}

async function createAdmin(container: ExecArgs["container"]): Promise<void> {
  const email = process.env.ADMIN_EMAIL ?? "admin@shop.example"
  const password = process.env.ADMIN_PASSWORD ?? "supersecret"
  const { authIdentity, error } = await container
    .resolve(Modules.AUTH)
    .register("emailpass", { body: { email, password }, url: "", headers: {}, query: {}, protocol: "http" })
  if (!authIdentity) {
    throw new Error(`The admin could not be registered: ${error}`)
  }
  await createUserAccountWorkflow(container).run({ input: { authIdentityId: authIdentity.id, userData: { email } } })
}
