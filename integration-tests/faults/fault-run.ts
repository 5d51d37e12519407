import type { FaultKind, Operation } from "../../src/emulator/faults"
import { Shopper, until, visit } from "../harness/shop"
import type { World } from "../harness/world"

/** Where a run is disturbed. `kill` ends the Medusa process with SIGKILL while the step is under way. */
export const STEPS = ["initiate", "pay", "return", "complete", "reconcile", "refund"] as const
export type Step = (typeof STEPS)[number]

const FAULTS: FaultKind[] = [
  "drop-before",
  "drop-after",
  "status-before",
  "status-after",
  "garbled",
  "truncated",
  "html",
  "delay-before",
]
const OPERATION_OF: Record<Step, Operation> = {
  initiate: "createCheckout",
  pay: "getCheckout",
  return: "getCheckout",
  complete: "getCheckout",
  reconcile: "getCheckout",
  refund: "refundCheckout",
}
const REFUND = 10

/** Numbers between 0 and 1 that are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export interface RunPlan {
  step: Step
  disturbance: "kill" | "gateway away" | "PostgreSQL restarted" | FaultKind
  /** For a kill: how long after the step began. */
  afterMs: number
}

export function planRun(random: () => number): RunPlan {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]
  const roll = random()
  const disturbance =
    roll < 0.25 ? "kill" : roll < 0.35 ? "gateway away" : roll < 0.4 ? "PostgreSQL restarted" : pick(FAULTS)
  const step = pick(STEPS)
  return { step, disturbance, afterMs: Math.floor(random() * 250) }
}

export interface Verdict {
  paid: number
  orders: number
  attention: number
  lost: number
  doubled: number
  /** Orders that a killed process left half made: without a cart, and without a payment. */
  orphans: number
  problems: string[]
}

/** Drives purchases through faults, lets the shop recover, and compares the gateway's books with Medusa's. */
export class FaultRunner {
  readonly carts: string[] = []
  private readonly refunded = new Set<string>()

  constructor(
    private readonly world: World,
    private readonly log: (line: string) => void,
    private readonly restartPostgres?: () => Promise<void>
  ) {}

  get url(): string {
    return this.world.store.url
  }

  /** One purchase with one disturbance. Whatever the shopper's calls answer, only the books count. */
  async run(plan: RunPlan): Promise<void> {
    const { emulator } = this.world
    const shopper = new Shopper(this.url, this.world.key)
    const cart = await shopper.fillCart()
    this.carts.push(cart.id)
    await this.disturbed("initiate", plan, () => new Shopper(this.url, this.world.key).startPayment(cart))
    if (!this.isPayable(cart.id)) {
      await new Shopper(this.url, this.world.key).startPayment(cart).catch(() => undefined)
    }
    const checkout = emulator.books
      .allCheckouts()
      .findLast(({ orderId, status }) => orderId === cart.id && status === "PENDING")
    if (!checkout) {
      return
    }
    await this.disturbed("pay", plan, async () => emulator.act(checkout.id, "pay"))
    const path = new URL(checkout.returnUrl).pathname
    await this.disturbed("return", plan, () => visit(`${this.url}${path}`))
    await this.disturbed("complete", plan, () => new Shopper(this.url, this.world.key).complete(cart.id))
    await this.disturbed("reconcile", plan, () => this.reconcile())
    if (plan.step === "refund") {
      this.refunded.add(cart.id)
      await this.disturbed("refund", plan, () => this.refund(cart.id))
    }
  }

  /** The gateway stays away while the job goes on asking; then it is back. */
  async outage(seconds: number): Promise<void> {
    const { cart, checkout } = await this.world.startedPayment()
    this.carts.push(cart.id)
    this.world.emulator.act(checkout.id, "pay")
    this.world.emulator.setAway(true)
    const end = Date.now() + seconds * 1000
    while (Date.now() < end) {
      await this.reconcile()
      await new Promise((next) => setTimeout(next, 2000))
    }
    this.world.emulator.setAway(false)
  }

  /** The gateway answers again, and the job runs until it has nothing left to do. */
  async recover(): Promise<void> {
    this.world.emulator.setAway(false)
    this.world.emulator.faults.clear()
    for (let round = 0; round < 6 && (await this.unsettled()).length > 0; round += 1) {
      await this.reconcile()
    }
    for (const cartId of this.refunded) {
      await until("the refund", async () => {
        if (!(await this.hasRefund(cartId))) {
          await this.refund(cartId).catch(() => undefined)
        }
        await this.reconcile()
        return (await this.hasRefund(cartId)) && this.paidCheckouts(cartId).some(({ refunds }) => refunds.length > 0)
      })
    }
  }

