import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { LedgerCheckout } from "../../../modules/web-checkout/rules/ledger"
import { readRows } from "../../medusa/read-rows"
import type { LandingValues } from "./landing"

const country = z.string().nullish()
/** Where a cart, or the order it has become, is sent to. */
const destination = z.looseObject({
  shipping_address: z.looseObject({ country_code: country }).nullish(),
  region: z.looseObject({ countries: z.array(z.looseObject({ iso_2: country })).nullish() }).nullish(),
})

/** What the placeholders of the storefront's paths stand for, from the cart, or the order that it has become. */
export async function landingValues(scope: MedusaContainer, row: LedgerCheckout): Promise<LandingValues> {
  const [found] = await readRows(scope, destination, {
    entity: row.cart_id === null ? "order" : "cart",
    fields: ["shipping_address.country_code", "region.countries.iso_2"],
    filters: { id: row.cart_id ?? row.order_id ?? "" },
  })
  const code = found?.shipping_address?.country_code ?? found?.region?.countries?.[0]?.iso_2
  return {
    order_id: row.order_id ?? row.order_reference,
    cart_id: row.cart_id ?? undefined,
    country_code: code?.toLowerCase(),
  }
}
