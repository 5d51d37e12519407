import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { resolveCaseWorkflow } from "../../../../../../workflows/checkout/workflows/resolve-case"
import { answerCheckout } from "../../answer"
import type { AdminResolveCheckoutType } from "../../validators"

/** A person has dealt with the case outside Medusa, and says how. */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminResolveCheckoutType>,
  res: MedusaResponse
): Promise<void> {
  await resolveCaseWorkflow(req.scope).run({
    input: { ...req.validatedBody, id: req.params.id, actor_id: req.auth_context.actor_id },
  })
  await answerCheckout(req, res)
}
