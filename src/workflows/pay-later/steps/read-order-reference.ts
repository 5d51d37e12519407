import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"

/** The reference under which an order is paid: what is locked. */
export const readOrderReferenceStep = createStep(
  "webcheckout-read-order-reference",
  async (order: { order_id: string }, { container }) =>
    new StepResponse({ order_reference: await container.resolve(WEB_CHECKOUT).purchases.orderReferenceOf(order) })
)
