import { Mailbox } from "../harness/mailbox"
import { until } from "../harness/shop"
import { calls, monthly } from "../harness/subscription-calls"
import { World } from "../harness/world"

/** The jobs run at the start of each minute; a round takes seconds. */
const NEXT_MINUTE_MS = 90_000

/** A shop whose jobs run every minute, with something to do for each of them. `arrival` fails unless they have done it in time. */
async function startShopWithJobs() {
  const mailbox = await Mailbox.start()
  const world = await World.start({ runsJobs: true, env: { SMTP_URL: mailbox.url } })
  const { order } = await world.paidOrder()
  await world.addToOrder(order.id)
  const paid = await world.startedPayment()
  const untold = await world.startedPayment()
  const [{ id: untoldId }] = await world.ledger({ checkout_id: untold.checkout.id })
  mailbox.isFull = true
  const { pay_link } = await world.admin.client.fetch<{ pay_link: { id: string } }>("/admin/webcheckout/pay-links", {
    method: "POST",
    body: { order_id: order.id },
  })
  await world.admin.client.fetch(`/admin/webcheckout/pay-links/${pay_link.id}/send`, { method: "POST", body: {} })
  mailbox.isFull = false
  world.emulator.act(paid.checkout.id, "pay")

  // All of this is due now, and waits for Medusa to run the jobs.
  await world.sql("UPDATE webcheckout_checkout SET next_check_at = now() WHERE checkout_id = $1", [paid.checkout.id])
  await world.sql(
    "UPDATE webcheckout_task SET due_at = now() WHERE subject_id IN (SELECT id FROM webcheckout_mail WHERE subject_id = $1)",
    [pay_link.id]
  )
  await world.setCase(untold.checkout, "paid_twice")
  const counts = async () => ({
    orders: (await world.orders(paid.cart.id)).length,
    bells: (await world.bell(untoldId)).length,
    mails: mailbox.mails.length,
  })
  const stop = async () => {
    await world.stop()
    await mailbox.stop()
  }
  const before = await counts()
  const arrival = until(
    "an order, a notification and a mail",
    async () => Object.values(await counts()).every((count) => count === 1),
    NEXT_MINUTE_MS
  )
  // The last test awaits it.
  arrival.catch(() => undefined)
  return { before, arrival, stop }
}

