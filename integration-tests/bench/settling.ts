import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import type { ChildProcess } from "node:child_process"
import type Medusa from "@medusajs/js-sdk"
import { offerProviders, slowDown, SYSTEM } from "../harness/payment-providers"
import { PROVIDER, signInAdmin } from "../harness/shop"
import { startStore } from "../harness/store"
import { World } from "../harness/world"
import { residentMb } from "./memory"
import { allAtOnce, median, timed } from "./rounds"

const LATENCY_MS = 50
/** The option's default. */
const CONCURRENCY = 8
const FEW = 1000
const MANY = 10_000
const VERY_MANY = 100_000
const SAMPLE_EVERY_MS = 200
/** In a block of each side. */
const ORDERS = 16
const BLOCKS = 5

/** What the job does with rows that nothing happened to, alone and in two processes; its memory; and with those that are paid. */
export async function benchSettling(most = VERY_MANY): Promise<void> {
  const gateway = fork(join(__dirname, "pending-gateway.cjs"), [String(LATENCY_MS)])
  const [port] = (await once(gateway, "message")) as [number]
  const world = await World.start({ options: { baseUrl: `http://127.0.0.1:${port}/merchant/2.0` } })
  try {
    await benchPending(world, most)
  } finally {
    await world.stop()
    gateway.kill()
  }
  await benchOrders()
}

interface RunningStore {
  admin: Medusa
  process: ChildProcess
}

interface Round {
  rows: number
  perSecond: number
  peakMb: number
}

async function benchPending(world: World, most: number): Promise<void> {
  const first = { admin: world.admin, process: world.store.process }
  await warmUp(world, first)
  const few = await roundOver(world, FEW, [first])
  const veryMany = await roundOver(world, most, [first])
  const store = await startStore(world.settings)
  try {
    const second = { admin: await signInAdmin(store.url), process: store.process }
    await second.admin.client.fetch("/admin/clock", { method: "DELETE" })
    await warmUp(world, second)
    const alone = await roundOver(world, MANY, [first])
    const both = await roundOver(world, 2 * MANY, [first, second])
    print(few, veryMany, alone, both)
  } finally {
    await store.stop()
  }
}

/** A process grows to the size of one that is at work, however few are due at once. */
async function warmUp(world: World, store: RunningStore): Promise<void> {
  for (let asked = 0; asked < MANY; asked += FEW) {
    await roundOver(world, FEW, [store])
  }
}

/** Rounds of the job over so many due rows, until none is left. */
async function roundOver(world: World, due: number, stores: RunningStore[]): Promise<Round> {
  await fillDue(world, due)
  let peakMb = 0
  const sampling = setInterval(() => {
    peakMb = Math.max(peakMb, residentMb(stores[0].process))
  }, SAMPLE_EVERY_MS)
  const started = performance.now()
  while (await isAnyDue(world)) {
    await Promise.all(stores.map(({ admin }) => admin.client.fetch("/admin/reconcile", { method: "POST", body: {} })))
  }
  const seconds = (performance.now() - started) / 1000
  clearInterval(sampling)
  return { rows: due, perSecond: due / seconds, peakMb }
}

/** Whether there are any that were not asked about: the others come due again only in hours. */
async function isAnyDue(world: World): Promise<boolean> {
  const [{ is_any }] = await world.sql<{ is_any: boolean }>(
    "SELECT EXISTS (SELECT FROM webcheckout_checkout WHERE last_checked_at < created_at + interval '90 minutes') AS is_any"
  )
  return is_any
}

async function fillDue(world: World, count: number): Promise<void> {
  await world.sql("TRUNCATE webcheckout_checkout")
  await world.sql(
    `INSERT INTO webcheckout_checkout
       (id, request_id, payment_session_id, payment_collection_id, provider_id, cart_id, order_reference, gateway_order_id, environment, account,
        checkout_id, redirect_url, amount, raw_amount, currency_code, status, gateway_status, check_count, last_checked_at, next_check_at,
        created_at, updated_at)
     SELECT 'wchk_due' || n, 'payses_due' || n, 'payses_due' || n, 'pay_col_due' || n, 'pp_webcheckout_default',
       'cart_due' || n, 'DUE-' || n, 'DUE-' || n, 'test', 'default', n::text, 'https://pay.example/' || n, n % 997 + 0.5,
       jsonb_build_object('value', (n % 997 + 0.5)::text, 'precision', 20), 'AED', 'open', 'PENDING', 10,
       now() - interval '1 hour', now() - interval '1 minute', now() - interval '2 hours', now() - interval '1 hour'
     FROM generate_series(1, $1::int) AS n`,
    [count]
  )
  await world.sql("ANALYZE webcheckout_checkout")
}

