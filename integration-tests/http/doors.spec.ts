import { describeInBothModes } from "../harness/modes"
import { Payer } from "../harness/payer"
import { seedSubscriptions } from "../harness/seed-subscriptions"
import { until, visit } from "../harness/shop"
import { WAITS } from "../harness/waits.cjs"
import { calls, monthly, type ShownSubscription } from "../harness/subscription-calls"
import { World } from "../harness/world"

const { ASK_AGAIN_AFTER_MS } = WAITS["modules/web-checkout/services/checkouts"]

describeInBothModes("the public routes of a store", ({ extendedApi, inDocumented, inExtended, inEither }) => {
  let world: World

  beforeAll(async () => {
    world = await World.shared({ extendedApi })
  })

  afterEach(() => world.emulator.faults.clear())

  afterAll(() => world.stop())

  inEither("ignore webhooks, whoever posts them", async () => {
    const { checkout } = await world.startedPayment()
    const read = () => world.sql("SELECT * FROM webcheckout_checkout WHERE checkout_id = $1", [checkout.id])
    const before = await read()
    const calls = world.emulator.calls.length
    for (const body of [{ id: checkout.id, status: "PAID" }, { checkoutId: checkout.id }, {}, { id: 5 }]) {
      const response = await fetch(`${world.store.url}/hooks/payment/webcheckout_default`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      })
      expect(response.status).toBe(200)
    }
    expect(await read()).toEqual(before)
    expect(world.emulator.calls).toHaveLength(calls)
  })

  it("let a shopper change a cart while the gateway does not answer about its pages", async () => {
    const { cart, checkout, shopper } = await world.startedPayment()
    world.emulator.fault({ operation: "getCheckout", kind: "status-before", status: 503, times: 9 })
    world.emulator.fault({ operation: "cancelCheckout", kind: "drop-before" })
    const newer = world.checkoutOf((await shopper.startPayment(cart)).id)
    world.emulator.faults.clear()
    for (const { id } of [checkout, newer]) {
      world.emulator.fault({ operation: "getCheckout", kind: "delay-before", delayMs: 6000, times: 5, checkoutId: id })
    }
    const asked = world.emulator.callsTo("getCheckout").length
    const since = Date.now()
    await shopper.sdk.store.cart.update(cart.id, { metadata: { gift: "yes" } })
    expect(Date.now() - since).toBeLessThan(6000)
    const [first, second] = world.emulator
      .callsTo("getCheckout")
      .slice(asked)
      .map(({ at }) => Date.parse(at))
    // Both at once: one after the other, the second would come when the first was given up.
    expect(Math.abs(second - first)).toBeLessThan(WAITS["workflows/checkout/find-paid"].DEADLINE_MS)
    world.emulator.faults.clear()
  })

  inEither("ask about a cart at most once in an interval, however often it changes", async () => {
    const { cart, checkout, shopper } = await world.startedPayment()
    const asked = () => world.emulator.callsTo("getCheckout").filter(({ path }) => path.endsWith(checkout.id))
    const before = asked().length
    const begun = Date.now()
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        shopper.sdk.store.cart.update(cart.id, { metadata: { count: String(index) } }).catch(() => undefined)
      )
    )
    // Counted, not timed: one call may be longer on its way than the next.
    const intervals = Math.ceil((Date.now() - begun) / ASK_AGAIN_AFTER_MS)
    expect(asked().length).toBeGreaterThan(before)
    expect(asked().length - before).toBeLessThanOrEqual(1 + intervals)
  })

  inEither(
    "go on answering while the gateway refuses with 300 kB of words",
    async () => {
      const { checkout } = await world.startedPayment()
      const words = "a@".repeat(150_000)
      world.emulator.fault({
        operation: "getCheckout",
        kind: "status-before",
        words,
        checkoutId: checkout.id,
        times: 3,
      })
      // Left to its patterns, the process would be busy for a minute.
      await Promise.race([
        world.comeBack(checkout),
        until("an answer of the store", async () => (await fetch(`${world.store.url}/health`)).ok, 10_000),
      ])
      await world.comeBack(checkout)
      expect(world.store.log()).not.toContain("a@a@a@")
    },
    20_000
  )

  inEither("limit the length of a shopper's texts for the gateway, without cutting a character", async () => {
    const shopper = world.shopper()
    const cart = await shopper.fillCart()
    await shopper.sdk.store.cart.update(cart.id, {
      shipping_address: {
        ...cart.shipping_address,
        first_name: "Aisha",
        last_name: "K".repeat(1000),
        address_1: `${"x".repeat(199)}😀`,
        country_code: "ae",
      },
    })
    const checkout = world.checkoutOf((await shopper.startPayment(cart)).id)
    expect(checkout).toMatchObject({
      customer: { lastName: "K".repeat(200) },
      deliveryAddress: { address1: "x".repeat(199) },
    })
  })

  inEither("log an unknown return URL at most once a minute, without the URL", async () => {
    // All that the process has printed: another file's test may have come back with such an address less than a minute ago.
    const said = () => world.store.lines.filter((line) => line.includes("the ledger does not know"))
    const before = said().length
    const token = "c29tZWJvZHktbWFkZS10aGlzLXVw"
    for (let visits = 0; visits < 3; visits += 1) {
      expect((await visit(`${world.store.url}/webcheckout/return/${token}`)).status).toBe(404)
    }
    expect(said().length).toBeGreaterThan(0)
    expect(said().length - before).toBeLessThanOrEqual(1)
    expect(world.store.log()).not.toContain(token)
  })

  /** A subscription of a customer who is deleted, as it stands once the person is forgotten and the gateway has been told. */
  const forgotten = async (
    isOver: (row: Record<string, unknown>) => boolean,
    before: (subscription: ShownSubscription) => Promise<void> = async () => undefined
  ) => {
    const { customer } = await world.admin.admin.customer.create({
      email: "noor@shop.example",
      first_name: "Noor",
      last_name: "Saleh",
    })
    const subscription = await calls(world).create(monthly({ customer: undefined, customer_id: customer.id }))
    await before(subscription)
    await world.admin.admin.customer.delete(customer.id)
    const read = async () =>
      (
        await world.sql<Record<string, unknown>>("SELECT * FROM webcheckout_subscription WHERE id = $1", [
          subscription.id,
        ])
      )[0]
    const row = await until("the erasure", async () => {
      const now = await read()
      return now.erased_at !== null && isOver(now) && now
    })
    expect(row).toMatchObject({ first_name: null, last_name: null, email: null, phone: null })
    expect(JSON.stringify(row)).not.toMatch(/noor|saleh/i)
    return { subscription, row }
  }

  inExtended("forget a deleted customer in their subscriptions, and pause them at the gateway", async () => {
    const { row } = await forgotten(({ status }) => status === "inactive")
    expect(row).toMatchObject({ status: "inactive", attention: null })
  })

  inExtended("pause a deleted customer's subscription that was resumed in the gateway's dashboard", async () => {
    let id = ""
    await forgotten(
      () => world.emulator.books.subscription(id).status === "INACTIVE",
      async (subscription) => {
        id = subscription.subscription_id ?? ""
        await calls(world).act(subscription.id, "pause")
        world.emulator.books.switchSubscription(id, "ACTIVE")
      }
    )
  })

  inDocumented(
    "forget a deleted customer in their subscriptions, and tell the merchant what may still be sent",
    async () => {
      const { subscription, row } = await forgotten(({ attention }) => attention !== null)
      expect(row.attention).toBe("customer_deleted")
      await until("the event", async () =>
        (await world.events()).some(
          ({ name, data }) => name === "webcheckout.subscription.attention" && data.id === subscription.id
        )
      )
      const rung = await until("the bell", async () => {
        const notifications = await world.bell(subscription.id)
        return notifications.length > 0 && notifications
      })
      await world.tell()
      expect(await world.bell(subscription.id)).toHaveLength(1)
      expect(rung[0].data.title).toBe("Customer deleted, payment links may still be sent")
      expect(JSON.stringify(rung)).not.toMatch(/noor|saleh/i)
      const path = `/admin/webcheckout/subscriptions/${subscription.id}/resolve`
      const { subscription: resolved } = await world.admin.client.fetch<{ subscription: { attention: null } }>(path, {
        method: "POST",
        body: { note: "Archived in the dashboard." },
      })
      expect(resolved.attention).toBeNull()
    }
  )

  inEither("create one token, however often a payer returns from a cancelled page", async () => {
    const { order } = await world.paidOrder()
    await world.addToOrder(order.id)
    const { pay_link } = await world.admin.client.fetch<{ pay_link: { id: string; url: string } }>(
      "/admin/webcheckout/pay-links",
      { method: "POST", body: { order_id: order.id } }
    )
    const page = await new Payer(pay_link.url).press()
    const checkout = world.emulator.books.allCheckouts().find(({ redirectUrl }) => redirectUrl === page.href)
    expect(checkout).toBeDefined()
    world.emulator.act(checkout?.id ?? "", "cancel")
    const tokens = async () =>
      world.sql("SELECT id FROM webcheckout_token WHERE pay_link_id = $1 AND purpose = 'after_return'", [pay_link.id])
    const backs: string[] = []
    for (let visits = 0; visits < 20; visits += 1) {
      backs.push((await visit(checkout?.returnUrl ?? "")).location ?? "")
    }
    expect(new Set(backs).size).toBe(1)
    expect(await tokens()).toHaveLength(1)
    expect((await new Payer(backs[0]).look()).text).toContain(`Order #${order.display_id}`)
    // A week after the payment has ended neither address names the order any more.
    await world.passHours({ id: checkout?.id ?? "" }, 7 * 24)
    expect((await new Payer(backs[0]).look()).status).toBe(404)
    expect((await visit(checkout?.returnUrl ?? "")).location).toBe(world.storefrontUrl)
    expect(await tokens()).toHaveLength(1)
  })

  inEither("give the same URL each time for another payment of a paid cart", async () => {
    const { cart, checkout, shopper } = await world.startedPayment()
    world.emulator.act(checkout.id, "pay")
    const [row] = await world.ledger({ checkout_id: checkout.id })
    const addresses: unknown[] = []
    for (let times = 0; times < 3; times += 1) {
      const session = await shopper.startPayment(cart)
      addresses.push(session.data?.redirect_url)
    }
    expect(new Set(addresses).size).toBe(1)
    expect(
      await world.sql("SELECT id FROM webcheckout_token WHERE ledger_id = $1 AND purpose = 'return'", [row.id])
    ).toHaveLength(2)
    expect((await visit(String(addresses[0]))).location).toMatch(/\/order\/order_.*\/confirmed$/)
  })

  inEither("delete expired URLs and leases", async () => {
    const { checkout, order } = await world.paidOrder()
    const [row] = await world.ledger({ checkout_id: checkout.id })
    await world.sql(
      "INSERT INTO webcheckout_lease (id, holder, expires_at) VALUES ('over', 'nobody', now() - interval '1 day')"
    )
    await world.addToOrder(order.id)
    const { pay_link } = await world.admin.client.fetch<{ pay_link: { id: string } }>("/admin/webcheckout/pay-links", {
      method: "POST",
      body: { order_id: order.id },
    })
    const left = () =>
      world.sql(
        `SELECT id FROM webcheckout_token WHERE ledger_id = $1 OR pay_link_id = $2
         UNION SELECT id FROM webcheckout_lease WHERE id = 'over'`,
        [row.id, pay_link.id]
      )
    await world.runTasks("delete_expired")
    // What is still good stays: the return address, and the link's.
    expect(await left()).toHaveLength(2)
    await world.sql("UPDATE webcheckout_pay_link SET ended_at = now() - interval '91 days' WHERE id = $1", [
      pay_link.id,
    ])
    await world.passHours(checkout, 8 * 24)
    await world.runTasks("delete_expired")
    expect(await left()).toEqual([])
    expect((await visit(checkout.returnUrl)).status).toBe(404)
  })

  inEither("keep no data of a deleted customer, even if the event is lost", async () => {
    await seedSubscriptions(world)
    await world.sql(
      `INSERT INTO customer (id, email, deleted_at) VALUES ('cus_here', 'here@shop.example', NULL),
         ('cus_going', 'going@shop.example', now()), ('cus_went', 'went@shop.example', now() - interval '2 hours')`
    )
    await world.sql("UPDATE webcheckout_subscription SET customer_id = 'cus_never' WHERE erased_at IS NULL")
    const known = await world.sql<{ id: string }>(
      "SELECT id FROM webcheckout_subscription WHERE erased_at IS NULL ORDER BY id LIMIT 3"
    )
    for (const [index, customer] of ["cus_here", "cus_going", "cus_went"].entries()) {
      await world.sql("UPDATE webcheckout_subscription SET customer_id = $1 WHERE id = $2", [customer, known[index].id])
    }
    await world.runTasks("erase_gone_customers")
    const kept = await world.sql<{ customer_id: string }>(
      "SELECT customer_id FROM webcheckout_subscription WHERE erased_at IS NULL"
    )
    expect(kept.map(({ customer_id }) => customer_id).sort()).toEqual(["cus_going", "cus_here"])
  })

  inEither("answer 404 to an id that cannot be one, and to a draft's", async () => {
    const { client } = world.shopper().sdk
    const { regions } = await world.admin.admin.region.list({ currency_code: "aed" })
    const { draft_order } = await world.admin.admin.draftOrder.create({
      region_id: regions[0].id,
      email: "draft@shop.example",
    })
    for (const path of ["checkouts/%00", "orders/%00", `orders/order_${"x".repeat(100)}`, `orders/${draft_order.id}`]) {
      await expect(client.fetch(`/store/webcheckout/${path}`)).rejects.toMatchObject({
        status: 404,
        message: expect.stringMatching(/^There is no \w+ with this id\.$/) as string,
      })
    }
  })

  inEither("make no call and take no lease for a link with nothing to pay", async () => {
    const { order } = await world.paidOrder()
    await world.addToOrder(order.id)
    const { pay_link } = await world.admin.client.fetch<{ pay_link: { id: string; url: string } }>(
      "/admin/webcheckout/pay-links",
      { method: "POST", body: { order_id: order.id } }
    )
    const payer = new Payer(pay_link.url)
    // A page that is still open, about which a press would ask.
    await payer.press()
    await world.sql("UPDATE webcheckout_pay_link SET expires_at = now() WHERE id = $1", [pay_link.id])
    const calls = world.emulator.calls.length
    // Held by another process: a press that wants one of them waits in vain, and fails.
    const [{ order_reference }] = await world.ledger({ order_id: order.id })
    for (const key of [`initiate:${order.id}`, `webcheckout:${order_reference}`]) {
      await world.sql(
        `INSERT INTO webcheckout_lease (id, holder, expires_at) VALUES ($1, 'another', now() + interval '1 hour')
         ON CONFLICT (id) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at`,
        [key]
      )
    }
    expect((await payer.press()).href).toBe(pay_link.url)
    expect(world.emulator.calls).toHaveLength(calls)
  })

  inEither(
    "refuse requests while too many run, even if their clients have disconnected, and accept them afterwards",
    async () => {
      const { order } = await world.paidOrder()
      await world.addToOrder(order.id)
      const { pay_link } = await world.admin.client.fetch<{ pay_link: { url: string } }>(
        "/admin/webcheckout/pay-links",
        {
          method: "POST",
          body: { order_id: order.id },
        }
      )
      world.emulator.fault({ operation: "createCheckout", kind: "delay-before", delayMs: 8000 })
      const gone = new AbortController()
      const presses = Array.from({ length: 110 }, () =>
        fetch(pay_link.url, { method: "POST", redirect: "manual", signal: gone.signal }).catch(() => undefined)
      )
      const look = async () => {
        const response = await fetch(pay_link.url)
        await response.text()
        return { status: response.status, retryAfter: response.headers.get("retry-after") }
      }
      await until("a refused request", async () => (await look()).status === 429)
      gone.abort()
      await Promise.all(presses)
      // The gateway has not answered yet, and all of them wait for it.
      expect(await look()).toEqual({ status: 429, retryAfter: "1" })
      world.emulator.faults.clear()
      await until("an accepted request", async () => (await look()).status === 200)
      // Many slots are free again, not only one: half of payDoor's limit at once.
      const looks = await Promise.all(Array.from({ length: 50 }, look))
      expect(new Set(looks.map(({ status }) => status))).toEqual(new Set([200]))
    }
  )

  inEither("share one run between simultaneous presses of a pay button", async () => {
    const { order } = await world.paidOrder()
    await world.addToOrder(order.id)
    const { pay_link } = await world.admin.client.fetch<{ pay_link: { id: string; url: string } }>(
      "/admin/webcheckout/pay-links",
      { method: "POST", body: { order_id: order.id } }
    )
    const before = world.emulator.callsTo("createCheckout").length
    const pages = await Promise.all(Array.from({ length: 20 }, () => new Payer(pay_link.url).press()))
    expect(new Set(pages.map(({ href }) => href)).size).toBe(1)
    expect(world.emulator.callsTo("createCheckout")).toHaveLength(before + 1)
  })

  inEither("refuse an invalid id before anything is written", async () => {
    const id = "x".repeat(5000)
    const answer = await world
      .shopper()
      .sdk.client.fetch(`/store/payment-collections/${id}/payment-sessions`, {
        method: "POST",
        body: { provider_id: "pp_webcheckout_default" },
      })
      .catch((error: unknown) => error)
    expect(answer).toMatchObject({ status: 404, message: "There is no payment collection with this id." })
  })
})
