import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { isOwnProvider } from "../../modules/web-checkout/provider-ids"
import { relatedRows } from "../../modules/web-checkout/purchase/query"
import { readOne } from "./read-rows"

const providers = relatedRows(z.looseObject({ id: z.string(), is_enabled: z.boolean().nullish() }))
const used = relatedRows(z.looseObject({ provider_id: z.string(), created_at: z.coerce.date() }))
const orderRow = z.looseObject({
  region: z.looseObject({ payment_providers: providers }).nullish(),
  payment_collections: relatedRows(z.looseObject({ payments: used, payment_sessions: used })),
})

/**
 * The instance of our provider that an order is paid with: the one that it was paid, or begun to be paid, with last, or the first that is
 * enabled in its region. Undefined where none is enabled.
 */
export async function findProviderOfOrder(container: MedusaContainer, orderId: string): Promise<string | undefined> {
  const order = await readOne(container, orderRow, "order", orderId)
  const own = (order?.region?.payment_providers ?? []).flatMap(({ id, is_enabled }) =>
    isOwnProvider(id) && is_enabled !== false ? id : []
  )
  const before = (order?.payment_collections ?? [])
    .flatMap(({ payments, payment_sessions }) => [...payments, ...payment_sessions])
    .toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime())
    .map(({ provider_id }) => provider_id)
  return [...before, ...own.sort()].find((id) => own.includes(id))
}
