import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { WEB_CHECKOUT } from "../../../../../../modules/web-checkout"
import { describePayLink } from "../../../../../../workflows/pay-link/list-pay-links"
import { paidAnotherWay } from "../../../../../../workflows/pay-link/paid-another-way"

/** Records that a link's amount was paid in cash or by transfer, and marks the link as paid. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { payLinks } = req.scope.resolve(WEB_CHECKOUT)
  const link = await payLinks.retrieve(req.params.id)
  await paidAnotherWay(req.scope, link, req.auth_context.actor_id)
  res.json({ pay_link: await describePayLink(req.scope, await payLinks.retrieve(link.id)) })
}
