import type { World } from "./world"

interface Started {
  cart: { id: string }
  checkout: { id: string }
}

/** The shopper pays, and the cart cannot be completed, five times: the first four are only counted. */
export async function payWithoutOrder(world: World, { cart, checkout }: Started): Promise<void> {
  await world.letCompletionFail(cart.id, true)
  world.emulator.act(checkout.id, "pay")
  await world.sql("UPDATE webcheckout_checkout SET settle_failures = 4 WHERE checkout_id = $1", [checkout.id])
  await world.reconcile(checkout)
  const orders = await world.orders(cart.id)
  if (orders.length > 0) {
    throw new Error("the cart was completed")
  }
}
