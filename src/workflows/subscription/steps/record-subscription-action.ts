import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import type { SubscriptionAction } from "../../../modules/web-checkout/rules/subscription-states"

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
    { id, actor_id, action, note }: SubscriptionActionInput & { action: SubscriptionAction; note?: string },
    { container }
  ) => {
    const webCheckout = container.resolve(WEB_CHECKOUT)
    await webCheckout.subscriptions.retrieve(id)
    await webCheckout.history.record({ subject_id: id, action, actor_id, note })
    return new StepResponse(undefined)
  }
)
