import type { MedusaContainer } from "@medusajs/framework/types"
import { OrderChangeStatus } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { readRows } from "./read-rows"

/** Whether an order has a change that is neither confirmed nor cancelled: with one Medusa does not cancel it. */
export async function hasOpenChange(container: MedusaContainer, orderId: string): Promise<boolean> {
  const changes = await readRows(container, z.looseObject({ id: z.string() }), {
    entity: "order_change",
    fields: ["id"],
    filters: { order_id: orderId, status: [OrderChangeStatus.PENDING, OrderChangeStatus.REQUESTED] },
  })
  return changes.length > 0
}
