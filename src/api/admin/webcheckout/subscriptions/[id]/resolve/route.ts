import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { resolveSubscriptionWorkflow } from "../../../../../../workflows/subscription/workflows/resolve-subscription"
import { answerSubscription } from "../../query-config"
import type { AdminResolveSubscriptionType } from "../../validators"

/** Closes a subscription's case; the note says how a person dealt with it. */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminResolveSubscriptionType>,
  res: MedusaResponse
): Promise<void> {
  await resolveSubscriptionWorkflow(req.scope).run({
    input: { id: req.params.id, actor_id: req.auth_context.actor_id, note: req.validatedBody.note },
  })
  await answerSubscription(req, res, req.params.id)
}
