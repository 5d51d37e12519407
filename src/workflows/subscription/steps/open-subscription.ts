import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import { invalidData } from "../../../modules/web-checkout/errors"
import { TERMS, type NewSubscription, type SubscriptionRow } from "../../../modules/web-checkout/subscription"

export interface OpenedSubscription {
  row: SubscriptionRow
  isNew: boolean
}

/**
 * Commits the row before anything is sent. It stays whatever happens afterwards: it is the only trace of a call whose
 * answer is lost.
 *
 * @throws MedusaError INVALID_DATA when the key has been used for another subscription
 */
export const openSubscriptionStep = createStep(
  "webcheckout-open-subscription",
  async (subscription: NewSubscription, { container }) => {
    const webCheckout = container.resolve(WEB_CHECKOUT)
    const opened: OpenedSubscription = await webCheckout.subscriptions.create(subscription)
    const different = TERMS.find((field) => opened.row[field] !== subscription[field])
    if (different) {
      throw invalidData([
        { field: "idempotency_key", rule: `has been used for another subscription, with another ${different}` },
      ])
    }
    return new StepResponse(opened)
  }
)
