import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"

/** The reference under which a pay link's order is paid: what is locked. @throws MedusaError NOT_FOUND */
export const readPayLinkReferenceStep = createStep(
  "webcheckout-read-pay-link-reference",
  async ({ id }: { id: string }, { container }) => {
    const { payLinks, purchases } = container.resolve(WEB_CHECKOUT)
    const { order_id } = await payLinks.retrieve(id)
    return new StepResponse({ order_reference: await purchases.orderReferenceOf({ order_id }) })
  }
)
