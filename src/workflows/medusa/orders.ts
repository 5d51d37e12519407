import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { listOf } from "../../modules/web-checkout/purchase/query"
import { isOwnProvider } from "../../modules/web-checkout/provider-ids"
import { readOne, readRows } from "./read-rows"
import { OrderChangeStatus } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../modules/web-checkout"

const providers = listOf(z.looseObject({ id: z.string(), is_enabled: z.boolean().nullish() }))
const used = listOf(z.looseObject({ provider_id: z.string(), created_at: z.coerce.date() }))
const orderRow = z.looseObject({
  region: z.looseObject({ payment_providers: providers }).nullish(),
  payment_collections: listOf(z.looseObject({ payments: used, payment_sessions: used })),
})

/**
 * The instance of our provider that an order is paid with: the one that it was paid, or begun to be paid, with last, or the first that is
 * enabled in its region. Undefined where none is enabled.
 */
export async function findProviderOfOrder(container: MedusaContainer, orderId: string): Promise<string | undefined> {
  const [order] = await readRows(container, orderRow, {
    entity: "order",
    fields: [
      "id",
      "region.payment_providers.id",
      "region.payment_providers.is_enabled",
      ...["payments", "payment_sessions"].flatMap((entry) => [
        `payment_collections.${entry}.provider_id`,
        `payment_collections.${entry}.created_at`,
      ]),
    ],
    filters: { id: orderId },
  })
  const own = (order?.region?.payment_providers ?? []).flatMap(({ id, is_enabled }) =>
    isOwnProvider(id) && is_enabled !== false ? id : []
  )
  const before = (order?.payment_collections ?? [])
    .flatMap(({ payments, payment_sessions }) => [...payments, ...payment_sessions])
    .toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime())
    .map(({ provider_id }) => provider_id)
  return [...before, ...own.sort()].find((id) => own.includes(id))
}

/** Whether an order has a change that is neither confirmed nor cancelled: with one Medusa does not cancel it. */
export async function hasOpenChange(container: MedusaContainer, orderId: string): Promise<boolean> {
  const changes = await readRows(container, z.looseObject({ id: z.string() }), {
    entity: "order_change",
    fields: ["id"],
    filters: { order_id: orderId, status: [OrderChangeStatus.PENDING, OrderChangeStatus.REQUESTED] },
  })
  return changes.length > 0
}

const order = z.looseObject({
  cart: z.looseObject({ id: z.string() }).nullish(),
  payment_collections: listOf(z.looseObject({ id: z.string() })),
})

/**
 * Assigns the pages that were started for an order's cart to the order: they may still be paid, in another tab. From then on they are
 * checked, closed and locked with the order, under one reference.
 */
export async function gatherAttempts(container: MedusaContainer, order_id: string): Promise<void> {
  const found = await readOne(container, order, "order", order_id, ["id", "cart.id", "payment_collections.id"])
  if (found) {
    const payment_collection_ids = found.payment_collections.map(({ id }) => id)
    await container
      .resolve(WEB_CHECKOUT)
      .purchases.noteOrder({ cart_id: found.cart?.id, payment_collection_ids }, order_id)
  }
}
