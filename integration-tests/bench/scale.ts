import { createHash } from "node:crypto"
import { Client } from "pg"
import { CLAIM_MS } from "../../src/modules/web-checkout/rules/check-times"
import { fillCheckouts } from "../harness/fill-checkouts"
import { visit } from "../harness/shop"
import { World } from "../harness/world"
import { explain } from "./explain"
import { ADMIN_CALLS, ADMIN_PLANS, MONTH, type SoughtOrder } from "./admin-calls"
import { percentile, timed as timedCall } from "./rounds"

const SIZES = [10_000, 100_000, 1_000_000]
const YEAR_S = 31_536_000
const WARM_UP = 20
const CALLS = 150
/** The newest page of payments has orders and customers, as a store's has. */
const ORDERS = 20
/** Of each kind as many as one round of the job takes, whatever the size: what it costs to take them is compared. */
const DUE = 50
const CASES = 200
const MOST_P95_MS = 50
const MOST_GROWTH = 2

/** A shop whose ledger holds so many payments. */
interface Shop {
  world: World
  client: Client
  rows: number
  /** of the newest order */
  order: SoughtOrder & { returnUrl: string }
}

interface Call {
  name: string
  /** @returns how long it took, in milliseconds */
  measure: (shop: Shop) => Promise<number>
  /** Done before each call, untimed. */
  before?: (shop: Shop) => Promise<unknown>
}

/**
 * Every call that reads or claims ledger rows, in three shops that run at once: a year of 10,000, of 100,000 and of 1,000,000
 * payments. The shops take turns, so that a machine that slows down slows down all: the growth counts.
 *
 * @param word only the calls whose names have it
 */
export async function benchScale(word = "", sizes = SIZES): Promise<void> {
  const calls = [...STORE_CALLS, ...HTTP_CALLS].filter(({ name }) => name.includes(word))
  if (calls.length === 0) {
    throw new Error(`No call has "${word}" in its name.`)
  }
  const shops: Shop[] = []
  try {
    for (const rows of sizes) {
      const shop = await openShop(rows)
      shops.push(shop)
      await fill(shop)
    }
    const measured = []
    for (const call of calls) {
      measured.push({ name: call.name, taken: await inTurns(call, shops) })
      if (STORE_CALLS.includes(call)) {
        // What was claimed and superseded is no part of what the lists cost.
        await Promise.all(shops.map(({ client }) => client.query("VACUUM ANALYZE webcheckout_checkout")))
      }
    }
    print(sizes, measured)
    const largest = shops[shops.length - 1]
    await makeDue(largest, "next_check_at")
    await makeDue(largest, "watch_at")
    await explain(largest.client, { ...LEDGER_PLANS, ...ADMIN_PLANS })
  } finally {
    for (const { world, client } of shops) {
      await client.end()
      await world.stop()
    }
  }
}

async function openShop(rows: number): Promise<Shop> {
  const world = await World.start()
  const client = new Client({ connectionString: world.settings.databaseUrl })
  await client.connect()
  return { world, client, rows, order: { number: 0, cartId: "", reference: "", returnUrl: "" } }
}

async function fill(shop: Shop): Promise<void> {
  const { world, client, rows } = shop
  process.stdout.write(`A shop with ${rows} payments … `)
  await fillCheckouts(client, { count: rows, secondsApart: Math.floor(YEAR_S / rows) })
  // As many cases in each, and none that is due; of the unpaid a tenth are still open.
  await client.query(
    "UPDATE webcheckout_checkout SET attention = NULL, attention_at = NULL WHERE attention IS NOT NULL"
  )
  await client.query(
    `UPDATE webcheckout_checkout SET attention = 'paid_twice', attention_at = created_at
     WHERE id = ANY(SELECT 'wchk_bench' || n * $1::int + 7 FROM generate_series(0, $2::int - 1) AS n)`,
    [rows / CASES, CASES]
  )
  await client.query(
    "UPDATE webcheckout_checkout SET next_check_at = NULL, watch_at = NULL WHERE next_check_at < now() OR watch_at < now()"
  )
  await client.query(
    `UPDATE webcheckout_checkout SET status = 'open', gateway_status = 'PENDING'
     WHERE id = ANY(SELECT 'wchk_bench' || n * 100 FROM generate_series(1, $1::int / 100) AS n)`,
    [rows]
  )
  await client.query(
    `INSERT INTO webcheckout_token (id, token_hash, purpose, ledger_id)
     SELECT 'wtok_bench' || n, encode(sha256(md5(n::text)::bytea), 'hex'), 'return', 'wchk_bench' || n FROM generate_series(1, $1::int) AS n`,
    [rows]
  )
  let newest = await world.paidOrder()
  for (let order = 1; order < ORDERS; order += 1) {
    newest = await world.paidOrder()
  }
  await world.statement()
  await client.query("UPDATE webcheckout_total SET made_at = now()")
  // As a store's own autovacuum leaves them.
  await client.query("VACUUM ANALYZE")
  console.log("done")
  const { order, cart, checkout } = newest
  shop.order = {
    number: order.display_id ?? 0,
    cartId: cart.id,
    reference: checkout.orderId,
    returnUrl: checkout.returnUrl,
  }
}

