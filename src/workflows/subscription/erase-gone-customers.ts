import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { inADay } from "../../modules/web-checkout/rules/check-times"
import { readRows } from "../medusa/read-rows"
import { eraseSubscriberWorkflow } from "./workflows/erase-subscriber"

const BATCH = 500
const customer = z.object({ id: z.string() })

/** Erases what subscriptions know of customers who were deleted while nobody heard of it. @returns when it is due again */
export async function eraseGoneCustomers(container: MedusaContainer): Promise<Date> {
  const { subscriptions } = container.resolve(WEB_CHECKOUT)
  let ids = await subscriptions.listCustomers("", BATCH)
  while (ids.length > 0) {
    const there = await readRows(container, customer, {
      entity: "customer",
      fields: ["id"],
      filters: { id: ids },
      // All of them: one that is left out would count as gone.
      pagination: { take: ids.length, skip: 0, order: { id: "ASC" } },
    })
    const isThere = new Set(there.map(({ id }) => id))
    for (const customer_id of ids.filter((id) => !isThere.has(id))) {
      await eraseSubscriberWorkflow(container).run({ input: { customer_id } })
    }
    ids = await subscriptions.listCustomers(ids[ids.length - 1], BATCH)
  }
  return inADay()
}
