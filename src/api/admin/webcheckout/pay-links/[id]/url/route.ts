import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { z } from "@medusajs/framework/zod"
import { WEB_CHECKOUT } from "../../../../../../modules/web-checkout"
import { describePayLink } from "../../../../../../workflows/pay-link/list-pay-links"
import type { AdminCreatePayLinkUrl } from "../../validators"

/** Issues a further URL of the same link. It is shown only once; earlier URLs stay valid. */
export async function POST(
  req: AuthenticatedMedusaRequest<z.infer<typeof AdminCreatePayLinkUrl>>,
  res: MedusaResponse
): Promise<void> {
  const { payLinks } = req.scope.resolve(WEB_CHECKOUT)
  const link = await payLinks.retrieve(req.params.id)
  const url = await payLinks.issueUrl(link, req.validatedBody.purpose)
  res.json({ pay_link: { ...(await describePayLink(req.scope, link)), url } })
}
