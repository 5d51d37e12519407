import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { NewSubscription, WebCheckoutService } from "../../modules/web-checkout/service"
import type { SubscriptionRow } from "../../modules/web-checkout/subscription"

/** What a repeated request must not differ in from the one that carried its key first. */
const SAME = [
  "description",
  "currency_code",
  "amount",
  "start_date",
  "end_date",
  "send_on_hour",
  "send_every",
  "customer_id",
  "gateway_customer_id",
  "first_name",
  "last_name",
  "email",
  "phone",
] as const

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
    const service = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
    const opened: OpenedSubscription = await service.openSubscription(subscription)
    const different = SAME.find((field) => opened.row[field] !== subscription[field])
    if (different) {
      throw new MedusaError(
        MedusaError.Types.INVALID_DATA,
        `idempotency_key: has been used for another subscription, with another ${different}`
      )
    }
    return new StepResponse(opened)
  }
)
