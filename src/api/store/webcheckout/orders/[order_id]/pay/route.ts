import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { orderDoor } from "../../../../../request-limits"
import { requireAccess } from "../../../../../require-id"
import { startOrResumePayment } from "../../../../../../workflows/pay-link/start-payment"
import { ownPayLink } from "../../../../../../workflows/pay-link/own-pay-link"
import { readOrderPayment } from "../../../../../../workflows/pay-link/read-order-payment"
import { isPayable } from "../../../../../../modules/web-checkout/rules/pay-link"

/**
 * Starts or resumes the payment of what an order still owes. `redirect_url` is the gateway's page, the same for every caller; it is null if
 * nothing can be paid now, and `payment` says why.
 */
export const POST = orderDoor.guard(async (req: AuthenticatedMedusaRequest, res: MedusaResponse) => {
  const { order_id } = req.params
  await requireAccess(req, order_id)
  const payment = await readOrderPayment(req.scope, order_id)
  if (!isPayable(payment.state)) {
    res.json({ redirect_url: null, payment })
    return
  }
  const redirect_url = await startOrResumePayment(req.scope, await ownPayLink(req.scope, order_id))
  res.json({ redirect_url, payment: redirect_url === null ? await readOrderPayment(req.scope, order_id) : payment })
})
