import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { makeCaseRefund, type RefundCaseInput } from "../make-case-refund"

/** Gives a case's money back. Money that went back is not taken back, so nothing is compensated. */
export const refundCaseStep = createStep("webcheckout-refund-case", async (input: RefundCaseInput, { container }) => {
  await makeCaseRefund(input, container)
  return new StepResponse(undefined)
})
