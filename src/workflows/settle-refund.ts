import { createWorkflow, transform, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { acquireLockStep, releaseLockStep } from "@medusajs/medusa/core-flows"
import { purchaseLock } from "./purchase-lock"
import { readCheckoutStep } from "./steps/read-checkout"
import { settleRefundStep, type SettleRefundInput } from "./steps/settle-refund"
import { releaseLeaseStep, takeLeaseStep } from "./steps/take-lease"

/**
 * Brings a refund to its end whose process died half way: Medusa commits its record of a refund before it calls the
 * provider. Idempotent, and safe in any number of processes.
 *
 * @throws one of gateway/errors when the gateway gave no definite answer: nothing has changed then
 * @example
 * await settleRefundWorkflow(container).run({ input: { id: "wchk_123", refund_id: "ref_123" } })
 */
export const settleRefundWorkflow = createWorkflow(
  "webcheckout-settle-refund-of-purchase",
  (input: SettleRefundInput) => {
    const known = readCheckoutStep(input)
    const key = transform({ known }, ({ known }) => `webcheckout:${known.order_reference}`)
    acquireLockStep({ key, ...purchaseLock })
    const lease = takeLeaseStep({ key })
    settleRefundStep(input)
    releaseLeaseStep(lease)
    releaseLockStep({ key })
    return new WorkflowResponse(input)
  }
)
