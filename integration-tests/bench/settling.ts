import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import type { ChildProcess } from "node:child_process"
import type Medusa from "@medusajs/js-sdk"
import { offerProviders, slowDown, SYSTEM } from "../harness/flows"
import { PROVIDER, signInAdmin } from "../harness/shop"
import { startStore } from "../harness/store"
import { World } from "../harness/world"
import { residentMb } from "./memory"

const LATENCY_MS = 50
/** The option's default. */
const CONCURRENCY = 8
const FEW = 1000
const MANY = 10_000
const VERY_MANY = 100_000
const SAMPLE_EVERY_MS = 200
const ORDERS = 40

/** What the job does with rows that nothing happened to, alone and in two processes; its memory; and with those that are paid. */
export async function benchSettling(): Promise<void> {
  const gateway = fork(join(__dirname, "pending-gateway.cjs"), [String(LATENCY_MS)])
  const [port] = (await once(gateway, "message")) as [number]
  const world = await World.start({ options: { baseUrl: `http://127.0.0.1:${port}/merchant/2.0` } })
  try {
    await benchPending(world)
  } finally {
    await world.stop()
    gateway.kill()
  }
  await benchOrders()
}

interface Round {
  rows: number
  perSecond: number
  peakMb: number
}

async function benchPending(world: World): Promise<void> {
  const alone = [{ admin: world.admin, process: world.store.process }]
  // The first round compiles, and makes the connections.
  await roundOver(world, FEW, alone)
  const few = await roundOver(world, FEW, alone)
  const many = await roundOver(world, MANY, alone)
  const veryMany = await roundOver(world, VERY_MANY, alone)
  const second = await startStore(world.settings)
  try {
    const admin = await signInAdmin(second.url)
    await admin.client.fetch("/admin/clock", { method: "DELETE" })
    const both = [...alone, { admin, process: second.process }]
    await roundOver(world, FEW, both)
    print(few, many, veryMany, await roundOver(world, 2 * MANY, both))
  } finally {
    await second.stop()
  }
}

/** Rounds of the job over so many due rows, until none is left. */
async function roundOver(
  world: World,
  due: number,
  stores: { admin: Medusa; process: ChildProcess }[]
): Promise<Round> {
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

/** Whether there are any that were not asked about: those that were come due again in hours. */
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
       (id, request_id, payment_session_id, payment_collection_id, provider_id, cart_id, order_reference, environment, account,
        checkout_id, redirect_url, amount, raw_amount, currency_code, status, gateway_status, check_count, last_checked_at, next_check_at,
        created_at, updated_at)
     SELECT 'wchk_due' || n, 'payses_due' || n, 'payses_due' || n, 'pay_col_due' || n, 'pp_webcheckout_default',
       'cart_due' || n, 'DUE-' || n, 'test', 'default', n::text, 'https://pay.example/' || n, n % 997 + 0.5,
       jsonb_build_object('value', (n % 997 + 0.5)::text, 'precision', 20), 'AED', 'open', 'PENDING', 10,
       now() - interval '1 hour', now() - interval '1 minute', now() - interval '2 hours', now() - interval '1 hour'
     FROM generate_series(1, $1::int) AS n`,
    [count]
  )
  await world.sql("ANALYZE webcheckout_checkout")
}

function print(few: Round, many: Round, veryMany: Round, both: Round): void {
  const limit = CONCURRENCY / (LATENCY_MS / 1000)
  const rows = [
    { what: `${MANY} due rows, rows/s`, ours: many.perSecond, beside: limit, of: "concurrency ÷ latency" },
    { what: `two processes, rows/s`, ours: both.perSecond, beside: many.perSecond, of: "one process" },
    { what: `peak with ${VERY_MANY} due, MB`, ours: veryMany.peakMb, beside: few.peakMb, of: `peak with ${FEW} due` },
  ]
  console.log("| the job, nothing happened | ours | beside | ratio |\n|---|---|---|---|")
  for (const { what, ours, beside, of } of rows) {
    console.log(`| ${what} | ${ours.toFixed(0)} | ${beside.toFixed(0)} (${of}) | ${(ours / beside).toFixed(2)} |`)
  }
  console.log(`\n${JSON.stringify({ settling: { limit, few, many, very_many: veryMany, two_processes: both } })}`)
}

/** Paid checkouts whose shoppers never came back become orders; beside it carts that Medusa's own provider completes. */
async function benchOrders(): Promise<void> {
  const world = await World.start()
  try {
    await offerProviders(world, [PROVIDER, SYSTEM])
    slowDown(world, LATENCY_MS)
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
    const settling = await secondsOf(() => world.reconcile(...paid))
    const completing = await secondsOf(() => eightAtOnce(carts, (id) => shopper.complete(id)))
    const [ours, beside] = [ORDERS / settling, ORDERS / completing]
    console.log("\n| orders a second, eight at once | ours | plain completion | ratio |\n|---|---|---|---|")
    console.log(
      `| the job, ${LATENCY_MS} ms | ${ours.toFixed(1)} | ${beside.toFixed(1)} | ${(ours / beside).toFixed(2)} |`
    )
    console.log(`\n${JSON.stringify({ settling_orders: { per_second: ours, plain_per_second: beside } })}`)
  } finally {
    await world.stop()
  }
}

async function eightAtOnce<Item>(items: Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const left = [...items]
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) {
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}
