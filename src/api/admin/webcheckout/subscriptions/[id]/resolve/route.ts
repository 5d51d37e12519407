import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { resolveSubscriptionWorkflow } from "../../../../../../workflows/subscription/workflows/resolve-subscription"
import { answerSubscription } from "../../query-config"
import type { AdminResolveSubscriptionType } from "../../validators"

/** A person has dealt with what the subscription needed one for, and says how. */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminResolveSubscriptionType>,
  res: MedusaResponse
): Promise<void> {
  await resolveSubscriptionWorkflow(req.scope).run({
    input: { id: req.params.id, actor_id: req.auth_context.actor_id, note: req.validatedBody.note },
  })
  await answerSubscription(req, res, req.params.id)
}
