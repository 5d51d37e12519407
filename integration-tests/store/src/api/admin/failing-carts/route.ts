import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { failingCarts } from "../../../failing-carts"

/** Lets a cart's completion fail after the payment, or no longer. */
export async function POST(
  req: MedusaRequest<{ cart_id: string; fails: boolean }>,
  res: MedusaResponse
): Promise<void> {
  const { cart_id, fails } = req.body
  if (fails) {
    failingCarts.add(cart_id)
  } else {
    failingCarts.delete(cart_id)
  }
  res.json({ failing: [...failingCarts] })
}
