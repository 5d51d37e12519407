import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"

/** The purchase that a ledger row belongs to, by its reference. @throws MedusaError NOT_FOUND */
export const readReferenceStep = createStep(
  "webcheckout-read-reference",
  async ({ id, order_reference }: { id: string; order_reference?: string }, { container }) =>
    new StepResponse({
      order_reference:
        order_reference ?? (await container.resolve(WEB_CHECKOUT).checkouts.retrieve(id)).order_reference,
    })
)
