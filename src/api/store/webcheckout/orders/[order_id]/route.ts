import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { orderDoor } from "../../../../request-limits"
import { requireAccess } from "../../../../require-id"
import { readOrderPayment } from "../../../../../workflows/pay-link/read-order-payment"

/** What an order still owes, and whether it can be paid now. For its signed-in customer; for a guest's order, whoever knows its id. */
export const GET = orderDoor.guard(async (req: AuthenticatedMedusaRequest, res: MedusaResponse) => {
  await requireAccess(req, req.params.order_id)
  res.json({ payment: await readOrderPayment(req.scope, req.params.order_id) })
})
