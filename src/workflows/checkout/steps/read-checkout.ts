import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"

/** Reads a ledger row. @throws MedusaError NOT_FOUND */
export const readCheckoutStep = createStep(
  "webcheckout-read-checkout",
  async ({ id }: { id: string }, { container }) =>
    new StepResponse(await container.resolve(WEB_CHECKOUT).checkouts.retrieve(id))
)