/** @returns for each shop what its calls have taken */
async function inTurns({ measure, before }: Call, shops: Shop[]): Promise<number[][]> {
  const taken: number[][] = shops.map(() => [])
  for (let round = 0; round < WARM_UP + CALLS; round += 1) {
    for (const [index, shop] of shops.entries()) {
      await before?.(shop)
      const ms = await measure(shop)
      if (round >= WARM_UP) {
        taken[index].push(ms)
      }
    }
  }
  return taken
}

const someOpen = ({ rows }: Shop) => 100 * Math.ceil((Math.random() * rows) / 100)
const some = ({ rows }: Shop) => 1 + Math.floor(Math.random() * rows)
const md5 = (text: string) => createHash("md5").update(text).digest("hex")

/** One method of the module, without HTTP around it. */
async function inStore({ world }: Shop, method: string, ...args: unknown[]): Promise<number> {
  const body = { method, args }
  const { ms } = await world.admin.client.fetch<{ ms: number }>("/admin/measure", { method: "POST", body })
  return ms
}

async function timed(call: () => Promise<unknown>): Promise<number> {
  const [ms] = await timedCall(call)
  return ms
}

/** What is done while a shopper waits, and what the job takes; each for another payment of the year. */
const STORE_CALLS: Call[] = [
  {
    name: "the guard, by cart (in the store)",
    measure: (shop) => inStore(shop, "purchases.listLive", { cart_id: `cart_bench${someOpen(shop)}` }),
  },
  {
    name: "live rows, by collection (in the store)",
    measure: (shop) => inStore(shop, "purchases.listLive", { payment_collection_id: `pay_col_bench${someOpen(shop)}` }),
  },
  {
    name: "the outcome of a cart (in the store)",
    measure: (shop) => inStore(shop, "purchases.findDecisive", { cart_id: `cart_bench${some(shop)}` }),
  },
  {
    name: "the row of a return address (in the store)",
    measure: (shop) => inStore(shop, "tokens.findReturn", md5(String(some(shop)))),
  },
  {
    name: "supersede (in the store)",
    measure: (shop) => {
      const closed = 10 * Math.ceil(some(shop) / 10)
      return inStore(shop, "checkouts.supersede", `payses_bench${closed}`, String(closed))
    },
  },
  {
    name: "the claim of 50 due rows (in the store)",
    before: (shop) => makeDue(shop, "next_check_at"),
    measure: (shop) => inStore(shop, "dueCheckouts.claim", "next_check_at", DUE),
  },
  {
    name: "the claim of 50 settled rows (in the store)",
    before: (shop) => makeDue(shop, "watch_at"),
    measure: (shop) => inStore(shop, "dueCheckouts.claim", "watch_at", DUE),
  },
]

async function makeDue({ client }: Shop, column: string): Promise<void> {
  await client.query(
    `UPDATE webcheckout_checkout SET ${column} = now() - interval '1 minute'
     WHERE id = ANY(SELECT 'wchk_bench' || n * 100 + 51 FROM generate_series(1, $1::int) AS n)`,
    [DUE]
  )
}

const CHANGES_A_MINUTE = 10
const CHANGE_EVERY_MS = 60_000 / CHANGES_A_MINUTE
const changedAt = new Map<Shop, number>()

