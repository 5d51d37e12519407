import { createWorkflow, when, WorkflowResponse, createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { addOrderTransactionStep, createOrderCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { readOrder } from "../../modules/web-checkout/purchase/order"
import { decimal, relatedRows } from "../../modules/web-checkout/purchase/query"
import { readOne } from "../medusa/read-rows"

interface BookRefundsInput {
  /** The payment's id in Medusa. */
  payment_id: string
  /** Its refunds without a transaction on the order. */
  refund_ids: string[]
}

const refundedPayment = z.looseObject({
  currency_code: z.string(),
  refunds: relatedRows(z.looseObject({ id: z.string(), amount: decimal })),
  payment_collection: z.looseObject({ order: z.looseObject({ id: z.string() }).nullish() }).nullish(),
})

/** Computes the transactions and the credit that Medusa's refund workflow would add, and stores the expected credit in a task. */
const readRefundTransactionsStep = createStep(
  "webcheckout-read-refund-transactions",
  async ({ payment_id, refund_ids }: BookRefundsInput, { container }) => {
    const payment = await readOne(container, refundedPayment, "payment", payment_id)
    const order_id = payment?.payment_collection?.order?.id
    if (!payment || order_id === undefined) {
      return new StepResponse({ transactions: [], credit: { id: "", credit_lines: [] } })
    }
    const query = container.resolve(ContainerRegistrationKeys.QUERY)
    const refunds = payment.refunds.filter(({ id }) => refund_ids.includes(id))
    // If the process dies before the credit is added, the order's task `add_credit_lines` adds it.
    const { creditLines } = container.resolve(WEB_CHECKOUT)
    const credit = await creditLines.expect(query, await readOrder(query, order_id), refunds)
    return new StepResponse({
      transactions: refunds.map(({ id, amount }) => ({
        order_id,
        amount: MathBN.mult(amount, -1),
        currency_code: payment.currency_code,
        reference: "refund",
        reference_id: id,
      })),
      credit: {
        id: order_id,
        credit_lines: credit === "0" ? [] : [{ amount: credit, reference: "refund", reference_id: refund_ids[0] }],
      },
    })
  }
)

/**
 * Adds to an order the transactions that its refunds lack, and a credit line for the refunded amount that was not overpaid. Without the
 * credit, the order would owe that amount again. Do not run it twice for the same refunds: Medusa skips the transactions that exist, but
 * the credit would be added again.
 *
 * @throws what Medusa throws. If the order has an open change and the credit fails, the added transactions are removed
 * @example
 * await bookRefundsWorkflow(container).run({ input: { payment_id: "pay_123", refund_ids: ["ref_123"] } })
 */
export const bookRefundsWorkflow = createWorkflow("webcheckout-book-refunds", (input: BookRefundsInput) => {
  const { transactions, credit } = readRefundTransactionsStep(input)
  addOrderTransactionStep(transactions)
  when({ credit }, ({ credit }) => credit.credit_lines.length > 0).then(() => {
    createOrderCreditLinesWorkflow.runAsStep({ input: credit })
  })
  return new WorkflowResponse(transactions)
})
