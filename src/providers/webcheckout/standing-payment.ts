import { z } from "@medusajs/framework/zod"
import type { Query } from "../../modules/web-checkout/purchase/query"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"

const paymentFields = z.looseObject({
  canceled_at: z.unknown(),
  data: z.looseObject({ checkout_id: z.string().optional() }).nullish(),
})

/**
 * Whether Medusa has a payment of a checkout whose money the gateway holds: it must not get another. Medusa's refunds do not count: what
 * the gateway still holds has not gone back, and the process or the database may have stopped in the middle of a refund.
 */
export async function hasStandingPayment(query: Query, row: LedgerCheckout): Promise<boolean> {
  const { data } = await query.graph({
    entity: "payment",
    fields: ["id", "canceled_at", "data"],
    filters: { payment_collection_id: row.payment_collection_id },
  })
  return data
    .map((payment) => paymentFields.parse(payment))
    .some(({ data, canceled_at }) => data?.checkout_id === row.checkout_id && !canceled_at)
}