function print(few: Round, veryMany: Round, alone: Round, both: Round): void {
  const limit = CONCURRENCY / (LATENCY_MS / 1000)
  console.log("| the job, nothing happened | ours | beside | ratio |\n|---|---|---|---|")
  for (const { what, ours, beside, of } of [
    { what: `${alone.rows} due, rows/s`, ours: alone.perSecond, beside: limit, of: "concurrency ÷ latency" },
    { what: `${veryMany.rows} due, rows/s`, ours: veryMany.perSecond, beside: limit, of: "concurrency ÷ latency" },
    { what: "two processes, rows/s", ours: both.perSecond, beside: alone.perSecond, of: "one process" },
    { what: `peak with ${veryMany.rows} due, MB`, ours: veryMany.peakMb, beside: few.peakMb, of: `${few.rows} due` },
  ]) {
    console.log(`| ${what} | ${ours.toFixed(0)} | ${beside.toFixed(0)} (${of}) | ${(ours / beside).toFixed(2)} |`)
  }
  console.log(`\n${JSON.stringify({ settling: { limit, few, very_many: veryMany, alone, two_processes: both } })}`)
}

/** Paid checkouts whose shoppers never came back become orders; in turns with carts that Medusa's own provider completes. */
async function benchOrders(): Promise<void> {
  const world = await World.start()
  try {
    await offerProviders(world, [PROVIDER, SYSTEM])
    slowDown(world, LATENCY_MS)
    const taken: { settling: number; completing: number }[] = []
    for (let block = 0; block < 1 + BLOCKS; block += 1) {
      const { paid, carts } = await prepareOrders(world)
      const shopper = world.shopper()
      const [settling] = await timed(() => world.reconcile(...paid))
      const [completing] = await timed(() => allAtOnce(CONCURRENCY, carts, (id) => shopper.complete(id)))
      await requireOrders(world, paid)
      // The first warms up.
      if (block > 0) {
        taken.push({ settling, completing })
      }
    }
    const perSecond = (times: number[]) => ORDERS / (median(times) / 1000)
    const ours = perSecond(taken.map(({ settling }) => settling))
    const beside = perSecond(taken.map(({ completing }) => completing))
    const ratio = median(taken.map(({ settling, completing }) => completing / settling))
    console.log(`\n| orders a second, ${CONCURRENCY} at once | ours | plain completion | ratio |\n|---|---|---|---|`)
    console.log(`| the job, ${LATENCY_MS} ms | ${ours.toFixed(1)} | ${beside.toFixed(1)} | ${ratio.toFixed(2)} |`)
    console.log(`\n${JSON.stringify({ settling_orders: { per_second: ours, plain_per_second: beside, ratio } })}`)
  } finally {
    await world.stop()
  }
}

/** An unpaid `complete` throws by itself. */
async function requireOrders(world: World, paid: { id: string }[]): Promise<void> {
  const [{ ordered }] = await world.sql<{ ordered: number }>(
    "SELECT count(*)::int AS ordered FROM webcheckout_checkout WHERE checkout_id = ANY($1) AND status = 'settled' AND order_id IS NOT NULL",
    [paid.map(({ id }) => id)]
  )
  if (ordered !== paid.length) {
    throw new Error(`A round of the job has made ${ordered} orders of ${paid.length} paid checkouts.`)
  }
}

async function prepareOrders(world: World): Promise<{ paid: { id: string }[]; carts: string[] }> {
  const paid: { id: string }[] = []
  const carts: string[] = []
  const shopper = world.shopper()
  for (let order = 0; order < ORDERS; order += 1) {
    const { checkout } = await world.startedPayment()
    world.emulator.act(checkout.id, "pay")
    paid.push(checkout)
    const cart = await shopper.fillCart()
    await shopper.startPayment(cart, undefined, SYSTEM)
    carts.push(cart.id)
  }
  return { paid, carts }
}
