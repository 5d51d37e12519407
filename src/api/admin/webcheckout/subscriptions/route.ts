import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../../../modules/web-checkout"
import { createSubscriptionWorkflow } from "../../../../workflows/subscription/workflows/create-subscription"
import { withFailures } from "../with-failures"
import { answerSubscription } from "./answer"
import type { AdminCreateSubscriptionType } from "./validators"
import { requireAccepted } from "../../../../workflows/subscription/require-accepted"

/** The subscriptions, by Medusa's list conventions. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { skip: offset, take: limit = 20, order } = req.queryConfig.pagination
  const { subscriptionPages } = req.scope.resolve(WEB_CHECKOUT)
  const { ids, count } = await subscriptionPages.page(req.filterableFields, { offset, limit, order })
  const { data } = await req.scope.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "webcheckout_subscription",
    fields: ["id", ...req.queryConfig.fields],
    filters: { id: ids },
  })
  const byId = new Map(data.map((row) => [row.id, row]))
  res.json({ subscriptions: ids.flatMap((id) => byId.get(id) ?? []), count, offset, limit })
}

/**
 * Creates a subscription. 400 with every problem by its field, or with the gateway's own words when it refuses; what nobody
 * knows answers as `unconfirmed`.
 */
export const POST = withFailures<AdminCreateSubscriptionType>(async (req, res) => {
  const { result } = await createSubscriptionWorkflow(req.scope).run({
    input: { ...req.validatedBody, actor_id: req.auth_context.actor_id },
  })
  requireAccepted(result)
  await answerSubscription(req, res, result.id)
})
