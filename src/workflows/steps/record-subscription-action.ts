import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import type { SubscriptionAction } from "../../modules/web-checkout/subscription"

export interface SubscriptionActionInput {
  /** The subscription's id in Medusa. */
  id: string
  /** The admin user's id. */
  actor_id?: string
}

/** Writes down who did what. @throws MedusaError NOT_FOUND */
export const recordSubscriptionActionStep = createStep(
  "webcheckout-record-subscription-action",
  async (
    {
      id,
      actor_id,
      action,
      note,
      isDue = true,
    }: SubscriptionActionInput & { action: SubscriptionAction; note?: string; isDue?: boolean },
    { container }
  ) => {
    const service = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
    await service.subscription(id)
    if (isDue) {
      await service.recordSubscriptionAction({ webcheckout_subscription_id: id, action, actor_id, note })
    }
    return new StepResponse(undefined)
  }
)
