import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { GatewayError } from "../../../gateway/errors"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import { isCertainlyNotDone, ownWords } from "../../../modules/web-checkout/errors"
import { subscriptionRequestOf } from "../../../modules/web-checkout/subscription-request"
import type { SubscriptionRow } from "../../../modules/web-checkout/subscription"
import { answerOf } from "../subscription-answer"

/** The same as a step: nothing to compensate. */
export const sendSubscriptionStep = createStep(
  "webcheckout-send-subscription",
  async ({ id }: { id: string }, { container }) => {
    const row = await container.resolve(WEB_CHECKOUT).subscriptions.retrieve(id)
    return new StepResponse(await sendSubscription(container, row))
  }
)

/**
 * POST /subscription, once. It has no requestId: sent twice, the customer gets two recurring links. So an unknown outcome is recorded as
 * unconfirmed, and only a person sends again. Nothing to compensate: what was sent stays sent.
 */
export async function sendSubscription(container: MedusaContainer, row: SubscriptionRow): Promise<SubscriptionRow> {
  if (row.status !== "creating") {
    return row
  }
  const webCheckout = container.resolve(WEB_CHECKOUT)
  try {
    const created = await webCheckout.gateways.client(row.account).createSubscription(subscriptionRequestOf(row))
    return await webCheckout.subscriptions.recordCreated(row.id, answerOf(created, webCheckout.options.extendedApi))
  } catch (error) {
    if (isCertainlyNotDone(error)) {
      return webCheckout.subscriptions.recordNotCreated(row.id, "rejected", ownWords(error))
    }
    if (error instanceof GatewayError) {
      return webCheckout.subscriptions.recordNotCreated(row.id, "unconfirmed", ownWords(error))
    }
    throw error
  }
}
