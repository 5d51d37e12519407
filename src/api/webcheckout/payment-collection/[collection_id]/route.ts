import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { WEB_CHECKOUT } from "../../../../modules/web-checkout"
import type { PayLink } from "../../../../modules/web-checkout/rules/pay-link"
import { findOrderOfCollection } from "../../../../workflows/medusa/payments"
import { ownLinkOrPreview, ownPayLink } from "../../../../workflows/pay-link/own-pay-link"
import { copiedLinkDoor } from "../../../request-limits"
import { isId } from "../../../require-id"
import { answerButton, answerPage } from "../../pay/answer-page"

const named = z.object({ order_id: z.string().refine(isId) })

/**
 * Where Medusa's own "Copy payment link" leads when `admin.storefrontUrl` is `{backendUrl}/webcheckout`, and the option
 * `payLinks.copiedFromMedusa` allows it: the page of the order's own link. Both ids have to belong together.
 */
export const GET = copiedLinkDoor.guard(async (req: MedusaRequest, res: MedusaResponse) => {
  await answerPage(req, res, await findLink(req))
})

/** The page's button. Creates the order's own link if there is none yet; opening the page does not. */
export const POST = copiedLinkDoor.guard(async (req: MedusaRequest, res: MedusaResponse) => {
  const link = await findLink(req)
  const backTo = `${encodeURIComponent(req.params.collection_id)}?order_id=${encodeURIComponent(link?.order_id ?? "")}`
  await answerButton(req, res, link, backTo, ({ order_id }) => ownPayLink(req.scope, order_id))
})

async function findLink(req: MedusaRequest): Promise<PayLink | undefined> {
  const query = named.safeParse(req.query)
  if (
    !query.success ||
    !isId(req.params.collection_id) ||
    !req.scope.resolve(WEB_CHECKOUT).options.payLinks.copiedFromMedusa
  ) {
    return undefined
  }
  const { order_id } = query.data
  const owner = await findOrderOfCollection(req.scope, req.params.collection_id)
  return owner === order_id ? ownLinkOrPreview(req.scope, order_id) : undefined
}
