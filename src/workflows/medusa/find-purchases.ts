import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { order, person, type ReadOrder } from "./read-purchases"
import { readRows } from "./read-rows"

const named = z.looseObject({ id: z.string() })
const ordered = order.omit({ customer: true }).extend({ customer_id: z.string() })

/** The most orders and carts that are found of one person, the latest ones. */
const MOST_HITS = 200

/** Orders and carts that a search text stands for. */
export interface FoundPurchases {
  order_ids: string[]
  cart_ids: string[]
  /** Of the orders, those that need not be read once more. */
  orders: ReadonlyMap<string, ReadOrder>
}

const NONE: FoundPurchases = { order_ids: [], cart_ids: [], orders: new Map() }

/** Orders and carts that a search text stands for: an order's number, or the whole e-mail address of a customer. */
export async function findPurchases(container: MedusaContainer, text: string): Promise<FoundPurchases> {
  const number = /^#?(\d{1,9})$/.exec(text)?.[1]
  if (number !== undefined) {
    const found = await readLatest(container, named, "order", { display_id: Number(number) })
    return { ...NONE, order_ids: idsOf(found) }
  }
  const customers = isSearchByEmail(text)
    ? await readLatest(container, person, "customer", { email: [text, text.toLowerCase()] })
    : []
  return customers.length > 0 ? purchasesOf(container, customers) : NONE
}

/** Whether a search text is taken for a customer's e-mail address. */
export function isSearchByEmail(text: unknown): boolean {
  return typeof text === "string" && text.includes("@")
}

async function purchasesOf(container: MedusaContainer, customers: z.output<typeof person>[]): Promise<FoundPurchases> {
  const filters = { customer_id: idsOf(customers) }
  const [orders, carts] = await Promise.all([
    readLatest(container, ordered, "order", filters),
    readLatest(container, named, "cart", filters),
  ])
  const withCustomers = orders.map((found): [string, ReadOrder] => [
    found.id,
    { ...found, customer: customers.find(({ id }) => id === found.customer_id) },
  ])
  return { order_ids: idsOf(orders), cart_ids: idsOf(carts), orders: new Map(withCustomers) }
}

function idsOf(rows: { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}

async function readLatest<Schema extends z.ZodType>(
  container: MedusaContainer,
  schema: Schema,
  entity: string,
  filters: Record<string, unknown>
): Promise<z.output<Schema>[]> {
  const pagination = { take: MOST_HITS, skip: 0, order: { created_at: "DESC" as const } }
  return readRows(container, schema, { entity, filters, pagination })
}
