import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import { finishRefund, type FinishRefundInput } from "../finish-refund"

/**
 * Brings a half made refund to its end. The intent in the ledger makes it safe to run again; money that went back is not
 * taken back, so nothing is compensated.
 */
export const finishRefundStep = createStep(
  "webcheckout-finish-refund",
  async (input: FinishRefundInput, { container }) => {
    await finishRefund(input, container)
    await container.resolve(WEB_CHECKOUT).checkouts.compareSoon(input.id)
    return new StepResponse(undefined)
  }
)
