import { createWorkflow, transform, when, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { authorizePaymentSessionStep, capturePaymentWorkflow } from "@medusajs/medusa/core-flows"

export interface BookPaymentInput {
  payment_session_id: string
  /** Whether the gateway has taken the money; otherwise it is only authorized. */
  is_paid: boolean
  /** Who says so, where it is a person. */
  captured_by?: string
}

/**
 * Books a payment that was made outside a cart: payment, capture and the order's transaction. It can be repeated until
 * all three stand: a payment that exists is taken as it is, a capture that exists asks the provider nothing, and an order's
 * transactions are told apart by their capture. Medusa's own way (`processPaymentWorkflow`) reads every cart's order where
 * there is no cart, and repairs nothing.
 *
 * @throws MedusaError what `authorizePayment` of the provider throws
 * @example
 * await bookPaymentWorkflow(container).run({ input: { payment_session_id: "payses_123", is_paid: true } })
 */
export const bookPaymentWorkflow = createWorkflow("webcheckout-book-payment", (input: BookPaymentInput) => {
  const payment = authorizePaymentSessionStep({ id: input.payment_session_id })
  when({ input, payment }, ({ input, payment }) => input.is_paid && Boolean(payment)).then(() => {
    const capture = transform({ payment, input }, ({ payment, input }) => ({
      payment_id: payment?.id ?? "",
      captured_by: input.captured_by,
    }))
    capturePaymentWorkflow.runAsStep({ input: capture })
  })
  return new WorkflowResponse(payment)
})
