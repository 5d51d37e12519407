import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { syncSubscriptionWorkflow } from "../../../../../../workflows/sync-subscription"
import { answerSubscription } from "../../answer"

/** Brings the subscription to what the gateway shows. Needs `extendedApi`. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { id } = req.params
  await syncSubscriptionWorkflow(req.scope).run({ input: { id, actor_id: req.auth_context.actor_id } })
  await answerSubscription(req, res, id)
}
