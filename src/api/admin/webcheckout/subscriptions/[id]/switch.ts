import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { switchSubscriptionWorkflow } from "../../../../../workflows/switch-subscription"
import { answerSubscription } from "../answer"

/** Pauses or resumes, and answers with what the gateway shows now. */
export async function answerSwitched(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse,
  action: "pause" | "resume"
): Promise<void> {
  const { id } = req.params
  await switchSubscriptionWorkflow(req.scope).run({ input: { id, action, actor_id: req.auth_context.actor_id } })
  await answerSubscription(req, res, id)
}
