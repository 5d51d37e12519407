import { TASK_KINDS } from "../../src/modules/web-checkout/rules/task-kinds"
import type { BookedCheckout } from "../../src/emulator/checkouts-and-subscriptions"
import type { Operation } from "../../src/emulator/faults"
import { until, visit, type Shopper } from "../harness/shop"
import type { ShownCheckout, World } from "../harness/world"
import type { RunPlan, Step, Story } from "./fault-plan"
import { isLinkStory, payWithLink } from "./link-stories"
import { openSubscriptionCase } from "./outbox"

const OPERATION_OF: Record<Step, Operation> = {
  initiate: "createCheckout",
  pay: "getCheckout",
  return: "getCheckout",
  complete: "getCheckout",
  reconcile: "getCheckout",
  after: "getCheckout",
  tasks: "getCheckout",
}
const REFUND = 10
/** Job rounds until nothing is expected to change any more. */
const ROUNDS = 12

export interface Verdict {
  /** Purchases of which at least one checkout was paid. */
  purchases: number
  /** Checkouts. */
  paid: number
  orders: number
  attention: number
  /** Money at the gateway that Medusa's books do not show, and nobody was told. */
  lost: number
  /** A second order, a second payment of one checkout, or more taken than the order comes to, and nobody was told. */
  doubled: number
  /** Any other difference between the books that nobody was told of. */
  untold: number
  /** Orders that a killed process left half made: without a cart, and without a payment. */
  orphans: number
  problems: string[]
}

interface BookedPayment {
  checkoutId: string | undefined
  isCanceled: boolean
  net: number
}

/** Drives purchases through faults, lets the shop recover, and compares the gateway's books with Medusa's. */
export class FaultRunner {
  readonly carts: string[] = []
  /** The runs whose disturbance met no call. */
  readonly undisturbed: string[] = []

  constructor(
    private readonly world: World,
    private readonly log: (line: string) => void,
    private readonly restartPostgres?: () => Promise<void>
  ) {}

  get url(): string {
    return this.world.store.url
  }

  private shopper(): Shopper {
    return this.world.shopper()
  }

  /** One purchase with one disturbance. Whatever the shopper's calls answer, only the books count. */
  async run(plan: RunPlan): Promise<void> {
    const cart = await retried("a filled cart", () => this.shopper().fillCart())
    this.carts.push(cart.id)
    await this.disturbed("initiate", plan, () => this.shopper().startPayment(cart))
    if ((await retried("the checkouts of the cart", () => this.payable(cart.id))) === undefined) {
      await this.shopper()
        .startPayment(cart)
        .catch(() => undefined)
    }
    const checkout = await retried("the checkouts of the cart", () => this.payable(cart.id))
    if (!checkout) {
      return
    }
    await retried(plan.story, () => this.beforePaying(plan.story, cart.id))
    await this.disturbed("pay", plan, async () => this.pay(plan.story, checkout))
    const path = new URL(checkout.returnUrl).pathname
    await this.disturbed("return", plan, () => visit(`${this.url}${path}`))
    await this.disturbed("complete", plan, () => this.shopper().complete(cart.id))
    await this.disturbed("reconcile", plan, () => this.reconcile())
    await this.disturbed("after", plan, () => this.afterwards(plan.story, cart.id, checkout))
    if (plan.step === "tasks") {
      await retried("something to be told", () => openSubscriptionCase(this.world, cart.id))
    }
    await this.disturbed("tasks", plan, () => this.world.runTasks(...TASK_KINDS))
  }

  private async beforePaying(story: Story, cartId: string): Promise<void> {
    if (story === "cart deleted before it is paid") {
      await this.world.disturb({ delete_cart: cartId })
    } else if (story === "a hook fails for a while") {
      await this.world.letCompletionFail(cartId, true)
    } else if (story === "an old page is paid") {
      await this.shopper().addItem(cartId, "cup-set")
      const cart = await this.shopper().cart(cartId)
      await this.shopper().startPayment(cart)
    }
  }

  private pay(story: Story, { id }: BookedCheckout): void {
    const { emulator } = this.world
    // With the extended operations the old page is closed: nobody can pay it.
    if (emulator.books.checkout(id).status === "PENDING") {
      emulator.act(id, story.startsWith("authorized") ? "authorize" : "pay")
    }
  }

  private async afterwards(story: Story, cartId: string, checkout: BookedCheckout): Promise<void> {
    const { admin } = this.world
    switch (story) {
      case "refunded in part":
        await admin.admin.payment.refund(await this.paymentId(cartId), { amount: REFUND })
        return
      case "refunded in the dashboard":
        this.world.emulator.refund(checkout.id, String(REFUND), "AED")
        return
      case "cancelled":
        await admin.admin.order.cancel((await this.orderOf(cartId)).id)
        return
      case "cancelled by a workflow":
        await this.world.disturb({ cancel_order: (await this.orderOf(cartId)).id })
        return
      case "edited and paid":
        await this.payEdit((await this.orderOf(cartId)).id)
        return
      case "edited and marked as paid with the page open":
        await this.payEdit((await this.orderOf(cartId)).id, true)
        return
      case "a hook fails for a while":
        await this.world.letCompletionFail(cartId, false)
        return
      case "authorized, then captured":
        this.world.emulator.act(checkout.id, "capture")
        return
      case "authorized, then lapsed":
        this.world.emulator.act(checkout.id, "expire")
        return
      default:
        if (isLinkStory(story)) {
          await payWithLink(this.world, (await this.orderOf(cartId)).id, story)
        }
    }
  }

