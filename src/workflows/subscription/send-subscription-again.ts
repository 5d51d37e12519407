import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { notAllowed, withMedusaErrors } from "../../modules/web-checkout/errors"
import type { SubscriptionRow } from "../../modules/web-checkout/subscription"
import { findLostSubscription } from "./find-lost-subscription"
import { sendSubscription } from "./send-subscription"
import type { SubscriptionActionInput } from "./switch-subscription"

/**
 * Sends an unconfirmed or rejected subscription again, after a person has seen that the gateway does not have it. With `extendedApi`, the
 * gateway is searched first. Only one caller can reopen the row as it was read, so two people who do this at the same time send it once. If
 * the process ends before the call, the search for unconfirmed subscriptions finds the row.
 *
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED if the gateway has it, if its last call may still be running, if it is in another
 * status, and for a row of the other environment; GatewayError
 */
export async function sendSubscriptionAgain(
  container: MedusaContainer,
  { id, actor_id }: SubscriptionActionInput
): Promise<SubscriptionRow> {
  const webCheckout = container.resolve(WEB_CHECKOUT)
  const { subscriptions, history, gateways } = webCheckout
  const row = await subscriptions.retrieve(id)
  gateways.requireOwnEnvironment("subscription", row)
  // Without an email address the gateway cannot be searched: the person has looked in the dashboard.
  const gateway = row.status === "unconfirmed" && row.email !== null ? gateways.extended(row.account) : undefined
  if (gateway && (await withMedusaErrors(() => findLostSubscription(webCheckout, gateway, row)))) {
    throw notAllowed("The payment service has this subscription. Refresh its status instead of sending it again.")
  }
  const reopened = await subscriptions.reopen(row)
  await history.record({ subject_id: id, action: "send_again", actor_id })
  return sendSubscription(container, reopened)
}
