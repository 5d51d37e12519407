import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readOrderPayment } from "../../../../../workflows/pay-link/read-order-payment"

/** What an order still owes, and whether it can be paid now, for its customer, signed in; of a guest's order for whoever knows its id. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ payment: await readOrderPayment(req.scope, req.params.order_id) })
}
