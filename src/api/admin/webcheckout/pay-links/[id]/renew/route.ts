import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { describePayLink } from "../../../../../../workflows/pay-link/list-pay-links"
import { renewPayLinkWorkflow } from "../../../../../../workflows/pay-link/workflows/renew-pay-link"

/** Makes a link that has expired good again, with all of its addresses. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { result: link } = await renewPayLinkWorkflow(req.scope).run({ input: { id: req.params.id } })
  res.json({ pay_link: await describePayLink(req.scope, link) })
}
