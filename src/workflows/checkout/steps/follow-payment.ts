import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { LedgerCheckout } from "../../../modules/web-checkout/rules/ledger"
import { outcomeOf, type CheckoutOutcome } from "../../../modules/web-checkout/rules/outcome"
import type { Wish } from "../../../modules/web-checkout/rules/decide"
import { follow } from "../follow"

export interface SettleResult {
  row: LedgerCheckout
  outcome: CheckoutOutcome
}

export interface FollowInput extends Wish {
  /** As the gateway's answer has left it. */
  row: LedgerCheckout
}

/**
 * Makes Medusa follow a payment: places the cart's order, or books the payment of an order or of a collection without a
 * cart; and compares the books of one that it has followed. Has no compensation: an order that was placed for a payment
 * that was made stays.
 */
export const followPaymentStep = createStep(
  "webcheckout-follow-payment",
  async ({ row: asked, ...wish }: FollowInput, { container }) => {
    const row = await follow(container, asked, wish)
    const settled: SettleResult = { row, outcome: outcomeOf(row) }
    return new StepResponse(settled)
  }
)
