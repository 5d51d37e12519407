import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { offerProviders, slowDown, SYSTEM } from "../harness/flows"
import { PROVIDER, until, visit, type Shopper } from "../harness/shop"
import { World } from "../harness/world"
import { median, percentile } from "./rounds"

const SHOPPERS = 200
const LATENCY_MS = 200
/** A shopper looks at each page so long, on average: 200 of them keep one process busy, and do not stand in a queue. */
const THINK_MS = 45_000
const MINUTES = 3
const WARM_UP_MINUTES = 1
const TAB_CLOSED = 0.05
const POLLS = 2
const STEPS = ["cart", "page", "return", "status", "complete"] as const

type Step = (typeof STEPS)[number]

/** What a store's process says of itself each second, see note-load.cjs. */
interface Load {
  p50: number
  p99: number
  cpu_ms: number
  rss_mb: number
}

/** A shop in which everybody pays with one provider. */
interface Side {
  provider: string
  world: World
  loads: Load[]
  taken: Record<Step, number[]>
  purchases: number
  errors: string[]
}

/**
 * 200 shoppers at once, through the whole purchase, for minutes, one in twenty of whom closes the tab when he has paid; then the
 * same with Medusa's own provider, which calls nobody. Each shop ends with a count: no payment without its order, none with two.
 */
export async function benchBusy(minutes = MINUTES, thinkMs = THINK_MS): Promise<void> {
  const sides: Side[] = []
  for (const provider of [SYSTEM, PROVIDER]) {
    const side = await openShop(provider)
    try {
      await trade(side, minutes, thinkMs)
      await requireEveryOrder(side)
    } finally {
      await side.world.stop()
    }
    sides.push(side)
  }
  print(sides, minutes, thinkMs)
}

async function openShop(provider: string): Promise<Side> {
  const loads: Load[] = []
  const world = await World.start({
    hasClock: true,
    preload: [join(__dirname, "note-load.cjs")],
    onLine: (line) => line.startsWith("load ") && loads.push(JSON.parse(line.slice(5)) as Load),
  })
  slowDown(world, LATENCY_MS)
  await offerProviders(world, [provider])
  // As many as are ever sold.
  const taken = { cart: [], page: [], return: [], status: [], complete: [] }
  return { provider, world, loads, taken, purchases: 0, errors: [] }
}

async function trade(side: Side, minutes: number, thinkMs: number): Promise<void> {
  const opened = Date.now()
  const measuredFrom = opened + WARM_UP_MINUTES * 60_000
  const closes = measuredFrom + minutes * 60_000
  const ticker = setInterval(() => {
    const seconds = Math.round((Date.now() - opened) / 1000)
    console.log(`${side.provider}: ${seconds} s, ${side.purchases} purchases, ${side.errors.length} errors`)
  }, 30_000)
  const shoppers = Array.from({ length: SHOPPERS }, async () => {
    // They do not all come in at the door together.
    await wait(Math.random() * Math.min(STEPS.length * thinkMs, WARM_UP_MINUTES * 60_000))
    const visitor = new Visitor(side, thinkMs, measuredFrom, closes)
    while (Date.now() < closes) {
      try {
        await visitor.buy()
      } catch (error) {
        side.errors.push(error instanceof Error ? error.message : String(error))
      }
    }
  })
  await wait(measuredFrom - Date.now())
  const from = side.loads.length
  await wait(closes - Date.now())
  const loads = side.loads.slice(from)
  await Promise.all(shoppers)
  side.loads = loads
  clearInterval(ticker)
}

/** One of the shoppers, who buys again and again. */
class Visitor {
  private readonly shopper: Shopper

  constructor(
    private readonly side: Side,
    private readonly thinkMs: number,
    private readonly measuredFrom: number,
    private readonly closes: number
  ) {
    this.shopper = side.world.shopper()
  }

  async buy(): Promise<void> {
    const { shopper } = this
    const { provider, world } = this.side
    const cart = await this.step("cart", () => shopper.fillCart())
    const session = await this.step("page", () => shopper.startPayment(cart, undefined, provider))
    if (provider === PROVIDER) {
      const checkout = world.checkoutOf(session.id)
      world.emulator.act(checkout.id, "pay")
      if (Math.random() < TAB_CLOSED) {
        this.count()
        return
      }
      await this.step("return", () => visit(checkout.returnUrl))
    }
    for (let poll = 0; poll < POLLS; poll += 1) {
      await this.step<unknown>("status", () =>
        provider === PROVIDER ? shopper.outcome(cart.id) : shopper.sdk.store.cart.retrieve(cart.id, { fields: "id" })
      )
    }
    const { type } = await this.step("complete", () => shopper.complete(cart.id))
    if (type !== "order") {
      throw new Error("complete made no order")
    }
    this.count()
  }

