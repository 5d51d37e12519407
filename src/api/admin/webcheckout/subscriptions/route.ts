import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { createSubscriptionWorkflow } from "../../../../workflows/create-subscription"
import { answerSubscription } from "./answer"
import type { AdminCreateSubscriptionType } from "./validators"

/** The subscriptions, by Medusa's list conventions. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data, metadata } = await query.graph({
    entity: "webcheckout_subscription",
    filters: req.filterableFields,
    ...req.queryConfig,
  })
  res.json({
    subscriptions: data,
    count: metadata?.count ?? 0,
    offset: metadata?.skip ?? 0,
    limit: metadata?.take ?? 0,
  })
}

/** Creates a subscription. 400 with the gateway's own words when it refuses; what nobody knows answers as `unconfirmed`. */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminCreateSubscriptionType>,
  res: MedusaResponse
): Promise<void> {
  const { result } = await createSubscriptionWorkflow(req.scope).run({
    input: { ...req.validatedBody, actor_id: req.auth_context.actor_id },
  })
  if (result.status === "rejected") {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      result.failure ?? "The payment service refused the subscription."
    )
  }
  await answerSubscription(req, res, result.id)
}
