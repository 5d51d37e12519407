import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { offerProviders, slowDown, SYSTEM } from "../harness/payment-providers"
import { PROVIDER, Shopper, until } from "../harness/shop"
import { World } from "../harness/world"
import { median, percentile } from "./rounds"

const SHOPPERS = 200
const LATENCY_MS = 200
/** A shopper looks at each page so long, on average: 200 of them keep one process busy, and do not stand in a queue. */
const THINK_MS = 120_000
const LONGEST_THINKS = 3
/** Steps of two sequences that fill 0 to 1 evenly (R2, by the plastic number): both shops' shoppers look equally long. */
const BY_SHOPPER = 0.7548776662466927
const BY_PAUSE = 0.5698402909980532
const MINUTES = 3
/** One shopper after the other is brought to a place of his own in the purchase, so that all of its steps are taken from the start. */
const ENTRANCE_MS = 1500
const TAB_CLOSED_EVERY = 20
const STEPS = ["cart", "page", "return", "status", "status", "complete"] as const

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
  /** Whose order the shopper has seen. */
  purchases: number
  /** Payment pages that were left: the tab of each so many is closed. */
  pagesLeft: number
  errors: string[]
}

/**
 * 200 shoppers at once, through the whole purchase, for minutes, one in twenty of whom closes the tab when he has paid; then the
 * same with Medusa's own provider, which calls nobody. Ours ends with a count: no payment without its order, none with two.
 */
export async function benchBusy(minutes = MINUTES, thinkMs = THINK_MS): Promise<void> {
  const sides: Side[] = []
  for (const provider of [SYSTEM, PROVIDER]) {
    const side = await openShop(provider)
    sides.push(side)
    try {
      await trade(side, minutes, thinkMs)
      if (provider === PROVIDER) {
        print(sides, minutes, thinkMs)
        await requireEveryOrder(side)
      }
    } finally {
      await side.world.stop()
    }
  }
}

async function openShop(provider: string): Promise<Side> {
  const loads: Load[] = []
  const world = await World.start({
    runsJobs: true,
    preload: [join(__dirname, "note-load.cjs")],
    onLine: (line) => /^load .*\}$/.test(line) && loads.push(JSON.parse(line.slice(5)) as Load),
  })
  slowDown(world, LATENCY_MS)
  await offerProviders(world, [provider])
  const taken = { cart: [], page: [], return: [], status: [], complete: [] }
  return { provider, world, loads, taken, purchases: 0, pagesLeft: 0, errors: [] }
}

