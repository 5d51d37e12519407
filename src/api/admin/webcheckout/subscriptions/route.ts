import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { listSubscriptions } from "../../../../workflows/subscription/list-subscriptions"
import { createSubscription } from "../../../../workflows/subscription/create-subscription"
import { withFailures } from "../with-failures"
import { answerSubscription } from "./query-config"
import type { AdminCreateSubscriptionType } from "./validators"

/** The subscriptions, by Medusa's list conventions. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { skip: offset, take: limit = 20, order } = req.queryConfig.pagination
  const page = await listSubscriptions(req.scope, req.filterableFields, {
    fields: req.queryConfig.fields,
    offset,
    limit,
    order,
  })
  res.json({ ...page, offset, limit })
}

/**
 * Creates a subscription. Answers 400 with every problem by its field, or with the gateway's own message if it refuses. If the outcome is
 * unknown, the status is `unconfirmed`.
 */
export const POST = withFailures<AdminCreateSubscriptionType>(async (req, res) => {
  const row = await createSubscription(req.scope, { ...req.validatedBody, actor_id: req.auth_context.actor_id })
  if (row.status === "rejected") {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      row.failure ?? "The payment service rejected the subscription."
    )
  }
  await answerSubscription(req, res, row.id)
})
