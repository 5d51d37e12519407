import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { WEB_CHECKOUT } from "../../../../../../modules/web-checkout"
import { describePayLink } from "../../../../../../workflows/pay-link/list-pay-links"

/** Ends a link with all of its URLs. A payer who is already on the payment page can still pay there; that payment is recorded. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { payLinks } = req.scope.resolve(WEB_CHECKOUT)
  const link = await payLinks.end(req.params.id, req.auth_context.actor_id)
  res.json({ pay_link: await describePayLink(req.scope, link) })
}
