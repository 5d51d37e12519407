import { MedusaError } from "@medusajs/framework/utils"
import { listSubscriptions } from "../../../../workflows/subscription/list-subscriptions"
import { createSubscription } from "../../../../workflows/subscription/create-subscription"
import { answering, listRoute } from "../../../route-makers"
import { showSubscription } from "./query-config"
import type { SubscriptionInput } from "../../../../modules/web-checkout/subscription-input"

/** The subscriptions. */
export const GET = listRoute(listSubscriptions)

/**
 * Creates a subscription. Answers 400 with every problem by its field, or with the gateway's own message if it refuses. If the outcome is
 * unknown, the status is `unconfirmed`.
 */
export const POST = answering<SubscriptionInput>(async (req) => {
  const row = await createSubscription(req.scope, { ...req.validatedBody, actor_id: req.auth_context.actor_id })
  if (row.status === "rejected") {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      row.failure ?? "The payment service rejected the subscription."
    )
  }
  return showSubscription(req.scope, row.id)
})
