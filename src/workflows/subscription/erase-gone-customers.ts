import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { inADay } from "../../modules/web-checkout/rules/check-times"
import { readRows } from "../medusa/read-rows"
import { eraseSubscriber } from "./erase-subscriber"

const BATCH = 500
/** A workflow that deletes a customer may yet undo it, and its event is on its way. */
const DELETED_FOR_MS = 3_600_000
const customer = z.object({ id: z.string(), deleted_at: z.coerce.date().nullable() })

/** Erases what subscriptions know of customers who were deleted while nobody heard of it. @returns when it is due again */
export async function eraseGoneCustomers(container: MedusaContainer): Promise<Date> {
  const { subscriptions } = container.resolve(WEB_CHECKOUT)
  let ids = await subscriptions.listCustomers("", BATCH)
  while (ids.length > 0) {
    const there = await readRows(container, customer, {
      entity: "customer",
      fields: ["id", "deleted_at"],
      filters: { id: ids },
      withDeleted: true,
      // All of them: one that is left out would count as gone.
      pagination: { take: ids.length, skip: 0, order: { id: "ASC" } },
    })
    const isThere = new Set(there.filter(isKept).map(({ id }) => id))
    for (const customer_id of ids.filter((id) => !isThere.has(id))) {
      await eraseSubscriber(container, customer_id)
    }
    ids = await subscriptions.listCustomers(ids[ids.length - 1], BATCH)
  }
  return inADay()
}

function isKept({ deleted_at }: z.output<typeof customer>): boolean {
  return deleted_at === null || Date.now() - deleted_at.getTime() < DELETED_FOR_MS
}
