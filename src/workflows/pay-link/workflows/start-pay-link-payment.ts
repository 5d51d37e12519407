import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { lockReference, unlockPurchase } from "../../checkout/lock-purchase"
import { readPayLinkReferenceStep } from "../steps/read-pay-link-reference"
import { startPayLinkPaymentStep } from "../steps/start-pay-link-payment"

/**
 * The button of a pay link's page: begins to pay what the link asks for, one at a time for each order.
 *
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED while the order is busy; what the provider's `initiatePayment` throws
 * @example
 * const { result } = await startPayLinkPaymentWorkflow(container).run({ input: { id: "wpl_123" } })
 * result.redirect_url // the gateway's page; null where there is nothing to pay
 */
export const startPayLinkPaymentWorkflow = createWorkflow(
  "webcheckout-start-pay-link-payment",
  (input: { id: string }) => {
    const locked = lockReference(readPayLinkReferenceStep(input))
    const started = startPayLinkPaymentStep(input)
    unlockPurchase(locked)
    return new WorkflowResponse(started)
  }
)
