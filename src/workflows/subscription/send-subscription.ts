import type { MedusaContainer } from "@medusajs/framework/types"
import { GatewayError } from "../../gateway/errors"
import { subscriptionSchema } from "../../gateway/schemas"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { isCertainlyNotDone, ownWords } from "../../modules/web-checkout/errors"
import { subscriptionRequestOf } from "../../modules/web-checkout/subscription-request"
import type { SubscriptionAnswer, SubscriptionRow } from "../../modules/web-checkout/subscription"
import { ringBell } from "../medusa/notifications"
import { shownAnswer } from "./subscription-answer"

/**
 * Sends POST /subscription once. It has no requestId: if it were sent twice, the customer would get two recurring links. So an unknown outcome
 * is recorded as unconfirmed, and only a person sends it again.
 *
 * @throws MedusaError NOT_ALLOWED if, during the call, a person sent it again or the job changed its status
 */
export async function sendSubscription(container: MedusaContainer, row: SubscriptionRow): Promise<SubscriptionRow> {
  const { subscriptions, gateways, options } = container.resolve(WEB_CHECKOUT)
  const now = await subscriptions.retrieve(row.id)
  // If this process has paused for minutes, the row may have been marked as unconfirmed, and another person may have sent it.
  if (now.status !== "creating" || isSentAgain(row, now)) {
    return now
  }
  let created: unknown
  try {
    created = await gateways.client(row.account).createSubscription(subscriptionRequestOf(row))
  } catch (error) {
    if (isCertainlyNotDone(error)) {
      return subscriptions.recordNotCreated(row, "rejected", ownWords(error))
    }
    if (error instanceof GatewayError) {
      return recordUnlessSentAgain(container, row, undefined, () =>
        subscriptions.recordNotCreated(row, "unconfirmed", ownWords(error))
      )
    }
    throw error
  }
  // The documentation does not show the body, so without the extended description the answer only means that it was created.
  const shown = options.extendedApi ? subscriptionSchema.safeParse(created).data : undefined
  const answer: SubscriptionAnswer = shown ? shownAnswer(shown) : { status: "created" }
  return recordUnlessSentAgain(container, row, answer, () => subscriptions.recordExisting(row, "created", answer))
}

/**
 * Records what became of a create call, which may have created a subscription. If a person has sent it again meanwhile, there may be two: the
 * bell rings.
 *
 * @param answer undefined if the answer was lost
 * @throws what `record` throws
 */
export async function recordUnlessSentAgain(
  container: MedusaContainer,
  row: SubscriptionRow,
  answer: SubscriptionAnswer | undefined,
  record: () => Promise<SubscriptionRow>
): Promise<SubscriptionRow> {
  try {
    return await record()
  } catch (error) {
    const { id, sent_at } = row
    if (isSentAgain(row, await container.resolve(WEB_CHECKOUT).subscriptions.retrieve(id))) {
      const which = answer?.subscription_id ? `the subscription ${answer.subscription_id}` : "a subscription"
      await ringBell(container, {
        key: `webcheckout:subscription:${id}:second:${sent_at?.getTime()}`,
        title: "A customer may get two recurring payment links",
        description: `The subscription was sent again while an earlier request was still running. The earlier request ${answer ? "has" : "may have"} created ${which}. If the payment service's dashboard shows two subscriptions, end one.`,
        resource_id: id,
        resource_type: "webcheckout_subscription",
        trigger_type: "webcheckout.subscription.second",
      })
    }
    throw error
  }
}

/** Whether a person has sent the subscription again since `row` was read: each create call has a `sent_at` of its own. */
function isSentAgain(row: SubscriptionRow, now: SubscriptionRow): boolean {
  return now.sent_at?.getTime() !== row.sent_at?.getTime()
}
