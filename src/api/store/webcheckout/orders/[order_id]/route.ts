import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readOrderPayment } from "../../../../../workflows/pay-link/read-order-payment"

/** What an order still owes, and whether it can be paid now, for whoever knows the order's id, as Medusa's own order is. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ payment: await readOrderPayment(req.scope, req.params.order_id) })
}
