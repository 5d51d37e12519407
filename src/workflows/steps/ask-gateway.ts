import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { Checkout } from "../../gateway/schemas"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { LedgerCheckout } from "../../modules/web-checkout/ledger"
import type { WebCheckoutService } from "../../modules/web-checkout/service"

/** A row, and the gateway's answer about it where it had to be asked. */
export interface AskedCheckout {
  row: LedgerCheckout
  /** Absent for a row that never became a checkout, or that nothing can happen to any more. */
  checkout?: Checkout
}

/**
 * Asks the gateway about a row, unless there is nothing left to learn. Writing the answer into the ledger is idempotent,
 * so there is nothing to compensate.
 */
export const askGatewayStep = createStep(
  "webcheckout-ask-gateway",
  async ({ id, force }: { id: string; force?: boolean }, { container }) => {
    const ledger = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
    const row = await ledger.findLedger({ id })
    if (!row) {
      throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no checkout ${id}.`)
    }
    const isDone = row.status === "settled" && row.agreed_at !== null && row.gateway_status !== "AUTHORIZED" && !force
    const asked: AskedCheckout = isDone || row.checkout_id === null ? { row } : await ledger.ask(row)
    return new StepResponse(asked)
  }
)
