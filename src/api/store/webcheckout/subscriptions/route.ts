import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { listOwnSubscriptions } from "../../../../workflows/subscription/list-subscriptions"

/** The signed-in customer's own subscriptions. Failed attempts to create one are not listed. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json(await listOwnSubscriptions(req.scope, req.auth_context.actor_id, req.queryConfig))
}