/** As a busy store's payments are asked about, for a minute already. */
async function changeNowAndThen(shop: Shop): Promise<void> {
  const last = changedAt.get(shop)
  if (last === undefined || performance.now() - last > CHANGE_EVERY_MS) {
    changedAt.set(shop, performance.now())
    for (let change = last === undefined ? CHANGES_A_MINUTE : 1; change > 0; change -= 1) {
      await shop.client.query(
        "UPDATE webcheckout_checkout SET updated_at = now() WHERE id = (SELECT id FROM webcheckout_checkout WHERE created_at >= now() - $1 * interval '1 day' ORDER BY created_at LIMIT 1)",
        [31 + Math.random() * 29]
      )
    }
  }
}

async function returnTo(url: string): Promise<void> {
  const { status } = await visit(url)
  if (status !== 303) {
    throw new Error(`The return address answered ${status}.`)
  }
}

/** Whole calls over HTTP, Medusa's part of them too. */
const HTTP_CALLS: Call[] = [
  { name: "a return, again", measure: ({ order }) => timed(() => returnTo(order.returnUrl)) },
  ...ADMIN_CALLS.map(([name, address]) => ({
    name,
    measure: ({ world, order }: Shop) =>
      timed(() => world.admin.client.fetch(typeof address === "string" ? address : address(order))),
  })),
  {
    // The hours in which something has changed within a minute are summed up anew.
    name: "statement of a month, a payment of it changing every six seconds",
    before: changeNowAndThen,
    measure: ({ world }) => timed(() => world.admin.client.fetch(MONTH)),
  },
]

function print(sizes: number[], measured: { name: string; taken: number[][] }[]): void {
  const rows = measured.map(({ name, taken }) => {
    const p50 = taken.map((times) => percentile(times, 0.5))
    const p95 = taken.map((times) => percentile(times, 0.95))
    const growth = p50.map((ms) => ms / p50[0])
    return { call: name, p50, p95, growth, is_met: isMet(p95[p95.length - 1], growth[growth.length - 1]) }
  })
  const columns = sizes.map((size) => `${size.toLocaleString("en")}: p50 (p95) ms`)
  const grown = sizes.slice(1).map((size) => `× at ${size.toLocaleString("en")}`)
  console.log(`\n| ${["call", ...columns, ...grown, "goal"].join(" | ")} |`)
  console.log(`|---${"|---".repeat(columns.length + grown.length + 1)}|`)
  for (const { call, p50, p95, growth, is_met } of rows) {
    const times = p50.map((ms, index) => `${ms.toFixed(1)} (${p95[index].toFixed(1)})`)
    const factors = growth.slice(1).map((factor) => factor.toFixed(1))
    console.log(`| ${[call, ...times, ...factors, is_met ? "met" : "**not met**"].join(" | ")} |`)
  }
  console.log(`\n${JSON.stringify({ scale: rows })}\n`)
}

function isMet(p95: number, growth: number): boolean {
  return p95 <= MOST_P95_MS && growth <= MOST_GROWTH
}

const claim = (column: string) =>
  `UPDATE webcheckout_checkout SET ${column} = now() + ${CLAIM_MS} * interval '1 millisecond', check_count = check_count + 1 WHERE id IN (SELECT id FROM webcheckout_checkout WHERE environment = 'test' AND ${column} <= now() AND deleted_at IS NULL AND account <> ALL('{}') ORDER BY ${column} LIMIT 50 FOR UPDATE SKIP LOCKED) RETURNING *`
const CLAIM = claim("next_check_at")
const WATCH = claim("watch_at")
const live = (condition: string) =>
  `SELECT id FROM webcheckout_checkout WHERE deleted_at IS NULL AND ${condition} AND environment = 'test' AND status IN ('open', 'superseded') AND resolved_at IS NULL ORDER BY created_at DESC, id DESC LIMIT 5`

/** The statements behind the ledger's calls, without their long lists of columns. */
const LEDGER_PLANS = {
  "the guard, by cart": live("cart_id = 'cart_bench4700'"),
  "live rows, by collection": live("payment_collection_id = 'pay_col_bench4700'"),
  "taking over, by reference": live("order_reference = 'BENCH-4700'"),
  "the return":
    "SELECT ledger_id FROM webcheckout_token WHERE deleted_at IS NULL AND token_hash = encode(sha256(md5('4711')::bytea), 'hex') LIMIT 1",
  supersede:
    "UPDATE webcheckout_checkout SET payment_session_id = NULL WHERE deleted_at IS NULL AND payment_session_id = 'payses_bench4720' AND checkout_id = '4720' AND status <> 'settled'",
  "the claim": CLAIM,
  "the watch": WATCH,
}
