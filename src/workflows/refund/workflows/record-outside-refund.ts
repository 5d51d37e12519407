import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { lockPurchase, unlockPurchase } from "../../checkout/lock-purchase"
import { recordOutsideRefundStep, type RecordOutsideRefundInput } from "../steps/record-outside-refund"

/**
 * A refund was made in the gateway's dashboard: Medusa is to show exactly that one. Nothing is sent to the gateway.
 *
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED unless the row's case is `refunded_outside`, or it is settled and partially refunded by
 * an amount that the gateway does not tell; INVALID_DATA for an amount that is not the one that went back, or is more than is left
 * @example
 * await recordOutsideRefundWorkflow(container).run({ input: { id: "wchk_123", actor_id: "user_1" } })
 */
export const recordOutsideRefundWorkflow = createWorkflow(
  "webcheckout-record-outside-refund",
  (input: RecordOutsideRefundInput) => {
    const locked = lockPurchase(input)
    const row = recordOutsideRefundStep(input)
    unlockPurchase(locked)
    return new WorkflowResponse(row)
  }
)
