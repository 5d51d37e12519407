import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { relatedRows } from "../../modules/web-checkout/purchase/query"
import { readOne, readRows } from "./read-rows"
import { OrderChangeStatus } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../modules/web-checkout"

/**
 * The ids of an order's changes that are neither confirmed nor cancelled. Medusa cancels no order that has one.
 *
 * @param filters further conditions on the changes
 */
export async function listOpenChanges(
  container: MedusaContainer,
  order_id: string,
  filters: object = {}
): Promise<string[]> {
  const changes = await readRows(container, z.looseObject({ id: z.string() }), {
    entity: "order_change",
    filters: { ...filters, order_id, status: [OrderChangeStatus.PENDING, OrderChangeStatus.REQUESTED] },
  })
  return changes.map(({ id }) => id)
}

const order = z.looseObject({
  cart: z.looseObject({ id: z.string() }).nullish(),
  payment_collections: relatedRows(z.looseObject({ id: z.string() })),
})

/**
 * Assigns the pages that were started for an order's cart to the order: they may still be paid, in another tab. From then on they are
 * checked, closed and locked with the order, under one reference.
 */
export async function gatherAttempts(container: MedusaContainer, order_id: string): Promise<void> {
  const found = await readOne(container, order, "order", order_id)
  if (found) {
    const payment_collection_ids = found.payment_collections.map(({ id }) => id)
    await container
      .resolve(WEB_CHECKOUT)
      .purchases.noteOrder({ cart_id: found.cart?.id, payment_collection_ids }, order_id)
  }
}
