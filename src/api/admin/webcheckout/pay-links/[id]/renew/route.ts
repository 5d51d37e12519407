import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { describePayLink } from "../../../../../../workflows/pay-link/list-pay-links"
import { renewPayLink } from "../../../../../../workflows/pay-link/renew-pay-link"

/** Renews an expired link: all of its URLs work again. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const link = await renewPayLink(req.scope, req.params.id)
  res.json({ pay_link: await describePayLink(req.scope, link) })
}
