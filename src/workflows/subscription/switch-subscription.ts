import type { MedusaContainer } from "@medusajs/framework/types"
import { GatewayError } from "../../gateway/errors"
import type { ExtendedGatewayClient } from "../../gateway/client"
import type { Subscription } from "../../gateway/schemas"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { notAllowed, withMedusaErrors } from "../../modules/web-checkout/errors"
import type { SubscriptionRow } from "../../modules/web-checkout/subscription"
import { requireExtended, shownAnswer } from "./subscription-answer"

const TARGET = { pause: "INACTIVE", resume: "ACTIVE" } as const

/** The input of an action on a subscription. */
export interface SubscriptionActionInput {
  /** The subscription's id in Medusa. */
  id: string
  /** The admin user's id. */
  actor_id?: string
}

/**
 * Pauses a subscription at the gateway, or resumes it. Needs `extendedApi`.
 *
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED without `extendedApi`, for a row of the other environment, or while the gateway's ID is
 * unknown; GatewayError
 */
export async function switchSubscription(
  container: MedusaContainer,
  { id, action, actor_id }: SubscriptionActionInput & { action: "pause" | "resume" }
): Promise<SubscriptionRow> {
  const webCheckout = container.resolve(WEB_CHECKOUT)
  const row = await webCheckout.subscriptions.retrieve(id)
  const gateway = requireExtended(webCheckout, row)
  const { subscription_id } = row
  if (subscription_id === null) {
    throw notAllowed("The payment service's ID of this subscription is unknown. Refresh its status first.")
  }
  const askedAt = new Date()
  const answer = await withMedusaErrors(() => bringSubscriptionTo(gateway, subscription_id, action))
  const switched = await webCheckout.subscriptions.recordAnswer(id, shownAnswer(answer), askedAt)
  await webCheckout.history.record({ subject_id: id, action, actor_id })
  return switched
}

/** Pauses or resumes a subscription, unless it already has that status. If the answer is lost, the gateway is asked for the status. */
export async function bringSubscriptionTo(
  gateway: ExtendedGatewayClient,
  subscriptionId: string,
  action: "pause" | "resume"
): Promise<Subscription> {
  const before = await gateway.getSubscription(subscriptionId)
  if (before.status === TARGET[action]) {
    return before
  }
  try {
    return await gateway.switchSubscription(subscriptionId, action)
  } catch (error) {
    const isLost = error instanceof GatewayError && error.mayHaveHappened
    const now = isLost ? await gateway.getSubscription(subscriptionId) : undefined
    if (now?.status === TARGET[action]) {
      return now
    }
    throw error
  }
}
