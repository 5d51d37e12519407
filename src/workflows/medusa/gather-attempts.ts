import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { readRows } from "./read-rows"

const order = z.looseObject({
  cart: z.looseObject({ id: z.string() }).nullish(),
  payment_collections: z.array(z.looseObject({ id: z.string() }).nullable()).nullish(),
})

/**
 * Pages that were begun for an order's cart are attempts at the order: they may be paid yet, in another tab. From here on they
 * are asked about, closed and locked with it, under one reference.
 */
export async function gatherAttempts(container: MedusaContainer, order_id: string): Promise<void> {
  const [found] = await readRows(container, order, {
    entity: "order",
    fields: ["id", "cart.id", "payment_collections.id"],
    filters: { id: order_id },
  })
  if (found) {
    const payment_collection_ids = (found.payment_collections ?? []).flatMap((collection) => collection?.id ?? [])
    await container
      .resolve(WEB_CHECKOUT)
      .purchases.noteOrder({ cart_id: found.cart?.id, payment_collection_ids }, order_id)
  }
}
