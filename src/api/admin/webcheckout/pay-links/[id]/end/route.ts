import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { describePayLink } from "../../../../../../workflows/pay-link/list-pay-links"
import { endPayLinkWorkflow } from "../../../../../../workflows/pay-link/workflows/end-pay-link"

/** Ends a link with all of its addresses. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { result: link } = await endPayLinkWorkflow(req.scope).run({
    input: { id: req.params.id, actor_id: req.auth_context.actor_id },
  })
  res.json({ pay_link: await describePayLink(req.scope, link) })
}
