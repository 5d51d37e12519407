import type { MedusaContainer } from "@medusajs/framework/types"
import { GatewayError } from "../../gateway/errors"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { isCertainlyNotDone, ownWords } from "../../modules/web-checkout/errors"
import { subscriptionRequestOf } from "../../modules/web-checkout/subscription-request"
import type { SubscriptionAnswer, SubscriptionRow } from "../../modules/web-checkout/subscription"
import { ringBell } from "../medusa/notifications"
import { answerOf } from "./subscription-answer"

/**
 * Sends POST /subscription once. It has no requestId: if it were sent twice, the customer would get two recurring links. So an unknown outcome
 * is recorded as unconfirmed, and only a person sends it again.
 *
 * @throws MedusaError NOT_ALLOWED if this process paused for minutes during the call, and a person sent it again meanwhile
 */
export async function sendSubscription(container: MedusaContainer, row: SubscriptionRow): Promise<SubscriptionRow> {
  const { subscriptions, gateways } = container.resolve(WEB_CHECKOUT)
  const now = await subscriptions.retrieve(row.id)
  // If this process has paused for minutes, the row may have been marked as unconfirmed, and another person may have sent it.
  if (now.status !== "creating" || isSentAgain(row, now)) {
    return now
  }
  try {
    const created = await gateways.client(row.account).createSubscription(subscriptionRequestOf(row))
    return await recordCreated(container, row, created)
  } catch (error) {
    if (isCertainlyNotDone(error)) {
      return subscriptions.recordNotCreated(row, "rejected", ownWords(error))
    }
    if (error instanceof GatewayError) {
      return subscriptions.recordNotCreated(row, "unconfirmed", ownWords(error))
    }
    throw error
  }
}

async function recordCreated(
  container: MedusaContainer,
  row: SubscriptionRow,
  created: unknown
): Promise<SubscriptionRow> {
  const { subscriptions, options } = container.resolve(WEB_CHECKOUT)
  const answer = answerOf(created, options.extendedApi)
  try {
    return await subscriptions.recordCreated(row, answer)
  } catch (error) {
    if (isSentAgain(row, await subscriptions.retrieve(row.id))) {
      await notifyOfSecond(container, row, answer)
    }
    throw error
  }
}

/** Whether a person has sent the subscription again since `row` was read: each create call has a `sent_at` of its own. */
function isSentAgain(row: SubscriptionRow, now: SubscriptionRow): boolean {
  return now.sent_at?.getTime() !== row.sent_at?.getTime()
}

async function notifyOfSecond(
  container: MedusaContainer,
  { id, sent_at }: SubscriptionRow,
  { subscription_id }: SubscriptionAnswer
): Promise<void> {
  const which = subscription_id ? `the subscription ${subscription_id}` : "a subscription"
  await ringBell(container, {
    key: `webcheckout:subscription:${id}:second:${sent_at?.getTime()}`,
    title: "A customer may get two recurring payment links",
    description: `A subscription was sent again, and then the payment service's answer to the first request arrived: it has created ${which}. Look for both in its dashboard, and end one.`,
    resource_id: id,
    resource_type: "webcheckout_subscription",
    trigger_type: "webcheckout.subscription.second",
  })
}
