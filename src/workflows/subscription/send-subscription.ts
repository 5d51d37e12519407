import type { MedusaContainer } from "@medusajs/framework/types"
import { GatewayError } from "../../gateway/errors"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { isCertainlyNotDone, ownWords } from "../../modules/web-checkout/errors"
import { subscriptionRequestOf } from "../../modules/web-checkout/subscription-request"
import type { SubscriptionRow } from "../../modules/web-checkout/subscription"
import { answerOf } from "./subscription-answer"

/**
 * Sends POST /subscription once. It has no requestId: if it were sent twice, the customer would get two recurring links. So an unknown outcome
 * is recorded as unconfirmed, and only a person sends it again.
 */
export async function sendSubscription(container: MedusaContainer, row: SubscriptionRow): Promise<SubscriptionRow> {
  const webCheckout = container.resolve(WEB_CHECKOUT)
  const now = await webCheckout.subscriptions.retrieve(row.id)
  // If this process has paused for minutes, the row may have been marked as unconfirmed, and another person may have sent it.
  if (now.status !== "creating" || now.sent_at?.getTime() !== row.sent_at?.getTime()) {
    return now
  }
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
