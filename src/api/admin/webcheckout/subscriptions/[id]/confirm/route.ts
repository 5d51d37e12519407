import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { confirmSubscriptionWorkflow } from "../../../../../../workflows/confirm-subscription"
import { answerSubscription } from "../../answer"
import type { AdminConfirmSubscriptionType } from "../../validators"

/** A person has found the subscription in the gateway's dashboard. */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminConfirmSubscriptionType>,
  res: MedusaResponse
): Promise<void> {
  const { id } = req.params
  const { subscription_id } = req.validatedBody
  await confirmSubscriptionWorkflow(req.scope).run({
    input: { id, subscription_id, actor_id: req.auth_context.actor_id },
  })
  await answerSubscription(req, res, id)
}
