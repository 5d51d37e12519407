import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { WEB_CHECKOUT } from "../../../../modules/web-checkout"
import { payDoor } from "../../../request-limits"
import { answerButton, answerPage } from "../answer-page"

/** The page behind a pay link's URL. Changes nothing and does not ask the gateway; public. */
export const GET = payDoor.guard(async (req: MedusaRequest, res: MedusaResponse) => {
  await answerPage(req, res, await findLink(req))
})

/** The page's button. */
export const POST = payDoor.guard(async (req: MedusaRequest, res: MedusaResponse) => {
  await answerButton(req, res, await findLink(req), encodeURIComponent(req.params.token))
})

async function findLink(req: MedusaRequest) {
  return req.scope.resolve(WEB_CHECKOUT).payLinks.findByToken(req.params.token)
}
