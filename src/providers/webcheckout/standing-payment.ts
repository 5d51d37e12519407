import { z } from "@medusajs/framework/zod"
import { compareAmounts } from "../../gateway/money"
import { decimal, type Query } from "../../modules/web-checkout/purchase/query"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { refundedInMedusa } from "../../modules/web-checkout/rules/refunded"

const paymentFields = z.looseObject({
  amount: decimal,
  canceled_at: z.unknown(),
  data: z.looseObject({ checkout_id: z.string().optional() }).nullish(),
  refunds: z.array(z.looseObject({ amount: decimal }).nullable()).nullish(),
})

/** Whether Medusa has a payment that names the row's checkout, neither cancelled nor given back in full. */
export async function hasStandingPayment(query: Query, row: LedgerCheckout): Promise<boolean> {
  const { data } = await query.graph({
    entity: "payment",
    fields: ["id", "amount", "canceled_at", "data", "refunds.amount"],
    filters: { payment_collection_id: row.payment_collection_id },
  })
  return data
    .map((payment) => paymentFields.parse(payment))
    .some(({ data, canceled_at, amount, refunds }) => {
      const refunded = refundedInMedusa(refunds)
      const isGivenBack = compareAmounts(refunded, amount, row.currency_code) !== -1
      return data?.checkout_id === row.checkout_id && !canceled_at && !isGivenBack
    })
}