  private async step<Result>(name: Step, work: () => Promise<Result>): Promise<Result> {
    // Some look for a moment, some for minutes; who is still there when the shop closes hurries.
    const think = Math.min(-Math.log(1 - Math.random()), 3) * this.thinkMs
    await wait(Math.max(0, Math.min(think, this.closes - Date.now())))
    const started = performance.now()
    const result = await work()
    if (this.isMeasured()) {
      this.side.taken[name].push(performance.now() - started)
    }
    return result
  }

  private count(): void {
    this.side.purchases += this.isMeasured() ? 1 : 0
  }

  private isMeasured(): boolean {
    return Date.now() >= this.measuredFrom && Date.now() < this.closes
  }
}

/** @throws Error when a payment has no order, or two */
async function requireEveryOrder({ provider, world }: Side): Promise<void> {
  if (provider !== PROVIDER) {
    return
  }
  const unsettled = () =>
    world.sql<{ checkout_id: string; order_id: string | null }>(
      "SELECT checkout_id FROM webcheckout_checkout WHERE gateway_status IS DISTINCT FROM 'PAID' OR status <> 'settled'"
    )
  const paid = world.emulator.books.allCheckouts().filter(({ status }) => status === "PAID").length
  await until(
    "every payment to be settled",
    async () => {
      const left = await unsettled()
      await world.reconcile(...left.map(({ checkout_id }) => ({ id: checkout_id })))
      return (await unsettled()).length === 0
    },
    300_000
  )
  const [{ rows, orders }] = await world.sql<{ rows: number; orders: number }>(
    "SELECT count(*)::int AS rows, count(DISTINCT order_id)::int AS orders FROM webcheckout_checkout"
  )
  const { count } = await world.admin.admin.order.list({ limit: 1, fields: "id" })
  if (paid !== rows || paid !== orders || paid !== count) {
    throw new Error(`${paid} payments, ${rows} rows with ${orders} orders, ${count} orders in Medusa`)
  }
}

function print(sides: Side[], minutes: number, thinkMs: number): void {
  const shown = sides.map(({ provider, taken, loads, purchases, errors }) => ({
    provider,
    purchases_per_minute: purchases / minutes,
    errors: errors.length,
    p50: Object.fromEntries(STEPS.map((step) => [step, median(taken[step])])),
    p95: Object.fromEntries(STEPS.map((step) => [step, percentile(taken[step], 0.95)])),
    loop_p50: median(loads.map(({ p50 }) => p50)),
    loop_p99: median(loads.map(({ p99 }) => p99)),
    cpu_ms_per_purchase: ((loads.at(-1)?.cpu_ms ?? 0) - (loads[0]?.cpu_ms ?? 0)) / purchases,
    peak_mb: Math.max(...loads.map(({ rss_mb }) => rss_mb)),
  }))
  const [system, ours] = shown
  const row = (what: string, of: (side: (typeof shown)[number]) => number, digits = 0) => {
    const [beside, own] = [of(system), of(ours)]
    const ratio = beside > 0 ? (own / beside).toFixed(2) : ""
    console.log(`| ${what} | ${own.toFixed(digits)} | ${beside.toFixed(digits)} | ${ratio} |`)
  }
  console.log(`\n| ${SHOPPERS} shoppers, ${minutes} min, ${thinkMs / 1000} s a page | ours | ${SYSTEM} | ratio |`)
  console.log("|---|---|---|---|")
  row("purchases a minute", (side) => side.purchases_per_minute, 1)
  row("errors", (side) => side.errors)
  for (const step of STEPS) {
    row(`${step}, p50 ms`, ({ p50 }) => p50[step])
    row(`${step}, p95 ms`, ({ p95 }) => p95[step])
  }
  row("event loop late, p50 of a second, ms", (side) => side.loop_p50, 1)
  row("event loop late, p99 of a second, ms", (side) => side.loop_p99, 1)
  row("the store's CPU for a purchase, ms", (side) => side.cpu_ms_per_purchase)
  row("resident memory, peak, MB", (side) => side.peak_mb)
  for (const { provider, errors } of sides) {
    errors.slice(0, 5).forEach((error) => console.log(`${provider}: ${error}`))
  }
  console.log(`\n${JSON.stringify({ busy: shown })}`)
}
