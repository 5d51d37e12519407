import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { explained } from "../../modules/web-checkout/medusa-error"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import { isAlike } from "../find-lost-subscription"
import { shownAnswer } from "../subscription-answer"

export interface ConfirmSubscriptionInput {
  id: string
  /** The gateway's id, as a person read it in its dashboard. */
  subscription_id: string
}

/**
 * unconfirmed → created: a person has found it at the gateway. With `extendedApi` the gateway is asked whether it is the one.
 *
 * @throws MedusaError INVALID_DATA when the id belongs to another subscription; NOT_ALLOWED unless it is unconfirmed
 */
export const confirmSubscriptionStep = createStep(
  "webcheckout-confirm-subscription",
  async ({ id, subscription_id }: ConfirmSubscriptionInput, { container }) => {
    const service = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
    const row = await service.subscription(id)
    if ((await service.listTakenSubscriptionIds([subscription_id])).size > 0) {
      throw new MedusaError(MedusaError.Types.INVALID_DATA, "subscription_id: is another subscription's of this store")
    }
    const gateway = service.extendedGateway(row.account)
    if (!gateway) {
      return new StepResponse(await service.recordSubscriptionFound(id, { status: "created", subscription_id }))
    }
    const shown = await explained(() => gateway.getSubscription(subscription_id))
    if (!isAlike(row, shown)) {
      throw new MedusaError(
        MedusaError.Types.INVALID_DATA,
        "subscription_id: the payment service shows another subscription under this id"
      )
    }
    return new StepResponse(await service.recordSubscriptionFound(id, shownAnswer(shown)))
  }
)
