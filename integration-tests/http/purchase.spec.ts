import { FetchError } from "@medusajs/js-sdk"
import { describeInBothModes } from "../harness/modes"
import type { Currency } from "../harness/shop"
import { until, visit } from "../harness/shop"
import { World } from "../harness/world"

/** Readable aloud: no 0 and O, 1, I and L, 5 and S, 8 and B, 2 and Z, U and V. */
const REFERENCE = /^[234679ACDEFGHJKMNPQRTWXY]{4}(-[234679ACDEFGHJKMNPQRTWXY]{4}){2}$/

describeInBothModes("a purchase", ({ extendedApi, inDocumented, inExtended, inEither, pick }) => {
  let world: World

  beforeAll(async () => {
    world = await World.shared({ extendedApi })
  })

  afterAll(() => world.stop())

  /** What becomes of the checkout of a cart that changes. */
  const superseded = pick({
    documented: { status: "superseded", gateway_status: "PENDING" },
    extended: { status: "closed", gateway_status: "CANCELLED" },
  })
  const afterCancelling = pick({
    documented: { status: "pending", captured: 110.2, refunded: 0, transactions: 110.2 },
    extended: { status: "canceled", captured: 110.2, refunded: 110.2, transactions: 0 },
  })
  const allowed = pick({
    documented: ["createCheckout", "getCheckout"],
    extended: ["cancelCheckout", "createCheckout", "getCheckout", "refundCheckout"],
  })

  inEither(
    "is not completed by Medusa while its payment waits for a retry and the gateway does not answer",
    async () => {
      const { cart, checkout, shopper } = await world.startedPayment()
      world.emulator.act(checkout.id, "pay")
      await world.sql(
        `UPDATE webcheckout_checkout SET gateway_status = 'PAID', paid_at = now(), follow_after = now() + interval '1 hour'
       WHERE checkout_id = $1`,
        [checkout.id]
      )
      world.emulator.setAway(true)
      await expect(shopper.complete(cart.id)).rejects.toThrow(/created as soon as the payment service answers/)
      world.emulator.setAway(false)
      await world.passHours(checkout, 2)
      await world.reconcile(checkout)
      expect((await world.order(cart.id)).payment_status).toBe("captured")
    }
  )

  it("becomes one captured order when the shopper pays and comes back", async () => {
    const { cart, checkout, shopper } = await world.startedPayment()
    world.emulator.act(checkout.id, "pay")
    const landing = await world.comeBack(checkout)
    const order = await world.order(cart.id)
    expect(landing.href).toBe(`${world.storefrontUrl}/ae/order/${order.id}/confirmed`)
    expect(order.payment_status).toBe("captured")
    expect(order.payment_collections?.[0].payments?.map((payment) => payment.amount)).toEqual([cart.total])
    expect((await shopper.cart(cart.id)).completed_at).not.toBeNull()
  })

  inEither("writes the reference that the gateway shows into the order", async () => {
    const { cart, checkout, shopper } = await world.startedPayment()
    world.emulator.act(checkout.id, "pay")
    await world.comeBack(checkout)
    expect(checkout.orderId).toMatch(REFERENCE)
    expect((await world.order(cart.id)).metadata).toMatchObject({ webcheckout_order_reference: checkout.orderId })
    expect(await shopper.outcome(cart.id)).toMatchObject({ order_reference: checkout.orderId })
    expect(await world.ledger({ q: checkout.orderId })).toMatchObject([{ cart_id: cart.id }])
  })

  inEither("returns the redirect to the storefront, and nothing internal", async () => {
    const { session, checkout } = await world.startedPayment()
    expect(session.data).toEqual({
      session_id: session.id,
      request_id: session.id,
      checkout_id: checkout.id,
      redirect_url: checkout.redirectUrl,
      status: "PENDING",
    })
  })

  for (const [currency, amount] of [
    ["aed", 263.67],
    ["jpy", 11055],
    ["kwd", 20.872],
  ] satisfies [Currency, number][]) {
    inEither(`requests ${currency} with the currency's own digits, with a discount`, async () => {
      const { cart, checkout } = await world.startedPayment({ currency, quantity: 3, promoCode: "WELCOME" })
      expect(checkout).toMatchObject({ amount, currency: currency.toUpperCase() })
      expect(cart.discount_total).toBeGreaterThan(0)
      world.emulator.act(checkout.id, "pay")
      await world.comeBack(checkout)
      expect((await world.order(cart.id)).payment_status).toBe("captured")
    })
  }

  inEither("sends customer and items to the gateway, from the cart on the server", async () => {
    const { checkout } = await world.startedPayment({ quantity: 2 })
    expect(checkout).toMatchObject({
      customer: { firstName: "Aisha", lastName: "Khan", email: "aisha@shop.example", phone: "971501234567" },
      billingAddress: { name: "Aisha Khan", address1: "12 Sea Road", city: "Jumeirah", zip: "00000", country: "AE" },
      deliveryAddress: { name: "Aisha Khan", country: "AE" },
      items: [{ name: "Brass coffee pot", sku: "POT-1", unitprice: 89.95, quantity: 2, linetotal: 179.9 }],
    })
  })

  inDocumented("sends no totals, which the documentation does not have", async () => {
    const { checkout } = await world.startedPayment({ quantity: 3, promoCode: "WELCOME" })
    expect(checkout.totals).toBeUndefined()
  })

  for (const currency of ["aed", "jpy", "kwd"] satisfies Currency[]) {
    inExtended(`sends totals in ${currency}, and they add up`, async () => {
      const { checkout } = await world.startedPayment({ currency, quantity: 3, promoCode: "WELCOME" })
      const totals = checkout.totals as Record<string, number>
      const minor = (amount: number) => Math.round(amount * 1000)
      expect(minor(totals.subtotal) + minor(totals.tax) + minor(totals.shipping) - minor(totals.discount)).toBe(
        minor(checkout.amount)
      )
      expect(totals.discount).toBeGreaterThan(0)
    })
  }

  inEither("keeps the cart and allows another attempt after a cancelled payment", async () => {
    const { cart, checkout, session, shopper } = await world.startedPayment()
    world.emulator.act(checkout.id, "cancel")
    const landing = await world.comeBack(checkout)
    expect(landing.href).toBe(`${world.storefrontUrl}/ae/checkout?step=payment&webcheckout=cancelled`)
    expect(await world.orders(cart.id)).toEqual([])

    const again = await shopper.startPayment(cart)
    const second = world.checkoutOf(again.id)
    expect(again.id).not.toBe(session.id)
    expect(second).toMatchObject({ orderId: checkout.orderId, status: "PENDING" })
    expect(second.requestId).not.toBe(checkout.requestId)
    world.emulator.act(second.id, "pay")
    expect((await world.comeBack(second)).pathname).toBe(`/ae/order/${(await world.order(cart.id)).id}/confirmed`)
  })

  inEither("brings the shopper to the failure page after a refusal, with the cart intact", async () => {
    const { cart, checkout, shopper } = await world.startedPayment()
    world.emulator.act(checkout.id, "decline")
    const landing = await world.comeBack(checkout)
    expect(landing.searchParams.get("webcheckout")).toBe("failed")
    expect(await shopper.outcome(cart.id)).toMatchObject({ outcome: "failed", order_id: null })
    expect((await shopper.cart(cart.id)).items).toHaveLength(1)
  })

  inEither("shows an undecided payment as pending, and never as failed", async () => {
    const { cart, checkout, shopper } = await world.startedPayment()
    expect((await world.comeBack(checkout)).searchParams.get("webcheckout")).toBe("pending")
    await expect(shopper.complete(cart.id)).rejects.toThrow(/not authorized/)
    world.emulator.act(checkout.id, "pay")
    expect((await world.comeBack(checkout)).pathname).toContain("/order/")
  })

  inEither("places an order with an authorized payment for an authorized checkout", async () => {
    const { cart, checkout } = await world.startedPayment()
    world.emulator.act(checkout.id, "authorize")
    expect((await world.comeBack(checkout)).pathname).toContain("/order/")
    expect((await world.order(cart.id)).payment_status).toBe("authorized")
  })

  inEither("captures an authorized payment only once the gateway has", async () => {
    const { cart, checkout } = await world.startedPayment()
    world.emulator.act(checkout.id, "authorize")
    await world.comeBack(checkout)
    const { payment_collections } = await world.order(cart.id)
    const paymentId = payment_collections?.[0].payments?.[0].id ?? ""
    await expect(world.admin.admin.payment.capture(paymentId, {})).rejects.toThrow(
      /Capture it in the payment service's dashboard/
    )
    world.emulator.act(checkout.id, "capture")
    await world.admin.admin.payment.capture(paymentId, {})
    expect((await world.order(cart.id)).payment_status).toBe("captured")
  })

  inEither("places no order for a checkout that was paid and refunded before the shopper returned", async () => {
    const { cart, checkout } = await world.startedPayment()
    world.emulator.act(checkout.id, "pay")
    world.emulator.refund(checkout.id, String(checkout.amount), "AED")
    expect((await world.comeBack(checkout)).searchParams.get("webcheckout")).toBe("refunded")
    expect(await world.orders(cart.id)).toEqual([])
  })

  it("places no order for a partially refunded checkout, and opens a case", async () => {
    const { cart, checkout, shopper } = await world.startedPayment()
    world.emulator.act(checkout.id, "pay")
    world.emulator.refund(checkout.id, "1", "AED")
    await expect(shopper.complete(cart.id)).rejects.toThrow(/The shop is checking it/)
    expect(await world.orders(cart.id)).toEqual([])
    expect(await world.ledger({ cart_id: cart.id })).toMatchObject([
      { attention: "partially_refunded", gateway_status: "PARTIALLY_REFUNDED" },
    ])
  })

  inEither("lets the storefront's own complete call place the order too, once", async () => {
    const { cart, checkout, shopper } = await world.startedPayment()
    world.emulator.act(checkout.id, "pay")
    const completion = await shopper.complete(cart.id)
    expect(completion.type).toBe("order")
    await world.comeBack(checkout)
    expect((await world.order(cart.id)).payment_status).toBe("captured")
    expect(await world.ledger({ cart_id: cart.id })).toMatchObject([
      { status: "settled", order_id: (await world.order(cart.id)).id },
    ])
  })

  inEither("starts no payment of a deleted cart", async () => {
    const { cart, checkout, shopper } = await world.startedPayment()
    const [{ payment_collection_id }] = await world.ledger({ checkout_id: checkout.id })
    await world.disturb({ delete_cart: cart.id })
    await expect(shopper.payCollection(payment_collection_id)).rejects.toThrow(/cart of this payment no longer exists/)
    expect(await world.checkoutsOf(cart.id)).toHaveLength(1)
  })

  inEither("starts no payment of a cart that Medusa is completing, because it may still undo the order", async () => {
    const { cart, checkout, shopper } = await world.startedPayment()
    world.emulator.fault({ operation: "getCheckout", kind: "slow-body", delayMs: 1500 })
    const completing = shopper.complete(cart.id).catch((error: unknown) => error)
    await until("the order that Medusa may undo", async () => (await world.orders(cart.id)).length > 0)
    await expect(shopper.startPayment(cart)).rejects.toMatchObject({
      status: 409,
      message: "This cart's order is being created. Try again in a moment.",
    })
    expect(String(await completing)).toMatch(/was not authorized with the provider/)
    expect(await world.orders(cart.id)).toEqual([])
    expect((await shopper.startPayment(cart)).data).toMatchObject({ checkout_id: checkout.id })
    expect(await world.checkoutsOf(cart.id)).toHaveLength(1)
    world.emulator.act(checkout.id, "pay")
    await world.comeBack(checkout)
    expect((await world.order(cart.id)).payment_status).toBe("captured")
  })

  inEither("keeps the newest answer if an older one arrives later", async () => {
    const { cart, checkout, shopper } = await world.startedPayment()
    const asked = world.emulator.callsTo("getCheckout").length
    world.emulator.fault({ operation: "getCheckout", kind: "delay-after", delayMs: 4000, checkoutId: checkout.id })
    const round = world.reconcile(checkout)
    await until("the job's question", async () => world.emulator.callsTo("getCheckout").length > asked)
    world.emulator.act(checkout.id, "pay")
    expect(await shopper.complete(cart.id)).toMatchObject({ type: "order" })
    await until("the settled row", async () => (await world.ledger({ cart_id: cart.id }))[0].status === "settled")
    await round
    expect(await world.ledger({ cart_id: cart.id })).toMatchObject([
      { status: "settled", gateway_status: "PAID", attention: null },
    ])
  })

  inEither("places one order for ten simultaneous returns", async () => {
    const { cart, checkout } = await world.startedPayment()
    world.emulator.act(checkout.id, "pay")
    const landings = await Promise.all(Array.from({ length: 10 }, () => world.comeBack(checkout)))
    const order = await world.order(cart.id)
    expect(new Set(landings.map((landing) => landing.pathname))).toEqual(new Set([`/ae/order/${order.id}/confirmed`]))
    expect(order.payment_collections?.[0].payments?.[0].captures).toHaveLength(1)
  })

  inEither("emits its settled event once", async () => {
    const { cart, checkout } = await world.startedPayment()
    world.emulator.act(checkout.id, "pay")
    await Promise.all(Array.from({ length: 5 }, () => world.comeBack(checkout)))
    const order = await world.order(cart.id)
    const [row] = await world.ledger({ cart_id: cart.id })
    const told = async () =>
      (await world.events()).filter(({ name, data }) => name === "webcheckout.checkout.settled" && data.id === row.id)
    await until("the event", async () => (await told()).length > 0)
    await world.reconcile(checkout)
    expect(await told()).toEqual([{ name: "webcheckout.checkout.settled", data: { id: row.id, order_id: order.id } }])
  })

  inEither("accepts a payment without a cart", async () => {
    const shopper = world.shopper()
    const { payment_collection_id, payment_session } = await shopper.sdk.client.fetch<{
      payment_collection_id: string
      payment_session: { id: string }
    }>("/store/invoices", { method: "POST", body: { amount: 42.5, currency_code: "aed" } })
    const checkout = world.checkoutOf(payment_session.id)
    expect(checkout).toMatchObject({ amount: 42.5, orderId: expect.stringMatching(REFERENCE) })
    expect(checkout.customer).toBeUndefined()
    world.emulator.act(checkout.id, "pay")
    expect((await world.comeBack(checkout)).pathname).toContain("/order/")
    const { payments } = await world.admin.admin.payment.list({ payment_session_id: payment_session.id })
    expect(payments).toMatchObject([{ amount: 42.5, captured_at: expect.any(String) }])
    expect(await world.ledger({ payment_collection_id })).toMatchObject([{ status: "settled", order_id: null }])
    expect(await shopper.outcome(payment_collection_id)).toMatchObject({ outcome: "paid", cart_id: null })
  })

  it("supersedes the checkout of a cart that changes, and lets the new total be paid", async () => {
    const { cart, checkout, shopper } = await world.startedPayment()
    await shopper.addItem(cart.id, "cup-set")
    expect(await world.ledger({ checkout_id: checkout.id })).toMatchObject([superseded])
    const changed = await shopper.cart(cart.id)
    const second = world.checkoutOf((await shopper.startPayment(changed)).id)
    expect(second.amount).toBeGreaterThan(checkout.amount)
    world.emulator.act(second.id, "pay")
    await world.comeBack(second)
    expect((await world.order(cart.id)).total).toBeCloseTo(changed.total)
  })

  it("does not let a paid payment be cancelled in the admin without a refund", async () => {
    const { order } = await world.paidOrder()
    await world.admin.admin.order.cancel(order.id).catch(() => undefined)
    const { payments, ...books } = await world.books(order.id)
    expect(payments).toMatchObject([{ isCanceled: false }])
    expect(books).toMatchObject(afterCancelling)
  })

  describe("untrusted input from a browser", () => {
    inEither("cannot assign another cart's payment through the redirect's query", async () => {
      const paid = await world.startedPayment()
      world.emulator.act(paid.checkout.id, "pay")
      const forger = await world.startedPayment()
      const landing = await world.comeBack(
        forger.checkout,
        `?checkout=${paid.checkout.id}&reference=${paid.cart.id}&status=PAID`
      )
      expect(landing.searchParams.get("webcheckout")).toBe("pending")
      expect(await world.orders(forger.cart.id)).toEqual([])
    })

    inEither("cannot place an order with another shopper's paid checkout in the session's data", async () => {
      const paid = await world.startedPayment()
      world.emulator.act(paid.checkout.id, "pay")
      const forged = {
        checkout_id: paid.checkout.id,
        request_id: paid.session.id,
        session_id: paid.session.id,
        status: "PAID",
        anything: "else",
      }
      const forger = await world.startedPayment({}, forged)
      expect(forger.session.data).toMatchObject({
        checkout_id: forger.checkout.id,
        session_id: forger.session.id,
        status: "PENDING",
      })
      expect(forger.session.data).not.toHaveProperty("anything")
      await expect(forger.shopper.complete(forger.cart.id)).rejects.toThrow(/not authorized/)
      expect(await world.orders(forger.cart.id)).toEqual([])
      await world.comeBack(paid.checkout)
      expect((await world.order(paid.cart.id)).payment_status).toBe("captured")
    })

    inEither("finds nothing with an unknown token, and causes no call to the gateway", async () => {
      const before = world.emulator.calls.length
      for (const token of ["0".repeat(32), "abc", "..%2f..%2fadmin", "a".repeat(500)]) {
        expect((await visit(`${world.store.url}/webcheckout/return/${token}`)).status).toBe(404)
      }
      expect(world.emulator.calls).toHaveLength(before)
    })

    inEither("cannot read the ledger without being an admin", async () => {
      await expect(world.shopper().sdk.client.fetch("/admin/webcheckout/checkouts")).rejects.toThrow(FetchError)
    })
  })

  it("calls only the operations it may, when a cart changes, is paid, and its order is cancelled", async () => {
    const { cart, shopper } = await world.startedPayment()
    await shopper.addItem(cart.id, "cup-set")
    const second = world.checkoutOf((await shopper.startPayment(await shopper.cart(cart.id))).id)
    world.emulator.act(second.id, "pay")
    await world.comeBack(second)
    await world.admin.admin.order.cancel((await world.order(cart.id)).id).catch(() => undefined)
    const called = new Set(world.emulator.calls.map(({ operation }) => operation))
    expect([...called].sort()).toEqual(allowed)
  })
})
