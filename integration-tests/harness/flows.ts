import type { CheckoutAction } from "../../src/emulator/checkouts-and-subscriptions"
import type { Cost, Statements } from "./statements"
import { SYSTEM } from "./payment-providers"
import type { World } from "./world"

/** What one flow has cost, with how often the gateway was asked. */
export interface FlowCost extends Cost {
  flow: string
  gateway_calls: string[]
}

/** What each flow of a purchase costs, one after the other, beside the same flow with Medusa's own provider. */
export async function costsOfFlows(world: World, statements: Statements): Promise<FlowCost[]> {
  const costs: FlowCost[] = []
  const cost = async <Result>(flow: string, work: () => Promise<Result>): Promise<Result> => {
    const called = world.emulator.calls.length
    let result: Result | undefined
    const sent = await statements.during(world.settings, async () => {
      result = await work()
    })
    const gateway_calls = world.emulator.calls.slice(called).map(({ operation }) => operation)
    costs.push({ flow, ...sent, gateway_calls })
    return result as Result
  }
  const shopper = world.shopper()

  // What a shopper looks up once is looked up before.
  await shopper.addItem((await shopper.fillCart()).id, "cup-set")
  const systems = await shopper.fillCart()
  await cost("create, pp_system_default", () => shopper.startPayment(systems, undefined, SYSTEM))
  await cost("change, pp_system_default", () => shopper.addItem(systems.id, "cup-set"))
  const bought = await shopper.fillCart()
  await shopper.startPayment(bought, undefined, SYSTEM)
  await cost("complete, pp_system_default", () => shopper.complete(bought.id))

  const ours = await shopper.fillCart()
  await cost("create", () => shopper.startPayment(ours))
  await cost("change", () => shopper.addItem(ours.id, "cup-set"))
  const changed = await shopper.cart(ours.id)
  const session = await cost("create again", () => shopper.startPayment(changed))
  world.emulator.act(world.checkoutOf(session.id).id, "pay")
  await cost("complete, changed cart", () => shopper.complete(ours.id))

  const completing = await paidCart(world)
  await cost("complete", () => shopper.complete(completing.cart.id))

  const reserving = await startedWith(world, "authorize")
  await cost("complete, authorized", () => shopper.complete(reserving.cart.id))
  world.emulator.act(reserving.checkout.id, "capture")
  await cost("the job, captured", () => world.reconcile(reserving.checkout))

  const returning = await paidCart(world)
  await cost("return, paid", () => world.comeBack(returning.checkout))
  await cost("return once more", () => world.comeBack(returning.checkout))
  await cost("complete after the return", () => shopper.complete(returning.cart.id))
  await cost("outcome", () => shopper.outcome(returning.cart.id))

  const open = await world.startedPayment()
  // What else is open comes due by itself, at a time of its own.
  await world.sql(
    "UPDATE webcheckout_checkout SET next_check_at = now() + interval '1 day' WHERE next_check_at IS NOT NULL"
  )
  await world.reconcile()
  await cost("an empty round of the job", () => world.reconcile())
  await cost("the job, nothing happened", () => world.reconcile(open.checkout))
  world.emulator.act(open.checkout.id, "pay")
  await cost("the job, paid", () => world.reconcile(open.checkout))
  return costs
}

const paidCart = (world: World) => startedWith(world, "pay")

async function startedWith(world: World, action: CheckoutAction) {
  const started = await world.startedPayment()
  world.emulator.act(started.checkout.id, action)
  return started
}
