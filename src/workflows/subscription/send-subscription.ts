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
  const { subscriptions } = container.resolve(WEB_CHECKOUT)
  const now = await subscriptions.retrieve(row.id)
  // If this process has paused for minutes, the row may have been marked as unconfirmed, and another person may have sent it.
  if (now.status !== "creating" || isSentAgain(row, now)) {
    return now
  }
  const outcome = await call(container, row)
  try {
    return await record(container, row, outcome)
  } catch (error) {
    const mayExist = outcome.kind !== "rejected"
    if (mayExist && isSentAgain(row, await subscriptions.retrieve(row.id))) {
      await notifyOfSecond(container, row, outcome.kind === "created" ? outcome.answer : undefined)
    }
    throw error
  }
}

type Outcome = { kind: "created"; answer: SubscriptionAnswer } | { kind: "rejected" | "unconfirmed"; failure: string }

async function call(container: MedusaContainer, row: SubscriptionRow): Promise<Outcome> {
  const { gateways, options } = container.resolve(WEB_CHECKOUT)
  try {
    const created = await gateways.client(row.account).createSubscription(subscriptionRequestOf(row))
    return { kind: "created", answer: answerOf(created, options.extendedApi) }
  } catch (error) {
    if (isCertainlyNotDone(error)) {
      return { kind: "rejected", failure: ownWords(error) }
    }
    if (error instanceof GatewayError) {
      return { kind: "unconfirmed", failure: ownWords(error) }
    }
    throw error
  }
}

async function record(container: MedusaContainer, row: SubscriptionRow, outcome: Outcome): Promise<SubscriptionRow> {
  const { subscriptions } = container.resolve(WEB_CHECKOUT)
  return outcome.kind === "created"
    ? subscriptions.recordCreated(row, outcome.answer)
    : subscriptions.recordNotCreated(row, outcome.kind, outcome.failure)
}

/** Whether a person has sent the subscription again since `row` was read: each create call has a `sent_at` of its own. */
function isSentAgain(row: SubscriptionRow, now: SubscriptionRow): boolean {
  return now.sent_at?.getTime() !== row.sent_at?.getTime()
}

/** @param answer undefined if the answer to the first request was lost */
async function notifyOfSecond(
  container: MedusaContainer,
  { id, sent_at }: SubscriptionRow,
  answer: SubscriptionAnswer | undefined
): Promise<void> {
  const which = answer?.subscription_id ? `the subscription ${answer.subscription_id}` : "a subscription"
  await ringBell(container, {
    key: `webcheckout:subscription:${id}:second:${sent_at?.getTime()}`,
    title: "A customer may get two recurring payment links",
    description: `A subscription was sent again while its first request was still running. The first request ${answer ? "has" : "may have"} created ${which}. Look for both in the payment service's dashboard, and end one.`,
    resource_id: id,
    resource_type: "webcheckout_subscription",
    trigger_type: "webcheckout.subscription.second",
  })
}