describe("the job's round", () => {
  let world: World
  // Its jobs need up to a minute: the other tests run meanwhile.
  let shopWithJobs: ReturnType<typeof startShopWithJobs>

  beforeAll(async () => {
    shopWithJobs = startShopWithJobs()
    shopWithJobs.catch(() => undefined)
    world = await World.start({
      emulator: { extendedApi: true },
      options: { extendedApi: true, timeoutMs: 1000, reconcile: { batchSize: 5, concurrency: 2 } },
    })
  })

  afterEach(() => world.emulator.faults.clear())

  afterAll(async () => {
    try {
      await world.stop()
    } finally {
      await (await shopWithJobs).stop()
    }
  })

  const row = async (checkout: { id: string }) => (await world.ledger({ checkout_id: checkout.id }))[0]
  const asked = (checkout: { id: string }) =>
    world.emulator.callsTo("getCheckout").filter(({ path }) => path.endsWith(checkout.id)).length

  it("continues with the others after an answer of 500", async () => {
    const payments = [await world.startedPayment(), await world.startedPayment(), await world.startedPayment()]
    const checkouts = payments.map(({ checkout }) => checkout)
    checkouts.forEach(({ id }) => world.emulator.act(id, "pay"))
    world.emulator.fault({ operation: "getCheckout", kind: "status-before", status: 500, checkoutId: checkouts[0].id })
    await world.reconcile(...checkouts)
    for (const { cart } of payments.slice(1)) {
      expect((await world.order(cart.id)).payment_status).toBe("captured")
    }
    await world.reconcile(checkouts[0])
    expect((await world.order(payments[0].cart.id)).payment_status).toBe("captured")
  })

  it("pauses after 429 for as long as the gateway asks", async () => {
    const payments = await Promise.all([1, 2, 3, 4, 5, 6].map(() => world.startedPayment()))
    const checkouts = payments.map(({ checkout }) => checkout)
    checkouts.forEach(({ id }) => world.emulator.act(id, "pay"))
    world.emulator.fault({
      operation: "getCheckout",
      kind: "status-before",
      status: 429,
      retryAfterSeconds: 4,
      times: 2,
    })
    const before = world.emulator.callsTo("getCheckout").length
    await world.reconcile(...checkouts)
    const resting = Date.now() + 4500
    // Two were on their way when the gateway said so.
    expect(world.emulator.callsTo("getCheckout").length - before).toBeLessThanOrEqual(2)
    await world.reconcile(...checkouts)
    expect(world.emulator.callsTo("getCheckout").length - before).toBeLessThanOrEqual(2)
    await until("the end of the rest", async () => Date.now() > resting)
    await world.reconcile(...checkouts)
    for (const { cart } of payments) {
      expect((await world.order(cart.id)).payment_status).toBe("captured")
    }
  })

  it("does not let rows that always fail delay the others", async () => {
    const failing = await Promise.all([1, 2, 3, 4, 5, 6].map(() => world.startedPayment()))
    for (const { checkout } of failing) {
      world.emulator.fault({
        operation: "getCheckout",
        kind: "status-before",
        status: 500,
        times: 100,
        checkoutId: checkout.id,
      })
    }
    const { cart, checkout } = await world.startedPayment()
    world.emulator.act(checkout.id, "pay")
    await world.reconcile(...failing.map(({ checkout }) => checkout), checkout)
    await until("the order", async () => {
      // Time passes for all alike: the failing ones come due as their backoff says, before the good one.
      for (const one of [...failing.map((payment) => payment.checkout), checkout]) {
        await world.passHours(one, 0.02)
      }
      await world.runJob()
      return (await world.orders(cart.id)).length > 0
    })
    for (const { checkout } of failing) {
      // Not where a claim leaves a row, two minutes from now, but where its own backoff does.
      expect((await row(checkout)).attention).toBeNull()
      expect((await row(checkout)).next_check_at).not.toBeNull()
    }
  })

  it("checks all due settled rows in batches, and again the next day", async () => {
    const orders = await Promise.all(Array.from({ length: 7 }, () => world.paidOrder()))
    await Promise.all(orders.map(({ checkout }) => world.passHours(checkout, 30)))
    const before = orders.map(({ checkout }) => asked(checkout))
    await world.runJob()
    expect(orders.every(({ checkout }, index) => asked(checkout) > before[index])).toBe(true)
    // A day from now: a claim alone would leave it two minutes from now.
    expect(Date.parse((await row(orders[0].checkout)).watch_at ?? "")).toBeGreaterThan(Date.now() + 20 * 3_600_000)
  })

  it("searches again for a lost subscription when the search has failed", async () => {
    world.emulator.fault({ operation: "createSubscription", kind: "drop-after" })
    world.emulator.fault({ operation: "findSubscriptions", kind: "status-before", status: 503 })
    const subscription = await calls(world).create(
      monthly({ customer: { first_name: "Noor", last_name: "Saleh", email: "noor@shop.example" } })
    )
    expect(subscription.status).toBe("unconfirmed")
    const statusNow = async () => {
      const { subscription: now } = await world.admin.client.fetch<{ subscription: { status: string } }>(
        `/admin/webcheckout/subscriptions/${subscription.id}`
      )
      return now.status
    }
    await world.runTasks("search_subscription")
    expect(await statusNow()).toBe("unconfirmed")
    await world.runTasks("search_subscription")
    expect(await statusNow()).toBe("active")
  })

  it("is scheduled: within a minute an order is placed, a bell rings, a mail is sent", async () => {
    const { before, arrival } = await shopWithJobs
    expect(before).toEqual({ orders: 0, bells: 0, mails: 0 })
    await arrival
  })
})
