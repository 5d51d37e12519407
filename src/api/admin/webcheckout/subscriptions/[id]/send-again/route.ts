import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { sendSubscriptionAgainWorkflow } from "../../../../../../workflows/send-subscription-again"
import { answerSubscription } from "../../answer"

/** A person has seen that the gateway has no such subscription. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { id } = req.params
  await sendSubscriptionAgainWorkflow(req.scope).run({ input: { id, actor_id: req.auth_context.actor_id } })
  await answerSubscription(req, res, id)
}
