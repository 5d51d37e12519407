import { Emulator } from "../../src/emulator/server"
import { Payer } from "../harness/payer"
import { World } from "../harness/world"

describe("a store that waits for authorized checkouts, in the other spelling, with its own pages", () => {
  let world: World

  beforeAll(async () => {
    world = await World.start({
      emulator: {
        identifierSpelling: "ID",
        statusStyle: "sentence",
        headers: { key: "X-BRAND-KEY", secret: "X-BRAND-SECRET" },
      },
      options: {
        identifierSpelling: "ID",
        authorizedCheckouts: "wait",
        checkoutDetails: "customer",
        headers: { key: "X-BRAND-KEY", secret: "X-BRAND-SECRET" },
        storefront: {
          url: "https://shop.example/store",
          paths: { success: "/thanks/{order_id}", failure: "/sorry?why={status}", pending: "/wait/{cart_id}?{status}" },
        },
      },
      env: { WEBCHECKOUT_BUILD_CHECKOUT: JSON.stringify({ language: "ar" }) },
    })
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
})

describe("a store whose buildCheckout changes the price", () => {
  let world: World

  beforeAll(async () => {
    world = await World.start({ env: { WEBCHECKOUT_BUILD_CHECKOUT: JSON.stringify({ amount: 1 }) } })
  })

  afterAll(() => world.stop())

  it("starts no payment and never calls the gateway", async () => {
    const shopper = world.shopper()
    const cart = await shopper.fillCart()
    await expect(shopper.startPayment(cart)).rejects.toThrow(/buildCheckout: must not change amount/)
    expect(world.emulator.calls).toEqual([])
    expect(await world.ledger({ cart_id: cart.id })).toMatchObject([{ status: "rejected", checkout_id: null }])
  })
})

describe("a store with two merchant accounts", () => {
  let world: World
  let second: Emulator

  beforeAll(async () => {
    second = await Emulator.start({ apiKey: "second-key", apiSecret: "second-secret" })
    world = await World.start({
      options: { accounts: { second: { baseUrl: second.baseUrl, apiKey: "second-key", apiSecret: "second-secret" } } },
      env: { WEBCHECKOUT_ACCOUNT: "second" },
    })
    const { regions } = await world.admin.admin.region.list({ currency_code: "aed" })
    await world.admin.admin.region.update(regions[0].id, {
      payment_providers: ["pp_webcheckout_default", "pp_webcheckout_second"],
    })
  })

  afterAll(async () => {
    await world.stop()
    await second.stop()
  })

  it("calls only the account of the provider instance", async () => {
    const shopper = world.shopper()
    const cart = await shopper.fillCart()
    await shopper.startPayment(cart, undefined, "pp_webcheckout_second")
    const [checkout] = second.books.allCheckouts()
    second.act(checkout.id, "pay")
    await world.comeBack(checkout)
    const order = await world.order(cart.id)
    expect(order.payment_status).toBe("captured")

    // What is added to the order is paid through the account that the order was paid through.
    await world.addToOrder(order.id)
    const { pay_link } = await world.admin.client.fetch<{ pay_link: { url: string } }>("/admin/webcheckout/pay-links", {
      method: "POST",
      body: { order_id: order.id },
    })
    await new Payer(pay_link.url).press()
    expect(second.books.allCheckouts()).toHaveLength(2)
    expect(world.emulator.calls).toEqual([])
    expect(world.emulator.calls).toEqual([])
  })
})
