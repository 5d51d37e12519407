import { until } from "../harness/shop"
import { setStock } from "../harness/stock"
import { World } from "../harness/world"

const TOKEN = "feedfacefeedfacefeedfacefeedface"
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

describe("a store in production, with options of its own", () => {
  let world: World

  beforeAll(async () => {
    world = await World.start({
      emulator: {
        extendedApi: true,
        identifierSpelling: "ID",
        statusStyle: "sentence",
        headers: { key: "X-BRAND-KEY", secret: "X-BRAND-SECRET" },
      },
      options: {
        // Only the refunds need the extended operations.
        extendedApi: true,
        whenOutOfStock: "refund",
        identifierSpelling: "ID",
        authorizedCheckouts: "wait",
        checkoutDetails: "customer",
        headers: { key: "X-BRAND-KEY", secret: "X-BRAND-SECRET" },
        storefront: {
          url: "https://shop.example/store",
          paths: { success: "/thanks/{order_id}", failure: "/sorry?why={status}", pending: "/wait/{cart_id}?{status}" },
        },
      },
      env: {
        // Its access log is not that of a development store.
        NODE_ENV: "production",
        WEBCHECKOUT_BUILD_CHECKOUT: JSON.stringify({ AED: { language: "ar" }, JPY: { amount: 1 } }),
      },
    })
  })

  afterEach(async () => {
    world.emulator.faults.clear()
    await setStock(world, true)
  })

  afterAll(() => world.stop())

  it("places no order while the checkout is authorized, and one once it is paid", async () => {
    const { cart, checkout } = await world.startedPayment()
    world.emulator.act(checkout.id, "authorize")
    expect((await world.comeBack(checkout)).href).toBe(`https://shop.example/store/wait/${cart.id}?pending`)
    expect(await world.orders(cart.id)).toEqual([])
    world.emulator.act(checkout.id, "capture")
    await world.reconcile(checkout)
    const order = await world.order(cart.id)
    expect(order.payment_status).toBe("captured")
    expect((await world.comeBack(checkout)).href).toBe(`https://shop.example/store/thanks/${order.id}`)
  })

  it("sends only the customer, and lets buildCheckout change the description of the purchase", async () => {
    const { checkout } = await world.startedPayment()
    expect(checkout).toMatchObject({ customer: { email: "aisha@shop.example" }, language: "ar" })
    expect([checkout.billingAddress, checkout.deliveryAddress, checkout.items, checkout.totals]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it("starts no payment and never calls the gateway if buildCheckout changes the price", async () => {
    const shopper = world.shopper()
    const cart = await shopper.fillCart({ currency: "jpy" })
    const calls = world.emulator.calls.length
    await expect(shopper.startPayment(cart)).rejects.toThrow(/buildCheckout: must not change amount/)
    expect(world.emulator.calls).toHaveLength(calls)
    expect(await world.ledger({ cart_id: cart.id })).toMatchObject([{ status: "rejected", checkout_id: null }])
  })

  it("refunds once if a product is out of stock, informs the shopper, and opens no case", async () => {
    const { cart, checkout, shopper } = await world.startedPayment()
    await setStock(world, false)
    world.emulator.act(checkout.id, "pay")
    expect((await world.comeBack(checkout)).href).toBe("https://shop.example/store/sorry?why=refunded")
    expect(world.emulator.books.checkout(checkout.id)).toMatchObject({
      status: "REFUNDED",
      refunds: [{ amount: checkout.amount }],
    })
    const [row] = await world.ledger({ checkout_id: checkout.id })
    expect(row).toMatchObject({ status: "closed", attention: null })
    expect(await shopper.outcome(cart.id)).toMatchObject({ outcome: "refunded" })
    await world.reconcile(checkout)
    expect(world.emulator.books.checkout(checkout.id).refunds).toHaveLength(1)
  })

  it("refunds an out-of-stock payment once although the gateway's answer is lost", async () => {
    const { checkout } = await world.startedPayment()
    await setStock(world, false)
    world.emulator.act(checkout.id, "pay")
    world.emulator.fault({ operation: "refundCheckout", kind: "drop-after" })
    await world.reconcile(checkout)
    await until("the end", async () => {
      await world.reconcile(checkout)
      return (await world.ledger({ checkout_id: checkout.id }))[0].status === "closed"
    })
    expect(world.emulator.books.checkout(checkout.id).refunds).toHaveLength(1)
  })

  it("opens a case if the gateway refuses the refund", async () => {
    const { checkout } = await world.startedPayment()
    await setStock(world, false)
    world.emulator.act(checkout.id, "pay")
    world.emulator.fault({ operation: "refundCheckout", kind: "status-before", status: 400 })
    await world.reconcile(checkout)
    expect(await world.ledger({ checkout_id: checkout.id })).toMatchObject([{ attention: "paid_without_order" }])
  })

  describe("its access log", () => {
    it("contains no token after a shopper's return", async () => {
      const returns = () => world.store.log().split("/webcheckout/return/").length
      const before = returns()
      const { checkout } = await world.startedPayment()
      world.emulator.act(checkout.id, "pay")
      await world.comeBack(checkout)
      // When the world stops, its log is searched for tokens, and the file fails if there is one.
      await until("the access log", () => Promise.resolve(returns() > before))
    })

    it("contains no token, with any method, body and referrer", async () => {
      const doors = ["return", "pay", "payment-collection"].map((door) => `${world.store.url}/webcheckout/${door}`)
      const addresses = [
        ...doors.map((door) => `${door}/${TOKEN}`),
        `${doors[1]}/${TOKEN}/further`,
        `${doors[1]}/${TOKEN}%`,
        `${doors[1]}%2F${TOKEN}`,
      ]
      for (const url of addresses) {
        for (const method of METHODS) {
          await fetch(url, { method, redirect: "manual", headers: { referer: url } })
        }
        // Medusa parses the body of any method that it is not told of.
        for (const method of ["POST", "PROPFIND"]) {
          await fetch(url, { method, body: "{", headers: { "content-type": "application/json" } })
        }
      }
      const logged = () => world.store.log().split("/webcheckout/pay/[token]").length - 1
      await until("the access log", () => Promise.resolve(logged() >= METHODS.length))
      expect(world.store.log()).not.toContain(TOKEN)
    })
  })
})