  private async payEdit(orderId: string, isMarkedAsPaid = false): Promise<void> {
    const collection = await this.world.addToOrder(orderId)
    const checkout = this.world.checkoutOf((await this.shopper().payCollection(collection)).id)
    if (isMarkedAsPaid) {
      await this.world.admin.admin.paymentCollection.markAsPaid(collection, { order_id: orderId })
    }
    if (this.world.emulator.books.checkout(checkout.id).status === "PENDING") {
      this.world.emulator.act(checkout.id, "pay")
    }
    await visit(`${this.url}${new URL(checkout.returnUrl).pathname}`)
  }

  private async orderOf(cartId: string): Promise<{ id: string }> {
    const [order] = await this.world.orders(cartId)
    if (!order) {
      throw new Error("there is no order yet")
    }
    return order
  }

  private async paymentId(cartId: string): Promise<string> {
    const [order] = await this.world.orders(cartId)
    return order?.payment_collections?.[0].payments?.[0].id ?? ""
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

  /** The gateway answers again, merchants' hooks work, and the job runs until it has nothing left to do. */
  async recover(): Promise<void> {
    this.world.emulator.setAway(false)
    this.world.emulator.faults.clear()
    for (const cartId of this.carts) {
      await this.world.letCompletionFail(cartId, false)
    }
    // Time passes: what waits comes due, no answer is recent any more, and settled orders are looked at once more.
    for (let round = 0; round < ROUNDS; round += 1) {
      await this.world.sql(
        `UPDATE webcheckout_checkout SET last_checked_at = last_checked_at - interval '1 minute',
           agreed_at = agreed_at - interval '1 minute',
           watch_at = CASE WHEN watch_at IS NOT NULL AND agreed_at IS NOT NULL THEN now() ELSE watch_at END`
      )
      await this.reconcile()
      // Of a mail whose try was cut off nobody knows, after a while.
      await this.world.sql("UPDATE webcheckout_mail SET trying_since = trying_since - interval '20 minutes'")
      await this.world.runTasks(...TASK_KINDS)
    }
  }

  /** The books by payments, captures, refunds and order transactions: each difference is told to somebody, or counts. */
  async judge(): Promise<Verdict> {
    const allOrders = await this.world.allOrders()
    const payments = await this.allPayments()
    // What a process leaves behind that dies while Medusa makes an order.
    const orphans = allOrders.filter(({ cart }) => !cart).length
    const verdict: Verdict = {
      ...{ purchases: 0, paid: 0, orders: 0, attention: 0, lost: 0, doubled: 0, untold: 0 },
      ...{ orphans, problems: [] },
    }
    for (const cartId of this.carts) {
      const orders = allOrders.filter(({ cart }) => cart?.id === cartId)
      const rows = await this.rowsOf(cartId, orders[0]?.id)
      const checkouts = this.checkoutsOf(rows)
      const attention = rows.filter((row) => row.attention !== null)
      const paid = checkouts.filter((checkout) => takenBy(checkout) > 0).length
      verdict.paid += paid
      verdict.purchases += paid > 0 ? 1 : 0
      verdict.orders += orders.length
      verdict.attention += attention.length
      const found: string[] = []
      if (orders.length > 1) {
        found.push("doubled: orders")
      }
      for (const checkout of checkouts) {
        const own = payments.filter(({ checkoutId }) => checkoutId === checkout.id)
        const [atGateway, inMedusa] = [netOf(checkout), cents(own.map(({ net }) => net))]
        if (own.filter(({ isCanceled }) => !isCanceled).length > 1) {
          found.push(`doubled: ${own.length} payments of ${checkout.id}`)
        }
        if (atGateway !== inMedusa && attention.length === 0) {
          found.push(
            `${inMedusa === 0 && orders.length === 0 ? "lost" : "untold"}: ${checkout.id} ${atGateway} at the gateway, ${inMedusa} in Medusa`
          )
        }
      }
      for (const { id } of orders) {
        const books = await this.world.books(id)
        const standing = Math.round((books.captured - books.refunded) * 100) / 100
        if (books.transactions !== standing && attention.length === 0) {
          found.push(`untold: transactions ${books.transactions}, payments ${standing}`)
        }
        if (standing > books.total + 0.01 && books.status !== "canceled" && attention.length === 0) {
          found.push(`doubled: ${standing} taken for ${books.total}`)
        }
        if (books.status === "canceled" && cents(checkouts.map(netOf)) > 0 && attention.length === 0) {
          found.push(`untold: cancelled, and ${cents(checkouts.map(netOf))} kept`)
        }
      }
      const isRetryDelayed = rows.some(
        (row) => row.attention === null && row.next_check_at === null && isHeldUnsettled(row)
      )
      if (isRetryDelayed) {
        found.push("lost: paid, not settled, and nobody looks at it again")
      }
      for (const problem of found) {
        const [kind] = problem.split(":")
        verdict[kind as "lost" | "doubled" | "untold"] += 1
        verdict.problems.push(`${cartId}: ${problem}; ${JSON.stringify(rows)}`)
      }
    }
    return verdict
  }

  private async allPayments(): Promise<BookedPayment[]> {
    const found: BookedPayment[] = []
    for (;;) {
      const { payments, count } = await this.world.admin.admin.payment.list({
        limit: 100,
        offset: found.length,
        order: "created_at",
        fields: "id,data,canceled_at,*captures,*refunds",
      })
      found.push(
        ...payments.map(({ data, canceled_at, captures, refunds }) => ({
          checkoutId: typeof data?.checkout_id === "string" ? data.checkout_id : undefined,
          isCanceled: Boolean(canceled_at),
          net:
            (captures ?? []).reduce((sum, { amount }) => sum + amount, 0) -
            (refunds ?? []).reduce((sum, { amount }) => sum + amount, 0),
        }))
      )
      if (payments.length === 0 || found.length >= count) {
        return found
      }
    }
  }

  private async rowsOf(cartId: string, orderId: string | undefined): Promise<ShownCheckout[]> {
    const rows = await until("the ledger", () => this.world.ledger({ cart_id: cartId }).catch(() => undefined))
    const ofOrder = orderId === undefined ? [] : await this.world.ledger({ order_id: orderId })
    return [...rows, ...ofOrder.filter(({ id }) => !rows.some((row) => row.id === id))]
  }

  private checkoutsOf(rows: ShownCheckout[]): BookedCheckout[] {
    const requestIds = rows.map(({ request_id }) => request_id)
    return this.world.emulator.books.allCheckouts().filter(({ requestId }) => requestIds.includes(requestId))
  }

  /** The page that a shopper was shown last: one whose create call was not answered was shown to nobody. */
  private async payable(cartId: string): Promise<BookedCheckout | undefined> {
    const shown = (await this.world.ledger({ cart_id: cartId })).map(({ checkout_id }) => checkout_id)
    return (await this.world.checkoutsOf(cartId)).findLast(
      ({ id, status }) => status === "PENDING" && shown.includes(id)
    )
  }

  private async disturbed(step: Step, plan: RunPlan, work: () => Promise<unknown>): Promise<void> {
    if (plan.step !== step) {
      await work().catch(() => undefined)
      return
    }
    const { emulator } = this.world
    if (plan.disturbance === "kill") {
      const { uponCall } = plan
      const before = uponCall ? emulator.callsTo(uponCall).length : 0
      const working = work().catch(() => undefined)
      if (uponCall) {
        await until(`a call of ${uponCall}`, async () => emulator.callsTo(uponCall).length > before)
      }
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
      const before = emulator.refusedConnections
      emulator.setAway(true)
      await work().catch(() => undefined)
      emulator.setAway(false)
      this.noteUnlessMet(plan, emulator.refusedConnections > before)
      return
    }
    const times = step === "return" ? 3 : 1
    emulator.fault({
      operation: step === "after" && isLinkStory(plan.story) ? "createCheckout" : OPERATION_OF[step],
      kind: plan.disturbance,
      status: 503,
      delayMs: 1200,
      times,
    })
    await work().catch(() => undefined)
    this.noteUnlessMet(plan, emulator.faults.pending()[0]?.times !== times)
    emulator.faults.clear()
  }

  private noteUnlessMet({ story, step, disturbance }: RunPlan, isMet: boolean): void {
    if (!isMet) {
      this.undisturbed.push(`${story}; ${step}: ${disturbance}`)
    }
  }

  private async restart(): Promise<void> {
    await this.world.killAndRestart()
    this.log("  (the Medusa process was killed and started again)")
  }

  private async reconcile(): Promise<void> {
    await this.world.reconcile(...this.world.emulator.books.allCheckouts())
  }
}

/** Repeats an undisturbed step until it succeeds: the other mode may be restarting PostgreSQL. */
async function retried<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  let failure: unknown
  const attempt = async () => {
    try {
      return { result: await work() }
    } catch (error) {
      failure = error
      return undefined
    }
  }
  try {
    return (await until(what, attempt)).result
  } catch (error) {
    throw new Error(String(error), { cause: failure })
  }
}

/** What the gateway took on a checkout, in major units. */
function takenBy({ status, amount }: BookedCheckout): number {
  return ["PAID", "PARTIALLY_REFUNDED", "REFUNDED"].includes(status) ? amount : 0
}

/** What the gateway has kept of a checkout. */
function netOf(checkout: BookedCheckout): number {
  return cents([takenBy(checkout), -(takenBy(checkout) > 0 ? (checkout.totalRefunded ?? 0) : 0)])
}

function cents(amounts: number[]): number {
  return Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 100) / 100
}

function isHeldUnsettled({ status, gateway_status }: ShownCheckout): boolean {
  return status !== "settled" && (gateway_status === "PAID" || gateway_status === "AUTHORIZED")
}
