import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { notAllowed, withMedusaErrors } from "../../modules/web-checkout/errors"
import type { SubscriptionRow } from "../../modules/web-checkout/subscription"
import { findLostSubscription } from "./find-lost-subscription"
import { requireExtended, shownAnswer } from "./subscription-answer"
import type { SubscriptionActionInput } from "./switch-subscription"

/**
 * Asks the gateway about a subscription and records the answer. If its ID is unknown, the gateway is searched for it. Needs `extendedApi`.
 *
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED without `extendedApi`, for a row of the other environment, if it was rejected, or if no or
 * several subscriptions match; GatewayError
 */
export async function syncSubscription(
  container: MedusaContainer,
  { id, actor_id }: SubscriptionActionInput
): Promise<SubscriptionRow> {
  const webCheckout = container.resolve(WEB_CHECKOUT)
  const row = await webCheckout.subscriptions.retrieve(id)
  await webCheckout.history.record({ subject_id: id, action: "sync", actor_id })
  return withMedusaErrors(async () => {
    const gateway = requireExtended(webCheckout, row)
    if (row.status === "rejected") {
      throw notAllowed("The payment service rejected this subscription, so it has no status.")
    }
    if (row.subscription_id !== null) {
      const askedAt = new Date()
      const answer = shownAnswer(await gateway.getSubscription(row.subscription_id))
      return webCheckout.subscriptions.recordAnswer(row.id, answer, askedAt)
    }
    const found = await findLostSubscription(webCheckout, gateway, row)
    if (!found) {
      throw notAllowed(
        "The payment service returned no matching subscription. If its dashboard shows none either, send it again."
      )
    }
    return webCheckout.subscriptions.recordExisting(row, "found", shownAnswer(found))
  })
}
