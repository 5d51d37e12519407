import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { EXISTING } from "../../../../modules/web-checkout/rules/subscription-states"

/** The signed-in customer's own subscriptions. A try that failed is the merchant's business. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data, metadata } = await query.graph({
    entity: "webcheckout_subscription",
    ...req.queryConfig,
    filters: { customer_id: req.auth_context.actor_id, status: [...EXISTING] },
  })
  res.json({
    subscriptions: data,
    count: metadata?.count ?? 0,
    offset: metadata?.skip ?? 0,
    limit: metadata?.take ?? 0,
  })
}
