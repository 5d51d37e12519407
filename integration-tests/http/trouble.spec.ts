import { until } from "../harness/shop"
import { linkPlugin, startStore } from "../harness/store"
import { World } from "../harness/world"

describe("a create call that fails", () => {
  let world: World

  beforeAll(async () => {
    world = await World.shared()
  })

  afterAll(() => world.stop())

  const attempt = async () => {
    const shopper = world.shopper()
    const cart = await shopper.fillCart()
    const error = await shopper.startPayment(cart).then(
      () => undefined,
      (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason)))
    )
    return { shopper, cart, error, rows: await world.ledger({ cart_id: cart.id }) }
  }

  it("returns the gateway's reason to the storefront, and lets the shopper try again", async () => {
    world.emulator.fault({ operation: "createCheckout", kind: "status-before", status: 422 })
    const { shopper, cart, error, rows } = await attempt()
    expect(error?.message).toMatch(/rejected the request \(HTTP 422\): something went wrong/)
    expect(rows).toMatchObject([{ status: "rejected", checkout_id: null, payment_session_id: null }])
    expect(rows[0].failure).toContain('set checkoutDetails to "customer" or "none"')
    const session = await shopper.startPayment(cart)
    expect(world.checkoutOf(session.id).orderId).toBe(rows[0].order_reference)
  })

  it.each(["drop-after", "garbled", "truncated", "status-after", "html"] as const)(
    "is written down as unknown and not repeated after %s",
    async (kind) => {
      const before = world.emulator.books.allCheckouts().length
      world.emulator.fault({ operation: "createCheckout", kind })
      const { error, rows } = await attempt()
      expect(error).toBeDefined()
      expect(rows).toMatchObject([{ status: "unknown", checkout_id: null }])
      expect(rows[0].failure).toMatch(/^POST \/checkout\/web: /)
      expect(world.emulator.books.allCheckouts()).toHaveLength(before + 1)
    }
  )

  it.each([
    ["amount", { amount: 1 }],
    ["currency", { currency: "USD" }],
    ["requestId", { requestId: "payses_other" }],
    ["orderId", { orderId: "AAAA-AAAA-AAAA" }],
  ])("hands out no page when the answer has another %s than was sent", async (field, patch) => {
    world.emulator.fault({ operation: "createCheckout", kind: "patch", patch })
    const { shopper, cart, error, rows } = await attempt()
    expect(error?.message).toContain(`result.${field}: is not what was sent`)
    expect(rows).toMatchObject([{ status: "unknown", checkout_id: null, payment_session_id: null }])
    const session = await shopper.startPayment(cart)
    expect(world.checkoutOf(session.id)).toMatchObject({ amount: 110.2, status: "PENDING" })
  })

  it("can be completed later if the gateway gives no answer at the return", async () => {
    const { cart, checkout } = await world.startedPayment()
    world.emulator.act(checkout.id, "pay")
    world.emulator.fault({ operation: "getCheckout", kind: "status-before", status: 500, times: 3 })
    expect((await world.comeBack(checkout)).searchParams.get("webcheckout")).toBe("pending")
    await until("the order", async () => (await world.comeBack(checkout)).pathname.includes("/order/"))
    expect((await world.order(cart.id)).payment_status).toBe("captured")
  })

  it.each([
    ["an unknown status", { status: "SETTLED" }, "pending", null],
    ["another amount", { amount: 1 }, "review", "amount_mismatch"],
    ["another currency", { currency: "USD" }, "review", "amount_mismatch"],
    ["another requestId", { requestId: "payses_other" }, "pending", null],
    ["another orderId", { orderId: "AAAA-AAAA-AAAA" }, "review", "amount_mismatch"],
  ])("places no order when the gateway answers with %s", async (_, patch, outcome, attention) => {
    const { cart, checkout } = await world.startedPayment()
    world.emulator.act(checkout.id, "pay")
    world.emulator.fault({ operation: "getCheckout", kind: "patch", patch, times: 5, checkoutId: checkout.id })
    const landing = await world.comeBack(checkout)
    expect(landing.searchParams.get("webcheckout")).toBe(outcome)
    expect(await world.orders(cart.id)).toEqual([])
    expect(await world.ledger({ cart_id: cart.id })).toMatchObject([{ attention }])
  })

  it("opens a case if the amount does not match", async () => {
    const { cart, checkout } = await world.startedPayment()
    world.emulator.act(checkout.id, "pay")
    world.emulator.fault({
      operation: "getCheckout",
      kind: "patch",
      patch: { amount: 1 },
      times: 1,
      checkoutId: checkout.id,
    })
    expect((await world.comeBack(checkout)).searchParams.get("webcheckout")).toBe("review")
    const rows = await world.ledger({ cart_id: cart.id })
    expect(rows).toMatchObject([{ attention: "amount_mismatch" }])
    const told = async () => (await world.events()).filter(({ data }) => data.id === rows[0].id)
    await until("the event", async () => (await told()).length > 0)
    expect(await told()).toEqual([
      { name: "webcheckout.checkout.attention", data: { id: rows[0].id, reason: "amount_mismatch" } },
    ])
  })

  it("never writes a secret, a token or personal data into its log", async () => {
    const { checkout } = await world.startedPayment()
    const token = new URL(checkout.returnUrl).pathname.split("/").pop() ?? ""
    const said = () => world.store.log().split("could not be refreshed").length
    const before = said()
    world.emulator.fault({ operation: "getCheckout", kind: "status-before", status: 400, checkoutId: checkout.id })
    await world.comeBack(checkout)
    const log = world.store.log()
    expect(said()).toBe(before + 1)
    for (const secret of [
      world.emulator.apiKey,
      world.emulator.apiSecret,
      token,
      "aisha@shop.example",
      "Sea Road",
      "971501234567",
    ]) {
      expect(log).not.toContain(secret)
    }
  })
})

describe("a store with a wrong configuration", () => {
  const start = (settings: { options?: Record<string, unknown>; env?: Record<string, string> }) => {
    linkPlugin()
    return startStore({
      databaseUrl: process.env.DATABASE_URL ?? "",
      gateway: { baseUrl: "http://127.0.0.1:9/merchant/2.0", apiKey: "key-that-stays-secret", apiSecret: "s" },
      ...settings,
    })
  }

  it("refuses to start without the dependencies entry and prints the block to write", async () => {
    const failure = start({ env: { WEBCHECKOUT_DEPENDENCIES: "" } })
    await expect(failure).rejects.toThrow(/does not hand its providers \\?"webCheckout\\?" and \\?"query\\?"/)
    await expect(failure).rejects.toThrow(/dependencies: \[\\?"webCheckout\\?", \\?"query\\?"\]/)
  })

  it("refuses to start with bad options, lists every one by name and prints no value", async () => {
    const failure = start({
      options: { environment: "live", timeoutMs: "soon", apiKye: "typo", storefront: { url: "ftp://x" } },
    })
    await expect(failure).rejects.toThrow(/timeoutMs: must be a whole number/)
    await expect(failure).rejects.toThrow(/storefront\.url: must be an http\(s\) URL/)
    await expect(failure).rejects.toThrow(/apiKye/)
    await expect(failure).rejects.not.toThrow(/key-that-stays-secret/)
  })
})
