import { MOST_FAILURES } from "../../src/modules/web-checkout/rules/check-times"
import type { World } from "./world"

interface Started {
  cart: { id: string }
  checkout: { id: string }
}

/**
 * The shopper pays, Medusa cannot complete the cart, and the plugin gives up: a case, or a refund with the extended operations. Only the
 * last attempt is made; the earlier failures are written into the row, because each costs a completion.
 */
export async function payWithoutOrder(world: World, { cart, checkout }: Started): Promise<void> {
  await world.letCompletionFail(cart.id, true)
  world.emulator.act(checkout.id, "pay")
  const earlier = MOST_FAILURES - 1
  await world.sql("UPDATE webcheckout_checkout SET settle_failures = $2 WHERE checkout_id = $1", [checkout.id, earlier])
  await world.reconcile(checkout)
  if ((await world.orders(cart.id)).length > 0) {
    throw new Error("the cart was completed")
  }
}
