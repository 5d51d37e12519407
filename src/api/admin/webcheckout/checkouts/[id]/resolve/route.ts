import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { actOnCheckoutWorkflow } from "../../../../../../workflows/act-on-checkout"
import { answerCheckout } from "../../act"
import type { AdminResolveCheckoutType } from "../../validators"

/** A person has dealt with the case outside Medusa, and says how. */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminResolveCheckoutType>,
  res: MedusaResponse
): Promise<void> {
  await actOnCheckoutWorkflow(req.scope).run({
    input: { id: req.params.id, action: "resolve", actor_id: req.auth_context.actor_id, note: req.validatedBody.note },
  })
  await answerCheckout(req, res)
}
