import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { Modules } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"

interface Disturbance {
  /** Cancels an order as a merchant's own workflow would: past the admin's route. */
  cancel_order?: string
  /** Deletes a cart, as a clean-up job of a merchant's would. */
  delete_cart?: string
}

/** What a merchant's own code may do behind the plugin's back. */
export async function POST(req: MedusaRequest<Disturbance>, res: MedusaResponse): Promise<void> {
  const { cancel_order, delete_cart } = req.body
  if (cancel_order) {
    await cancelOrderWorkflow(req.scope).run({ input: { order_id: cancel_order } })
  }
  if (delete_cart) {
    await req.scope.resolve(Modules.CART).softDeleteCarts([delete_cart])
  }
  res.json({ done: true })
}
