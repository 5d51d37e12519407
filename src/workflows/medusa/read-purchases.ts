import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { readRows } from "./read-rows"

export const person = z.looseObject({
  id: z.string(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
})
const purchase = z.looseObject({ id: z.string(), email: z.string().nullish(), customer: person.nullish() })
export const order = purchase.extend({ display_id: z.number(), status: z.string() })
const user = person.extend({ email: z.string() })

/** An order as Medusa answered it, with its customer where that was asked for. */
export type ReadOrder = z.output<typeof order>

/** A row's order and payer, as the admin names them. Read from Medusa when they are shown, and never kept. */
export interface PurchaseNames {
  order: { id: string; display_id: number; status: string } | null
  customer: { id: string | null; email: string | null; name: string | null } | null
}

/** The orders and people behind some rows, by the row's id. @param known orders that were read already, by their ids */
export async function readPurchasesOf(
  container: MedusaContainer,
  rows: readonly Pick<LedgerCheckout, "id" | "order_id" | "cart_id">[],
  known: ReadonlyMap<string, ReadOrder> = new Map()
): Promise<Map<string, PurchaseNames>> {
  const orderIds = rows.flatMap(({ order_id }) => order_id ?? []).filter((id) => !known.has(id))
  const cartIds = rows.flatMap(({ order_id, cart_id }) => (order_id === null && cart_id !== null ? cart_id : []))
  const [orders, carts] = await Promise.all([
    byId(container, order, "order", orderIds),
    byId(container, purchase, "cart", cartIds),
  ])
  return new Map(
    rows.map(({ id, order_id, cart_id }) => {
      const found = known.get(order_id ?? "") ?? orders.get(order_id ?? "")
      const payer = found ?? carts.get(cart_id ?? "")
      return [
        id,
        {
          order: found ? { id: found.id, display_id: found.display_id, status: found.status } : null,
          customer: payer ? payerOf(payer) : null,
        },
      ]
    })
  )
}

/** The names of admin users, or their e-mail addresses, by their ids; one who is gone has none. */
export async function readUsers(container: MedusaContainer, ids: string[]): Promise<Map<string, string>> {
  const users = await byId(container, user, "user", ids)
  return new Map([...users.values()].map((found) => [found.id, nameOf(found) ?? found.email]))
}

function payerOf({ customer, email }: z.output<typeof purchase>) {
  return { id: customer?.id ?? null, email: email ?? null, name: customer ? nameOf(customer) : null }
}

function nameOf({ first_name, last_name }: z.output<typeof person>): string | null {
  return [first_name, last_name].filter(Boolean).join(" ") || null
}

async function byId<Schema extends z.ZodType<{ id: string }>>(
  container: MedusaContainer,
  schema: Schema,
  entity: string,
  ids: string[]
): Promise<Map<string, z.output<Schema>>> {
  const rows = ids.length > 0 ? await readRows(container, schema, { entity, filters: { id: [...new Set(ids)] } }) : []
  return new Map(rows.map((row) => [row.id, row]))
}
