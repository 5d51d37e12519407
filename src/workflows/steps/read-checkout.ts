import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { LedgerCheckout } from "../../modules/web-checkout/ledger"
import type { WebCheckoutService } from "../../modules/web-checkout/service"

/** Reads a ledger row. @throws MedusaError NOT_FOUND */
export const readCheckoutStep = createStep(
  "webcheckout-read-checkout",
  async ({ id }: { id: string }, { container }) => {
    const ledger = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
    const row: LedgerCheckout | undefined = await ledger.findLedger({ id })
    if (!row) {
      throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no checkout ${id}.`)
    }
    return new StepResponse(row)
  }
)