  /** A person gives a part back, once: a refund that Medusa knows of is not made again. */
  private async refund(cartId: string): Promise<void> {
    const payment = (await this.world.order(cartId)).payment_collections?.[0].payments?.[0]
    await this.world.admin.admin.payment.refund(payment?.id ?? "", { amount: REFUND })
  }

  private async hasRefund(cartId: string): Promise<boolean> {
    const payment = (await this.world.order(cartId)).payment_collections?.[0].payments?.[0]
    return (payment?.refunds ?? []).length > 0
  }

  /** Every PAID checkout has exactly one order or one attention row; no order without one; the sums are equal. */
  async judge(): Promise<Verdict> {
    const allOrders = await this.world.allOrders()
    // What a process leaves behind that dies while the platform makes an order.
    const orphans = allOrders.filter(({ cart }) => !cart).length
    const verdict: Verdict = { paid: 0, orders: 0, attention: 0, lost: 0, doubled: 0, orphans, problems: [] }
    for (const cartId of this.carts) {
      const paid = this.paidCheckouts(cartId)
      const rows = await this.world.ledger({ cart_id: cartId })
      const orders = allOrders.filter(({ cart }) => cart?.id === cartId)
      const attention = rows.filter((row) => row.attention !== null)
      const captures = orders
        .flatMap((order) => order.payment_collections ?? [])
        .flatMap((collection) => collection.payments ?? [])
        .flatMap((payment) => payment.captures ?? [])
      verdict.paid += paid.length
      verdict.orders += orders.length
      verdict.attention += attention.length
      const missing = Math.max(paid.length - orders.length - attention.length, 0)
      const extra = Math.max(orders.length - Math.min(paid.length, 1), 0) + Math.max(captures.length - orders.length, 0)
      const wrongSum =
        orders.length > 0 && Math.round((captures[0]?.amount ?? 0) * 100) !== Math.round((paid[0]?.amount ?? 0) * 100)
      const givenBack = paid.flatMap(({ refunds }) => refunds).length
      const wrongRefund = givenBack !== (this.refunded.has(cartId) ? 1 : 0)
      verdict.lost += missing
      verdict.doubled += extra + (wrongSum ? 1 : 0) + (wrongRefund ? 1 : 0)
      if (missing + extra > 0 || wrongSum || wrongRefund) {
        verdict.problems.push(
          `${cartId}: ${paid.length} paid, ${orders.length} orders, ${attention.length} attention, ${captures.length} captures, ${givenBack} refunds; ${JSON.stringify(rows)}`
        )
      }
    }
    return verdict
  }

  private isPayable(cartId: string): boolean {
    return this.world.emulator.books
      .allCheckouts()
      .some(({ orderId, status }) => orderId === cartId && status === "PENDING")
  }

  private paidCheckouts(cartId: string) {
    const paid = ["PAID", "PARTIALLY_REFUNDED", "REFUNDED"]
    return this.world.emulator.books
      .allCheckouts()
      .filter(({ orderId, status }) => orderId === cartId && paid.includes(status))
  }

  private async disturbed(step: Step, plan: RunPlan, work: () => Promise<unknown>): Promise<void> {
    if (plan.step !== step) {
      await work().catch(() => undefined)
      return
    }
    const { emulator } = this.world
    if (plan.disturbance === "kill") {
      const working = work().catch(() => undefined)
      await new Promise((next) => setTimeout(next, plan.afterMs))
      await this.restart()
      await working
      return
    }
    if (plan.disturbance === "PostgreSQL restarted") {
      await Promise.all([work().catch(() => undefined), this.restartPostgres?.()])
      return
    }
    if (plan.disturbance === "gateway away") {
      emulator.setAway(true)
      await work().catch(() => undefined)
      emulator.setAway(false)
      return
    }
    emulator.fault({
      operation: OPERATION_OF[step],
      kind: plan.disturbance,
      status: 503,
      delayMs: 1200,
      times: step === "return" ? 3 : 1,
    })
    await work().catch(() => undefined)
    emulator.faults.clear()
  }

  private async restart(): Promise<void> {
    await this.world.killAndRestart()
    this.log("  (the Medusa process was killed and started again)")
  }

  private async reconcile(): Promise<void> {
    const due = this.world.emulator.books.allCheckouts().filter(({ orderId }) => this.carts.includes(orderId))
    await this.world.reconcile(...due.slice(-50))
  }

  private async unsettled(): Promise<string[]> {
    const open: string[] = []
    for (const cartId of this.carts.filter((cartId) => this.paidCheckouts(cartId).length > 0)) {
      const rows = await until("the ledger", () => this.world.ledger({ cart_id: cartId }).catch(() => undefined))
      if (!rows.some((row) => row.status === "settled" || row.attention !== null)) {
        open.push(cartId)
      }
    }
    return open
  }
}
