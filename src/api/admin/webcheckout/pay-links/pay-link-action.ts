import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../../../modules/web-checkout"
import { describePayLink } from "../../../../workflows/pay-link/list-pay-links"

type PayLinkAct = (container: MedusaContainer, id: string, actor_id: string) => Promise<unknown>

/** A route that acts on a pay link, and answers with the link. */
export function payLinkAction(act: PayLinkAct) {
  return async (req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> => {
    await act(req.scope, req.params.id, req.auth_context.actor_id)
    const link = await req.scope.resolve(WEB_CHECKOUT).payLinks.retrieve(req.params.id)
    res.json({ pay_link: await describePayLink(req.scope, link) })
  }
}
