import type { World } from "./world"

/** An order that a shopper has paid, with the means to refund its payment as the admin does. */
export async function paidOrder(world: World) {
  const { cart, checkout } = await world.startedPayment()
  world.emulator.act(checkout.id, "pay")
  await world.comeBack(checkout)
  const order = await world.order(cart.id)
  const payment = order.payment_collections?.[0].payments?.[0]
  if (!payment) {
    throw new Error("the order has no payment")
  }
  const refund = (amount: number) => world.admin.admin.payment.refund(payment.id, { amount })
  const refunds = async () => (await world.order(cart.id)).payment_collections?.[0].payments?.[0].refunds ?? []
  return { cart, order, checkout, refund, refunds }
}
