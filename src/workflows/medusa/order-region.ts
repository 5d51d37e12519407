import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { isOwnProvider } from "../../modules/web-checkout/provider-ids"
import { readRows } from "./read-rows"

const providers = z.array(z.looseObject({ id: z.string(), is_enabled: z.boolean().nullish() }).nullable())
const regional = z.looseObject({ region: z.looseObject({ payment_providers: providers.nullish() }).nullish() })

/** The first of our provider's instances that is enabled in an order's region; undefined where none is. */
export async function findProviderOfOrder(container: MedusaContainer, orderId: string): Promise<string | undefined> {
  const [order] = await readRows(container, regional, {
    entity: "order",
    fields: ["id", "region.payment_providers.id", "region.payment_providers.is_enabled"],
    filters: { id: orderId },
  })
  const own = (order?.region?.payment_providers ?? []).flatMap((one) =>
    one && isOwnProvider(one.id) && one.is_enabled !== false ? one.id : []
  )
  return own.sort()[0]
}
