import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { WEB_CHECKOUT } from "../../../../../../modules/web-checkout"
import { describePayLink } from "../../../../../../workflows/pay-link/list-pay-links"
import { sendPayLink } from "../../../../../../workflows/pay-link/send-pay-link"

/** Emails a new URL of a link to the order's email address. The `mails` in the answer show the outcome. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { id } = req.params
  await sendPayLink(req.scope, id, req.auth_context.actor_id)
  const { payLinks } = req.scope.resolve(WEB_CHECKOUT)
  res.json({ pay_link: await describePayLink(req.scope, await payLinks.retrieve(id)) })
}
