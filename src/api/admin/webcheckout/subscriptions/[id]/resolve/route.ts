import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { resolveSubscription } from "../../../../../../workflows/subscription/resolve-subscription"
import { answerSubscription } from "../../query-config"
import type { AdminResolveSubscriptionType } from "../../validators"

/** Closes a subscription's case; the note says how a person dealt with it. */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminResolveSubscriptionType>,
  res: MedusaResponse
): Promise<void> {
  await resolveSubscription(req.scope, {
    id: req.params.id,
    actor_id: req.auth_context.actor_id,
    note: req.validatedBody.note,
  })
  await answerSubscription(req, res, req.params.id)
}
