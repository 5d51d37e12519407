import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { ATTENTION_ADVICE } from "../../../modules/web-checkout/rules/cases"
import type { SettleResult } from "./follow-payment"

/** @throws MedusaError NOT_ALLOWED, with what to do, when Medusa has not followed */
export const requireSettledStep = createStep("webcheckout-require-settled", async ({ row, outcome }: SettleResult) => {
  if (row.status !== "settled") {
    const reason = row.attention ? ATTENTION_ADVICE[row.attention] : `The checkout is ${outcome}.`
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, `No order was placed. ${reason}`)
  }
  return new StepResponse(row)
})
