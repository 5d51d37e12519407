import { createWorkflow, transform, when, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { addOrderTransactionStep, createOrderCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import { readRefundTransactionsStep, type BookRefundsInput } from "../steps/read-refund-transactions"

/**
 * Writes refunds into their order as Medusa's own refund does: a transaction each, and credit for what the order had not taken too
 * much, which it would owe anew. What a process left out that died in between. Can be repeated.
 *
 * @throws what Medusa throws: an order that is being edited takes no credit, and no transaction then
 * @example
 * await bookRefundsWorkflow(container).run({ input: { payment_id: "pay_123", refund_ids: ["ref_123"] } })
 */
export const bookRefundsWorkflow = createWorkflow("webcheckout-book-refunds", (input: BookRefundsInput) => {
  const { transactions, credit } = readRefundTransactionsStep(input)
  addOrderTransactionStep(transactions)
  when({ credit }, ({ credit }) => credit !== null).then(() => {
    createOrderCreditLinesWorkflow.runAsStep({
      input: transform({ credit, input }, ({ credit, input }) => ({
        id: credit?.order_id ?? "",
        credit_lines: [{ amount: credit?.amount ?? 0, reference: "refund", reference_id: input.refund_ids[0] ?? "" }],
      })),
    })
  })
  return new WorkflowResponse(transactions)
})
