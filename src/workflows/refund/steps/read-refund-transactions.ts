import { MathBN } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "zod"
import { decimal } from "../../../modules/web-checkout/purchase/query"
import { readRows } from "../../medusa/read-rows"

export interface BookRefundsInput {
  /** Medusa's payment. */
  payment_id: string
  /** Those of its refunds that the order does not show. */
  refund_ids: string[]
}

const refundedPayment = z.looseObject({
  currency_code: z.string(),
  refunds: z.array(z.looseObject({ id: z.string(), amount: decimal }).nullable()).nullish(),
  payment_collection: z.looseObject({ order: z.looseObject({ id: z.string() }).nullish() }).nullish(),
})

/** The order's side of refunds, as Medusa's own refund writes it. */
export const readRefundTransactionsStep = createStep(
  "webcheckout-read-refund-transactions",
  async ({ payment_id, refund_ids }: BookRefundsInput, { container }) => {
    const [payment] = await readRows(container, refundedPayment, {
      entity: "payment",
      fields: ["id", "currency_code", "refunds.id", "refunds.amount", "payment_collection.order.id"],
      filters: { id: payment_id },
    })
    const order_id = payment?.payment_collection?.order?.id
    const refunds = (payment?.refunds ?? []).filter((refund) => refund !== null)
    const transactions = refunds
      .filter(({ id }) => refund_ids.includes(id))
      .flatMap(({ id, amount }) =>
        order_id === undefined
          ? []
          : [
              {
                order_id,
                amount: MathBN.mult(amount, -1),
                currency_code: payment.currency_code,
                reference: "refund",
                reference_id: id,
              },
            ]
      )
    return new StepResponse(transactions)
  }
)
