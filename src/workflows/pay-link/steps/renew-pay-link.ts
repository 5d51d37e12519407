import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import { notAllowed } from "../../../modules/web-checkout/errors"
import type { PayLink } from "../../../modules/web-checkout/rules/pay-link"
import { readPayLink } from "../read-pay-link"

/** Makes a pay link that has expired good again. @throws MedusaError NOT_FOUND; NOT_ALLOWED unless it has expired unpaid */
export const renewPayLinkStep = createStep(
  "webcheckout-renew-pay-link",
  async ({ id }: { id: string }, { container }) => {
    const { payLinks } = container.resolve(WEB_CHECKOUT)
    const { view } = await readPayLink(container, await payLinks.retrieve(id))
    if (view.state !== "expired") {
      throw notAllowed("Only an expired pay link of an order with an outstanding amount can be renewed.")
    }
    return new StepResponse<PayLink>(await payLinks.extend(id))
  }
)
