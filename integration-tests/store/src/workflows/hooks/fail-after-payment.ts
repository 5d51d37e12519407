import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import { failingCarts } from "../../failing-carts"

type Hook = (handler: (input: { cart_id: string }) => Promise<void>) => void

// Medusa runs this hook and does not yet declare it.
const orderCreated = Reflect.get(completeCartWorkflow.hooks, "orderCreated") as Hook

orderCreated(async ({ cart_id }) => {
  if (failingCarts.has(cart_id)) {
    throw new Error("a hook of the merchant's fails")
  }
})
