import type { z } from "@medusajs/framework/zod"
import { WEB_CHECKOUT } from "../../../../../../modules/web-checkout"
import { describePayLink } from "../../../../../../workflows/pay-link/list-pay-links"
import { answering } from "../../../../../route-makers"
import type { AdminCreatePayLinkUrl } from "../../validators"

/** Issues a further URL of the same link. It is shown only once; earlier URLs stay valid. */
export const POST = answering<z.infer<typeof AdminCreatePayLinkUrl>>(async (req) => {
  const { payLinks } = req.scope.resolve(WEB_CHECKOUT)
  const link = await payLinks.retrieve(req.params.id)
  const url = await payLinks.issueUrl(link, req.validatedBody.purpose)
  return { pay_link: { ...(await describePayLink(req.scope, link)), url } }
})
