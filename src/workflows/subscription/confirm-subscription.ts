import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { invalidData, withMedusaErrors } from "../../modules/web-checkout/errors"
import type { SubscriptionAnswer, SubscriptionRow } from "../../modules/web-checkout/subscription"
import { isAlike } from "./find-lost-subscription"
import { shownAnswer } from "./subscription-answer"
import type { SubscriptionActionInput } from "./switch-subscription"

/**
 * Records that a person has found an unconfirmed subscription in the gateway's dashboard. With `extendedApi`, the gateway is asked whether
 * it is the right one.
 *
 * `subscription_id` is the gateway's ID, which a person has read in the gateway's dashboard.
 *
 * @throws MedusaError NOT_FOUND; INVALID_DATA if the ID belongs to another subscription; NOT_ALLOWED unless it is unconfirmed, and for a
 * row of the other environment; GatewayError
 */
export async function confirmSubscription(
  container: MedusaContainer,
  { id, subscription_id, actor_id }: SubscriptionActionInput & { subscription_id: string }
): Promise<SubscriptionRow> {
  const { subscriptions, history, gateways } = container.resolve(WEB_CHECKOUT)
  const row = await subscriptions.retrieve(id)
  gateways.requireOwnEnvironment("subscription", row)
  if ((await subscriptions.listTakenIds([subscription_id])).size > 0) {
    throw invalidData([{ field: "subscription_id", rule: "already belongs to another subscription of this store" }])
  }
  const gateway = gateways.extended(row.account)
  const shown = gateway && (await withMedusaErrors(() => gateway.getSubscription(subscription_id)))
  if (shown && !isAlike(row, shown)) {
    throw invalidData([{ field: "subscription_id", rule: "belongs to another subscription at the payment service" }])
  }
  const answer: SubscriptionAnswer = shown ? shownAnswer(shown) : { status: "created", subscription_id }
  const confirmed = await subscriptions.recordExisting(row, "found", answer)
  await history.record({ subject_id: id, action: "confirm", actor_id })
  return confirmed
}
