import type { z } from "@medusajs/framework/zod"
import { WEB_CHECKOUT } from "../../../../modules/web-checkout"
import { describePayLink, listPayLinks } from "../../../../workflows/pay-link/list-pay-links"
import { createPayLinkWorkflow, type payLinkBody } from "../../../../workflows/pay-link/create-pay-link"
import { answering } from "../../../route-makers"
import type { AdminGetPayLinks } from "./validators"

/** The pay links of an order (`order_id`), the newest first, and what it owes. */
export const GET = answering<unknown, z.infer<typeof AdminGetPayLinks>>(async (req) =>
  listPayLinks(req.scope, req.validatedQuery.order_id)
)

/** Makes a pay link, and answers it with an address that is shown this once. 400 with every problem by its field. */
export const POST = answering<z.infer<typeof payLinkBody>>(async (req) => {
  const { result: link } = await createPayLinkWorkflow(req.scope).run({
    input: { ...req.validatedBody, actor_id: req.auth_context.actor_id },
  })
  const url = await req.scope.resolve(WEB_CHECKOUT).payLinks.issueUrl(link, "copy")
  return { pay_link: { ...(await describePayLink(req.scope, link)), url } }
})
