import { Client } from "pg"
import { Emulator } from "../../src/emulator/server"
import { fillCheckouts } from "../harness/fill-checkouts"
import { Payer } from "../harness/payer"
import { until } from "../harness/shop"
import { World } from "../harness/world"

describe("a store with several merchant accounts", () => {
  let world: World
  let second: Emulator

  beforeAll(async () => {
    second = await Emulator.start({ apiKey: "second-key", apiSecret: "second-secret" })
    world = await World.start({
      env: { WEBCHECKOUT_ACCOUNT: "second" },
      options: {
        timeoutMs: 1000,
        accounts: {
          second: { baseUrl: second.baseUrl, apiKey: "second-key", apiSecret: "second-secret" },
          gone: { baseUrl: "http://127.0.0.1:1/api/v1", apiKey: "a-key", apiSecret: "a-secret" },
        },
      },
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
    const [calls, pages] = [world.emulator.calls.length, second.books.allCheckouts().length]
    await shopper.startPayment(cart, undefined, "pp_webcheckout_second")
    const checkout = second.books.allCheckouts()[pages]
    second.act(checkout.id, "pay")
    await world.comeBack(checkout)
    const order = await world.order(cart.id)
    expect(order.payment_status).toBe("captured")

    // An addition is paid through the account of the order's first payment.
    await world.addToOrder(order.id)
    const { pay_link } = await world.admin.client.fetch<{ pay_link: { url: string } }>("/admin/webcheckout/pay-links", {
      method: "POST",
      body: { order_id: order.id },
    })
    await new Payer(pay_link.url).press()
    expect(second.books.allCheckouts()).toHaveLength(pages + 2)
    expect(world.emulator.calls).toHaveLength(calls)
  })

  it("shows no page of one account if the other account's page was paid", async () => {
    const { cart, checkout, shopper } = await world.startedPayment()
    world.emulator.act(checkout.id, "pay")
    const pages = second.books.allCheckouts().length
    await expect(shopper.startPayment(cart, undefined, "pp_webcheckout_second")).rejects.toMatchObject({ status: 409 })
    expect(second.books.allCheckouts()).toHaveLength(pages)
    const payment = await until("the order's payment", async () => {
      const { payment_collections } = await world.order(cart.id)
      return payment_collections?.flatMap(({ payments }) => payments ?? [])[0]
    })
    expect(payment.provider_id).toBe("pp_webcheckout_default")
  })

  it("places the order of the page that was paid although the other account's page is newer", async () => {
    const { cart, checkout, shopper } = await world.startedPayment()
    await shopper.startPayment(cart, undefined, "pp_webcheckout_second")
    expect(second.books.allCheckouts().at(-1)?.orderId).toBe(`${checkout.orderId}-2`)
    world.emulator.act(checkout.id, "pay")
    await world.comeBack(checkout)
    const order = await world.order(cart.id)
    expect(order.payment_collections?.[0].payments).toMatchObject([{ provider_id: "pp_webcheckout_default" }])
    // Both emulators number their checkouts alike: a checkout_id is not unique here.
    const rows = await world.ledger({ cart_id: cart.id, account: "default" })
    expect(rows).toMatchObject([{ checkout_id: checkout.id, status: "settled", attention: null }])
  })

  it("checks one account's settled payments although many of an unreachable account are due first", async () => {
    const { cart, checkout } = await world.paidOrder()
    const client = new Client({ connectionString: world.settings.databaseUrl })
    await client.connect()
    await fillCheckouts(client, { count: 150, secondsApart: 60 })
    await client.end()
    await world.sql(
      `UPDATE webcheckout_checkout SET account = 'gone', next_check_at = NULL, watch_at = now() - interval '1 hour'
       WHERE id LIKE 'wchk_bench%' AND status = 'settled'`
    )
    await world.sql("UPDATE webcheckout_checkout SET watch_at = now() - interval '1 minute' WHERE cart_id = $1", [
      cart.id,
    ])
    world.emulator.refund(checkout.id, "10", "AED")
    await world.runJob()
    expect(await world.ledger({ cart_id: cart.id })).toMatchObject([{ attention: "refunded_outside" }])
  })
})
