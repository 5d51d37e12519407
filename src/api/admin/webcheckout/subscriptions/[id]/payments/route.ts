import { WEB_CHECKOUT } from "../../../../../../modules/web-checkout"
import { listSentLinks } from "../../../../../../workflows/subscription/list-sent-links"
import { answering } from "../../../../../route-makers"
import { AdminGetSubscriptionPayments } from "../../validators"

/** The payment links sent so far, newest first as the gateway lists them. Needs `extendedApi`. */
export const GET = answering(async (req) => {
  const page = AdminGetSubscriptionPayments.parse(req.validatedQuery)
  const { payments, count } = await listSentLinks(req.scope.resolve(WEB_CHECKOUT), req.params.id, page)
  return { payments, count, offset: page.offset, limit: page.limit }
})
