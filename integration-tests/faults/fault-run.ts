import { TASK_KINDS } from "../../src/modules/web-checkout/rules/tasks"
import type { BookedCheckout } from "../../src/emulator/checkouts-and-subscriptions"
import type { Operation } from "../../src/emulator/faults"
import { until, visit, type Shopper } from "../harness/shop"
import type { World } from "../harness/world"
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

type Work = () => Promise<unknown>

/** A step of a purchase, not yet begun. */
interface StepOfPurchase {
  step: Step
  work: Work
}

type Steps = AsyncGenerator<StepOfPurchase, void>

/** Job rounds until nothing is expected to change any more. */
const ROUNDS = 12

/** Drives purchases through faults and lets the shop recover. */
export class FaultRunner {
  readonly carts: string[] = []
  /** The runs whose disturbance met nothing. */
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

  /** The purchases of a batch: one kill meets all of them, each in its own step. Whatever their calls answer, only the books count. */
  async run(plans: RunPlan[]): Promise<void> {
    const met: StepOfPurchase[] = []
    const purchases: Steps[] = []
    for (const plan of plans) {
      const steps = this.steps(plan)
      purchases.push(steps)
      const step = await doUntil(plan.step, steps)
      met.push(...step)
      this.noteUnlessMet(plan, step.length > 0)
    }
    const [plan] = plans
    if (plan.disturbance === "kill") {
      await this.killDuring(plan, met)
    } else {
      await this.disturb(plan, plan.disturbance, () =>
        Promise.all(met.map(({ work }) => work().catch(() => undefined)))
      )
    }
    await Promise.all(purchases.map(doAll))
  }

  /** The steps of a purchase; none after a payment that could not be started. */
  private async *steps({ story, step }: RunPlan): Steps {
    const cart = await retried("a filled cart", () => this.shopper().fillCart())
    this.carts.push(cart.id)
    yield { step: "initiate", work: () => this.shopper().startPayment(cart) }
    if ((await retried("the checkouts of the cart", () => this.payable(cart.id))) === undefined) {
      await this.shopper()
        .startPayment(cart)
        .catch(() => undefined)
    }
    const checkout = await retried("the checkouts of the cart", () => this.payable(cart.id))
    if (!checkout) {
      return
    }
    await retried(story, () => this.beforePaying(story, cart.id))
    yield { step: "pay", work: async () => this.pay(story, checkout) }
    const path = new URL(checkout.returnUrl).pathname
    yield { step: "return", work: () => visit(`${this.url}${path}`) }
    yield { step: "complete", work: () => this.shopper().complete(cart.id) }
    yield { step: "reconcile", work: () => this.reconcile() }
    yield { step: "after", work: () => this.afterwards(story, cart.id, checkout) }
    if (step === "tasks") {
      await retried("something to be told", () => openSubscriptionCase(this.world, cart.id))
    }
    yield { step: "tasks", work: () => this.world.runTasks(...TASK_KINDS) }
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

  /** The page that a shopper was shown last: one whose create call was not answered was shown to nobody. */
  private async payable(cartId: string): Promise<BookedCheckout | undefined> {
    const shown = (await this.world.ledger({ cart_id: cartId })).map(({ checkout_id }) => checkout_id)
    return (await this.world.checkoutsOf(cartId)).findLast(
      ({ id, status }) => status === "PENDING" && shown.includes(id)
    )
  }

  /** Ends the Medusa process while the steps are under way, and starts it again. */
  private async killDuring(plan: RunPlan, met: StepOfPurchase[]): Promise<void> {
    const { uponCall, afterMs } = plan
    const { emulator } = this.world
    const before = uponCall ? emulator.callsTo(uponCall).length : 0
    const underWay = new Set<Step>()
    const working = met.map(async ({ step, work }) => {
      underWay.add(step)
      await work().catch(() => undefined)
      underWay.delete(step)
    })
    if (uponCall) {
      await until(`a call of ${uponCall}`, async () => emulator.callsTo(uponCall).length > before)
    }
    await new Promise((next) => setTimeout(next, afterMs))
    const killed = [...underWay]
    await this.world.killAndRestart()
    this.log(`  (the Medusa process was killed during ${killed.join(", ") || "nothing"}, and started again)`)
    this.noteUnlessMet(plan, killed.length > 0)
    await Promise.all(working)
  }

  private async disturb(
    plan: RunPlan,
    disturbance: Exclude<RunPlan["disturbance"], "kill">,
    work: Work
  ): Promise<void> {
    const { emulator } = this.world
    if (disturbance === "PostgreSQL restarted") {
      await Promise.all([work(), this.restartPostgres?.()])
      return
    }
    if (disturbance === "gateway away") {
      const before = emulator.refusedConnections
      emulator.setAway(true)
      await work()
      emulator.setAway(false)
      this.noteUnlessMet(plan, emulator.refusedConnections > before)
      return
    }
    const times = plan.step === "return" ? 3 : 1
    emulator.fault({
      operation: plan.step === "after" && isLinkStory(plan.story) ? "createCheckout" : OPERATION_OF[plan.step],
      kind: disturbance,
      status: 503,
      delayMs: 1200,
      times,
    })
    await work()
    this.noteUnlessMet(plan, emulator.faults.pending()[0]?.times !== times)
    emulator.faults.clear()
  }

  private noteUnlessMet({ story, step, disturbance }: RunPlan, isMet: boolean): void {
    if (!isMet) {
      this.undisturbed.push(`${story}; ${step}: ${disturbance}`)
    }
  }

  private async reconcile(): Promise<void> {
    await this.world.reconcile(...this.world.emulator.books.allCheckouts())
  }
}

/** Does the steps before one. @returns that one; none where the purchase has ended before */
async function doUntil(wanted: Step, steps: Steps): Promise<StepOfPurchase[]> {
  for (;;) {
    const next = await steps.next()
    if (next.done) {
      return []
    }
    if (next.value.step === wanted) {
      return [next.value]
    }
    await next.value.work().catch(() => undefined)
  }
}

async function doAll(steps: Steps): Promise<void> {
  for await (const { work } of steps) {
    await work().catch(() => undefined)
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
