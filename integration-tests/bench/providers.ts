import { join } from "node:path"
import type { HttpTypes } from "@medusajs/types"
import { offerProviders, slowDown, SYSTEM } from "../harness/payment-providers"
import { PROVIDER, type Shopper } from "../harness/shop"
import { World } from "../harness/world"
import { median, spread, timed } from "./rounds"
import { startStripeStandIn } from "./stripe-stand-in"

const WARM_UP = 8
const ROUNDS = 40
/** The first is the yardstick. */
const SIDES = [SYSTEM, PROVIDER, "pp_stripe_stripe"]
const STEPS = ["create", "change", "complete"] as const

type Step = (typeof STEPS)[number]
type Times = Record<Step, number[]>

/**
 * Creating a payment session, changing the cart and completing it over the store API, with Medusa's own provider, ours and
 * Stripe's: one purchase of each after the other, so that a machine that slows down slows down all.
 */
export async function benchProviders(latencyMs = 0): Promise<void> {
  const stripe = await startStripeStandIn(latencyMs)
  const world = await World.start({
    env: { STRIPE_STAND_IN: stripe.url },
    preload: [join(__dirname, "stripe-at-stand-in.cjs")],
  })
  try {
    slowDown(world, latencyMs)
    await offerProviders(world, SIDES)
    const taken = new Map<string, Times>(SIDES.map((side) => [side, { create: [], change: [], complete: [] }]))
    for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
      // Subscribers go on when the answer is there: each side comes after each other one as often.
      const turns = SIDES.map((_, turn) => SIDES[(turn + round) % SIDES.length])
      for (const side of round % 2 === 0 ? turns : turns.reverse()) {
        const times = await purchase(world, side)
        for (const step of STEPS) {
          if (round >= WARM_UP) {
            taken.get(side)?.[step].push(times[step])
          }
        }
      }
    }
    print(taken, latencyMs)
  } finally {
    await world.stop()
    stripe.stop()
  }
}

async function purchase(world: World, provider: string): Promise<Record<Step, number>> {
  const shopper = world.shopper()
  const cart = await shopper.fillCart()
  const [create] = await timed(() => startPayment(shopper, cart, provider))
  const [change] = await timed(() => shopper.addItem(cart.id, "cup-set"))
  // Another cart, with the one page that most carts have.
  const bought = await shopper.fillCart()
  const collection = await startPayment(shopper, bought, provider)
  if (provider === PROVIDER) {
    const session = collection.payment_sessions?.find(({ provider_id }) => provider_id === provider)
    world.emulator.act(world.checkoutOf(session?.id ?? "").id, "pay")
  }
  const [complete, answer] = await timed(() => shopper.complete(bought.id))
  if (answer.type !== "order") {
    throw new Error(`${provider} made no order: ${answer.error.message}`)
  }
  return { create, change, complete }
}

/** As a storefront does it, with a cart that it has just read: the collection where there is none, and the session. */
async function startPayment(shopper: Shopper, cart: HttpTypes.StoreCart, provider_id: string) {
  const { payment_collection } = await shopper.sdk.store.payment.initiatePaymentSession(cart, { provider_id })
  return payment_collection
}

function print(taken: Map<string, Times>, latencyMs: number): void {
  console.log(
    `\n| over the store API, gateway ${latencyMs} ms | provider | median ms (spread) | pp_system_default = 1 |`
  )
  console.log("|---|---|---|---|")
  const rows = STEPS.flatMap((step) =>
    SIDES.map((side) => {
      const times = taken.get(side)?.[step] ?? []
      const beside = taken.get(SIDES[0])?.[step] ?? []
      // Of each round, so that a slow one counts once.
      const ratio = median(times.map((time, round) => time / beside[round]))
      return { step, provider: side, latency_ms: latencyMs, ms: median(times), spread: spread(times), ratio }
    })
  )
  for (const { step, provider, ms, spread: between, ratio } of rows) {
    const shown = between.map((one) => one.toFixed(0)).join("–")
    console.log(`| ${step} | ${provider} | ${ms.toFixed(1)} (${shown}) | ${ratio.toFixed(2)} |`)
  }
  console.log(`\n${JSON.stringify({ providers: rows })}`)
}
