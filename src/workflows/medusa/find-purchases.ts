import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { readRows } from "./read-rows"

const named = z.looseObject({ id: z.string() })

/** So many orders and carts of one person are found at most, the latest ones. */
const MOST_HITS = 200

/** Orders and carts that a search text stands for: an order's number, or the whole e-mail address of a customer. */
export async function findPurchases(
  container: MedusaContainer,
  text: string
): Promise<{ order_ids: string[]; cart_ids: string[] }> {
  const number = /^#?(\d{1,9})$/.exec(text)?.[1]
  if (number !== undefined) {
    return { order_ids: await idsOf(container, "order", { display_id: Number(number) }), cart_ids: [] }
  }
  if (!text.includes("@")) {
    return { order_ids: [], cart_ids: [] }
  }
  const customers = await idsOf(container, "customer", { email: text.toLowerCase() })
  if (customers.length === 0) {
    return { order_ids: [], cart_ids: [] }
  }
  const [order_ids, cart_ids] = await Promise.all([
    idsOf(container, "order", { customer_id: customers }),
    idsOf(container, "cart", { customer_id: customers }),
  ])
  return { order_ids, cart_ids }
}

async function idsOf(container: MedusaContainer, entity: string, filters: Record<string, unknown>): Promise<string[]> {
  const rows = await readRows(container, named, {
    entity,
    fields: ["id"],
    filters,
    pagination: { take: MOST_HITS, skip: 0, order: { created_at: "DESC" } },
  })
  return rows.map(({ id }) => id)
}
