import { offerProviders, slowDown, SYSTEM } from "../harness/payment-providers"
import { PROVIDER, until, visit } from "../harness/shop"
import type { BookedCheckout } from "../../src/emulator/checkouts-and-subscriptions"
import { World } from "../harness/world"
import { allAtOnce, median, timed } from "./rounds"

const LATENCY_MS = 50
/** Returns, completions and rounds of the job at once, of each so many. */
const AT_ONCE = 50
const BLOCKS = 3
/** Medusa alone answers some of fifty simultaneous completions with an error: its pool of connections is used up. */
const PLAIN_AT_ONCE = 8

interface PaidCart {
  cartId: string
  checkout: BookedCheckout
}

/**
 * Fifty simultaneous returns, completions and rounds of the job: on one purchase, which has one lock, and on fifty; in turns with the
 * completion of as many carts that Medusa's own provider has.
 */
export async function benchContention(): Promise<void> {
  const world = await World.start()
  try {
    await offerProviders(world, [PROVIDER, SYSTEM])
    slowDown(world, LATENCY_MS)
    const taken: { one: number; fifty: number; plain: number }[] = []
    for (let block = 0; block < 1 + BLOCKS; block += 1) {
      const one = await timedRush(world, await paidCarts(world, 1))
      const fifty = await timedRush(world, await paidCarts(world, AT_ONCE))
      const plain = await completePlain(world)
      // The first warms up.
      if (block > 0) {
        taken.push({ one, fifty, plain })
      }
    }
    print(taken)
  } finally {
    await world.stop()
  }
}

/** Everybody at once. @returns how long that took, in milliseconds. @throws Error unless each purchase becomes one order and no case */
async function timedRush(world: World, carts: PaidCart[]): Promise<number> {
  const each = Array.from({ length: AT_ONCE }, (_, index) => carts[index % carts.length])
  const shopper = world.shopper()
  const ids = carts.map(({ checkout }) => checkout.id)
  await world.sql("UPDATE webcheckout_checkout SET next_check_at = now() WHERE checkout_id = ANY($1)", [ids])
  const [ms] = await timed(() =>
    Promise.allSettled(
      each.flatMap(({ cartId, checkout }) => [
        visit(checkout.returnUrl),
        shopper.complete(cartId),
        world.admin.client.fetch("/admin/reconcile", { method: "POST", body: {} }),
      ])
    )
  )
  // Some of so many get no connection to the database: the job sees to what they leave.
  await until("every purchase is settled", async () => {
    await world.reconcile(...carts.map(({ checkout }) => checkout))
    const { orders, isOpen } = await readOrders(world, ids)
    return !isOpen && orders === carts.length
  })
  return ms
}

async function readOrders(world: World, ids: string[]): Promise<{ orders: number; isOpen: boolean }> {
  const [{ orders, open }] = await world.sql<{ orders: number; open: number }>(
    `SELECT count(DISTINCT order_id)::int AS orders, count(*) FILTER (WHERE status <> 'settled' OR attention IS NOT NULL)::int AS open
     FROM webcheckout_checkout WHERE checkout_id = ANY($1)`,
    [ids]
  )
  return { orders, isOpen: open > 0 }
}

async function paidCarts(world: World, count: number): Promise<PaidCart[]> {
  const carts: PaidCart[] = []
  for (let made = 0; made < count; made += 1) {
    const { cart, checkout } = await world.startedPayment()
    world.emulator.act(checkout.id, "pay")
    carts.push({ cartId: cart.id, checkout })
  }
  return carts
}

async function completePlain(world: World): Promise<number> {
  const shopper = world.shopper()
  const ids: string[] = []
  for (let made = 0; made < AT_ONCE; made += 1) {
    const cart = await shopper.fillCart()
    await shopper.startPayment(cart, undefined, SYSTEM)
    ids.push(cart.id)
  }
  const [ms] = await timed(() => allAtOnce(PLAIN_AT_ONCE, ids, (id) => shopper.complete(id)))
  return ms
}

function print(taken: { one: number; fifty: number; plain: number }[]): void {
  const [one, fifty, plain] = (["one", "fifty", "plain"] as const).map((what) =>
    median(taken.map((round) => round[what]))
  )
  console.log(
    `| ${AT_ONCE} returns, completions and rounds of the job at once | ms | ${AT_ONCE} plain completions, ms | ratio |`
  )
  console.log("|---|---|---|---|")
  for (const [what, ms] of [
    ["one purchase", one],
    [`${AT_ONCE} purchases`, fifty],
  ] as const) {
    console.log(`| on ${what} | ${ms.toFixed(0)} | ${plain.toFixed(0)} | ${(ms / plain).toFixed(2)} |`)
  }
  console.log(`\n${JSON.stringify({ contention: { one_ms: one, fifty_ms: fifty, plain_ms: plain } })}`)
}
