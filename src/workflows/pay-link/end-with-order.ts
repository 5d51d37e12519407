import type { MedusaContainer } from "@medusajs/framework/types"
import { deletePaymentSessionsWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "@medusajs/framework/zod"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { isOwnProvider } from "../../modules/web-checkout/provider-ids"
import { relatedRows } from "../../modules/web-checkout/purchase/query"
import { PLUGIN_ACTOR } from "../../modules/web-checkout/rules/ledger"
import { closePages } from "../checkout/close-pages"
import { readOne } from "../medusa/read-rows"

const session = z.looseObject({
  id: z.string(),
  provider_id: z.string(),
  payment: z.looseObject({ id: z.string() }).nullish(),
})
const order = z.looseObject({
  status: z.string(),
  payment_collections: relatedRows(z.looseObject({ payment_sessions: relatedRows(session) })),
})

/**
 * Ends the links of a cancelled order, closes its pages if possible, and deletes its unpaid sessions, with which Medusa's "Check status"
 * would book a payment. Money that still arrives becomes a case. Can be repeated.
 */
export async function endWithOrder(container: MedusaContainer, order_id: string): Promise<void> {
  const found = await readOne(container, order, "order", order_id)
  if (found?.status !== "canceled") {
    return
  }
  await container.resolve(WEB_CHECKOUT).payLinks.endAllOf(order_id, PLUGIN_ACTOR)
  await closePages(container, order_id, () => true)
  const live = await container.resolve(WEB_CHECKOUT).purchases.listLive({ order_id })
  const kept = new Set(live.map(({ payment_session_id }) => payment_session_id))
  const ids = found.payment_collections
    .flatMap(({ payment_sessions }) => payment_sessions)
    .filter(({ id, provider_id, payment }) => isOwnProvider(provider_id) && !payment && !kept.has(id))
    .map(({ id }) => id)
  if (ids.length > 0) {
    await deletePaymentSessionsWorkflow(container).run({ input: { ids }, throwOnError: false })
  }
}
