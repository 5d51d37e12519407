import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/** What the gateway has; a try that failed is the merchant's business. */
const EXISTING = ["created", "active", "inactive", "archived", "expired"]

/** The signed-in customer's own subscriptions. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data, metadata } = await query.graph({
    entity: "webcheckout_subscription",
    ...req.queryConfig,
    filters: { customer_id: req.auth_context.actor_id, status: EXISTING },
  })
  res.json({
    subscriptions: data,
    count: metadata?.count ?? 0,
    offset: metadata?.skip ?? 0,
    limit: metadata?.take ?? 0,
  })
}