async function trade(side: Side, minutes: number, thinkMs: number): Promise<void> {
  const measuredFrom = Date.now() + SHOPPERS * ENTRANCE_MS
  const closes = measuredFrom + minutes * 60_000
  const ticker = setInterval(() => {
    const seconds = Math.round((closes - Date.now()) / 1000)
    console.log(`${side.provider}: ${seconds} s left, ${side.purchases} purchases, ${side.errors.length} errors`)
  }, 30_000)
  const shoppers = Array.from({ length: SHOPPERS }, async (_, number) => {
    await wait(number * ENTRANCE_MS)
    const visitor = new Visitor(side, { thinkMs, measuredFrom, closes }, number)
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

/** One of the shoppers, who buys again and again until the shop closes. */
class Visitor {
  private readonly shopper: Shopper
  /** So many steps of the first purchase are taken without a pause. */
  private hurried: number
  private pauses = 0

  constructor(
    private readonly side: Side,
    private readonly times: { thinkMs: number; measuredFrom: number; closes: number },
    private readonly number: number
  ) {
    // Each cart is filled as a storefront fills it.
    this.shopper = new Shopper(side.world.store.url, side.world.key)
    this.hurried = number % STEPS.length
  }

  /** The shop may close at any step: the purchase ends there. */
  async buy(): Promise<void> {
    const { provider, world } = this.side
    const { shopper } = this
    const cart = await this.step("cart", () => shopper.fillCart())
    const session = cart && (await this.step("page", () => shopper.startPayment(cart, undefined, provider)))
    if (!session) {
      return
    }
    const checkout = provider === PROVIDER ? world.checkoutOf(session.id) : undefined
    if (checkout) {
      world.emulator.act(checkout.id, "pay")
    }
    this.side.pagesLeft += 1
    if (this.side.pagesLeft % TAB_CLOSED_EVERY === 0) {
      return
    }
    const look = () => shopper.sdk.store.cart.retrieve(cart.id, { fields: "id" })
    await this.step<unknown>("return", checkout ? () => world.comeBack(checkout) : look)
    await this.step<unknown>("status", checkout ? () => shopper.outcome(cart.id) : look)
    await this.step<unknown>("status", checkout ? () => shopper.outcome(cart.id) : look)
    const completed = await this.step("complete", () => shopper.complete(cart.id))
    if (completed && completed.type !== "order") {
      throw new Error(`complete made no order: ${completed.error.message}`)
    }
    this.side.purchases += completed && this.isMeasured() ? 1 : 0
  }

  /** @returns undefined when the shop has closed meanwhile */
  private async step<Result>(name: Step, work: () => Promise<Result>): Promise<Result | undefined> {
    await this.think()
    if (Date.now() >= this.times.closes) {
      return undefined
    }
    const started = performance.now()
    const result = await work()
    if (this.isMeasured()) {
      this.side.taken[name].push(performance.now() - started)
    }
    return result
  }

  /** Some look for a moment, some for minutes. */
  private async think(): Promise<void> {
    if (this.hurried > 0) {
      this.hurried -= 1
      return
    }
    this.pauses += 1
    const share = (this.number * BY_SHOPPER + this.pauses * BY_PAUSE) % 1
    const thinks = Math.min(-Math.log(1 - share), LONGEST_THINKS)
    await wait(Math.max(0, Math.min(thinks * this.times.thinkMs, this.times.closes - Date.now())))
  }

  private isMeasured(): boolean {
    return Date.now() >= this.times.measuredFrom && Date.now() < this.times.closes
  }
}

/** @throws Error when a payment has no order, or two */
async function requireEveryOrder({ world }: Side): Promise<void> {
  const paid = world.emulator.books.allCheckouts().filter(({ status }) => status === "PAID")
  const [{ due }] = await world.sql<{ due: number }>(
    "SELECT count(*)::int AS due FROM webcheckout_checkout WHERE status <> 'settled'"
  )
  const started = performance.now()
  await until(
    "every payment to be settled",
    async () => {
      await world.reconcile(...paid)
      const [{ left }] = await world.sql<{ left: number }>(
        "SELECT count(*)::int AS left FROM webcheckout_checkout WHERE status <> 'settled' AND checkout_id = ANY($1)",
        [paid.map(({ id }) => id)]
      )
      return left === 0
    },
    300_000
  )
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  const [{ orders }] = await world.sql<{ orders: number }>(
    "SELECT count(DISTINCT order_id)::int AS orders FROM webcheckout_checkout WHERE status = 'settled'"
  )
  const { count } = await world.admin.admin.order.list({ limit: 1, fields: "id" })
  if (paid.length !== orders || paid.length !== count) {
    throw new Error(`${paid.length} payments, ${orders} orders in the ledger, ${count} in Medusa`)
  }
  console.log(`${count} payments, as many orders; ${due} of them by the job in ${seconds} s when the shop had closed`)
}

function print(sides: Side[], minutes: number, thinkMs: number): void {
  const shown = sides.map(({ provider, taken, loads, purchases, errors }) => ({
    provider,
    purchases_per_minute: purchases / minutes,
    errors: errors.length,
    steps: Object.fromEntries(
      Object.entries(taken).map(([step, times]) => [step, { p50: median(times), p95: percentile(times, 0.95) }])
    ),
    loop_p50: median(loads.map(({ p50 }) => p50)),
    loop_p99: median(loads.map(({ p99 }) => p99)),
    cpu_ms_per_purchase: ((loads.at(-1)?.cpu_ms ?? 0) - (loads[0]?.cpu_ms ?? 0)) / purchases,
    peak_mb: Math.max(...loads.map(({ rss_mb }) => rss_mb)),
  }))
  const [system, ours] = shown
  const row = (what: string, own: number, beside: number | undefined, digits = 0) => {
    const ratio = beside ? (own / beside).toFixed(2) : ""
    console.log(`| ${what} | ${own.toFixed(digits)} | ${beside?.toFixed(digits) ?? ""} | ${ratio} |`)
  }
  console.log(`\n| ${SHOPPERS} shoppers, ${minutes} min, ${thinkMs / 1000} s a page | ours | ${SYSTEM} | ratio |`)
  console.log("|---|---|---|---|")
  row("purchases a minute, most of it the shoppers' pauses", ours.purchases_per_minute, system.purchases_per_minute, 1)
  row("errors", ours.errors, system.errors)
  for (const share of ["p50", "p95"] as const) {
    row(`cart, ${share} ms`, ours.steps.cart[share], system.steps.cart[share])
    row(`page, ${share} ms`, ours.steps.page[share], system.steps.page[share])
    // With ours the return has placed it.
    row(`the order is placed, ${share} ms`, ours.steps.return[share], system.steps.complete[share])
    row(`status, ${share} ms`, ours.steps.status[share], undefined)
    row(`complete, its order being there, ${share} ms`, ours.steps.complete[share], undefined)
  }
  row("event loop late, median of a second's p50, ms", ours.loop_p50, system.loop_p50, 1)
  row("event loop late, median of a second's p99, ms", ours.loop_p99, system.loop_p99, 1)
  row("the store's CPU for a purchase, ms", ours.cpu_ms_per_purchase, system.cpu_ms_per_purchase)
  row("resident memory, peak, MB", ours.peak_mb, system.peak_mb)
  for (const { provider, errors } of sides) {
    errors.slice(0, 5).forEach((error) => console.log(`${provider}: ${error}`))
  }
  console.log(`\n${JSON.stringify({ busy: shown })}\n`)
}
