import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { addOrderTransactionStep } from "@medusajs/medusa/core-flows"
import { readRefundTransactionsStep, type BookRefundsInput } from "../steps/read-refund-transactions"

/**
 * Writes refunds into their order's transactions: what a process left out that died between the two. Can be repeated.
 *
 * @example
 * await bookRefundsWorkflow(container).run({ input: { payment_id: "pay_123", refund_ids: ["ref_123"] } })
 */
export const bookRefundsWorkflow = createWorkflow("webcheckout-book-refunds", (input: BookRefundsInput) => {
  const transactions = readRefundTransactionsStep(input)
  addOrderTransactionStep(transactions)
  return new WorkflowResponse(transactions)
})
