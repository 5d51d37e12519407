import { MOST_FAILURES } from "../../src/modules/web-checkout/rules/check-times"
import { describeInBothModes } from "../harness/modes"
import { payWithoutOrder } from "../harness/pay-without-order"
import { visit, until } from "../harness/shop"
import { SHARED_OPTIONS } from "../harness/shared-shop"
import { setStock } from "../harness/stock"
import { WAITS } from "../harness/waits.cjs"
import { World } from "../harness/world"

const CONCURRENCY = SHARED_OPTIONS.reconcile.concurrency

describeInBothModes("a paid checkout is never lost", ({ extendedApi, inDocumented, inExtended, inEither, pick }) => {
  let world: World

  beforeAll(async () => {
    world = await World.shared({ extendedApi })
  })

  afterEach(() => world.emulator.faults.clear())

  afterAll(() => world.stop())

  it("becomes an order although the shopper never comes back", async () => {
    const { cart, checkout } = await world.startedPayment()
    world.emulator.act(checkout.id, "pay")
    await world.reconcile(checkout)
    expect((await world.order(cart.id)).payment_status).toBe("captured")
    expect(await world.ledger({ cart_id: cart.id })).toMatchObject([{ status: "settled" }])
  })

  inEither("is found after the gateway was unreachable", async () => {
    const { cart, checkout } = await world.startedPayment()
    world.emulator.act(checkout.id, "pay")
    world.emulator.setAway(true)
    await world.reconcile(checkout)
    expect(await world.orders(cart.id)).toEqual([])
    world.emulator.setAway(false)
    await world.reconcile(checkout)
    expect((await world.order(cart.id)).payment_status).toBe("captured")
  })

  inEither(
    "does not queue up time-outs when the gateway hangs: one short round, and the rest is asked later",
    async () => {
      const payments = await Promise.all(Array.from({ length: 12 }, () => world.startedPayment()))
      const checkouts = payments.map(({ checkout }) => checkout)
      world.emulator.fault({ operation: "getCheckout", kind: "delay-before", delayMs: 4000, times: 100 })
      const before = world.emulator.callsTo("getCheckout").length
      await world.reconcile(...checkouts)
      expect(world.emulator.callsTo("getCheckout").length - before).toBeLessThanOrEqual(CONCURRENCY + 3)
      world.emulator.faults.clear()
      world.emulator.act(checkouts[11].id, "pay")
      await world.reconcile(...checkouts)
      expect((await world.order(payments[11].cart.id)).payment_status).toBe("captured")
    }
  )

  inEither("becomes one order while several rounds of the job run at once", async () => {
    const payments = await Promise.all([1, 2, 3].map(() => world.startedPayment()))
    const checkouts = payments.map(({ checkout }) => checkout)
    checkouts.forEach(({ id }) => world.emulator.act(id, "pay"))
    await Promise.all([
      world.reconcile(...checkouts),
      world.reconcile(...checkouts),
      ...checkouts.map((checkout) => world.comeBack(checkout)),
      ...payments.map(({ shopper, cart }) => shopper.complete(cart.id).catch(() => undefined)),
    ])
    for (const { cart } of payments) {
      expect((await world.order(cart.id)).payment_collections?.[0].payments?.[0].captures).toHaveLength(1)
    }
  })

  inEither("becomes an order although its outcome was read just before it was paid", async () => {
    const { cart, checkout, shopper } = await world.startedPayment()
    expect(await shopper.outcome(cart.id)).toMatchObject({ outcome: "pending" })
    world.emulator.act(checkout.id, "pay")
    await expect(shopper.addItem(cart.id, "cup-set")).rejects.toMatchObject({ status: 409 })
    expect((await world.order(cart.id)).total).toBe(cart.total)
  })

  inEither("prevents changes of its cart, and becomes its order", async () => {
    const { cart, checkout, shopper } = await world.startedPayment()
    world.emulator.act(checkout.id, "pay")
    await expect(shopper.addItem(cart.id, "cup-set")).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/has been paid/),
    })
    const order = await world.order(cart.id)
    expect(order.total).toBeCloseTo(cart.total)
    expect((await shopper.cart(cart.id)).items).toHaveLength(1)
  })

  inEither("uses the existing payment if the shopper starts another", async () => {
    const { cart, checkout, shopper } = await world.startedPayment()
    world.emulator.act(checkout.id, "pay")
    const before = world.emulator.callsTo("createCheckout").length
    const again = await shopper.startPayment(cart)
    expect(world.emulator.callsTo("createCheckout")).toHaveLength(before)
    expect(again.data).toMatchObject({ checkout_id: checkout.id, request_id: checkout.requestId, session_id: again.id })
    expect(String(again.data.redirect_url)).toMatch(/\/webcheckout\/return\/[0-9a-f]{32}$/)
    expect((await visit(String(again.data.redirect_url))).location).toContain("/order/")
    expect((await world.order(cart.id)).payment_status).toBe("captured")
    expect((await world.comeBack(checkout)).pathname).toContain("/order/")
  })

  inEither("lets no other provider take a second payment", async () => {
    const { cart, checkout, shopper } = await world.startedPayment()
    const { regions } = await world.admin.admin.region.list({ currency_code: "aed" })
    await world.admin.admin.region.update(regions[0].id, {
      payment_providers: ["pp_webcheckout_default", "pp_system_default"],
    })
    world.emulator.act(checkout.id, "pay")
    const other = shopper.startPayment(cart, undefined, "pp_system_default")
    await expect(other).rejects.toMatchObject({ status: 409, message: expect.stringMatching(/has been paid/) })
    await until("the captured order", async () => (await world.order(cart.id)).payment_status === "captured")
  })

  it("has one payable page for two tabs that start simultaneously", async () => {
    const shopper = world.shopper()
    const cart = await shopper.fillCart()
    await shopper.startPayment(cart)
    await Promise.all([1, 2, 3].map(() => shopper.startPayment(cart).catch(() => undefined)))
    const payable = (await world.checkoutsOf(cart.id)).filter(({ status }) => status === "PENDING")
    expect(payable).toHaveLength(1)
    world.emulator.act(payable[0].id, "pay")
    await world.comeBack(payable[0])
    expect((await world.order(cart.id)).payment_status).toBe("captured")
  })

  inExtended("closes the page of a changed cart: it can no longer be paid", async () => {
    const { cart, checkout, shopper } = await world.startedPayment()
    await shopper.addItem(cart.id, "cup-set")
    expect(() => world.emulator.act(checkout.id, "pay")).toThrow(/is CANCELLED/)
  })

  inDocumented("places the order of a cart that was changed and changed back", async () => {
    const { cart, checkout, shopper } = await world.startedPayment()
    const changed = await shopper.addItem(cart.id, "cup-set")
    const added = changed.items?.find((item) => item.product_handle === "cup-set")
    await shopper.sdk.store.cart.deleteLineItem(cart.id, added?.id ?? "")
    world.emulator.act(checkout.id, "pay")
    expect((await world.comeBack(checkout)).pathname).toContain("/order/")
    expect((await world.order(cart.id)).payment_status).toBe("captured")
  })

  inDocumented("becomes a case if the page of another total was paid, and no second payment is taken", async () => {
    const { cart, checkout, shopper } = await world.startedPayment()
    await shopper.addItem(cart.id, "cup-set")
    world.emulator.act(checkout.id, "pay")
    expect((await world.comeBack(checkout)).searchParams.get("webcheckout")).toBe("review")
    expect(await world.orders(cart.id)).toEqual([])
    const [row] = await world.ledger({ cart_id: cart.id })
    expect(row).toMatchObject({ attention: "paid_after_superseded", order_id: null })
    await expect(shopper.startPayment(cart)).rejects.toThrow(/has been paid/)
    await expect(world.act(row.id, "place-order")).rejects.toThrow(/No order was created/)
  })

  it("never completes a cart whose total differs from the paid amount", async () => {
    const { cart, checkout, shopper } = await world.startedPayment()
    world.emulator.act(checkout.id, "pay")
    // The merchant changes the cart behind the storefront's back: the guard does not see it.
    world.emulator.setAway(true)
    await shopper.addItem(cart.id, "cup-set")
    world.emulator.setAway(false)
    await expect(shopper.complete(cart.id)).rejects.toThrow()
    await world.reconcile(checkout)
    expect(await world.orders(cart.id)).toEqual([])
    expect(await world.ledger({ cart_id: cart.id })).toMatchObject([{ attention: "paid_after_superseded" }])
  })

  inEither("never completes a cart whose total differs from its open payment session", async () => {
    const { cart, checkout, shopper } = await world.startedPayment()
    // A merchant's own code, or a crash between the change and Medusa's look at the payment.
    await world.sql(
      `UPDATE cart_line_item SET unit_price = 1, raw_unit_price = '{"value":"1","precision":20}' WHERE cart_id = $1`,
      [cart.id]
    )
    world.emulator.act(checkout.id, "pay")
    await expect(shopper.complete(cart.id)).rejects.toThrow(/The shop is checking it/)
    expect(await world.orders(cart.id)).toEqual([])
    expect(await world.ledger({ cart_id: cart.id })).toMatchObject([{ attention: "amount_mismatch" }])
  })

  inEither("requires a new payment session if an unpaid cart's total has changed", async () => {
    const { cart, shopper } = await world.startedPayment()
    await expect(shopper.complete(cart.id)).rejects.toThrow(/was not authorized/)
    await world.sql(
      `UPDATE cart_line_item SET unit_price = 1, raw_unit_price = '{"value":"1","precision":20}' WHERE cart_id = $1`,
      [cart.id]
    )
    await expect(shopper.complete(cart.id)).rejects.toThrow(/no longer equals the payment's amount/)
    // As a storefront does it, which Medusa lets bring the collection up to date with a change of the cart.
    const changed = await shopper.addItem(cart.id, "cup-set")
    const again = world.checkoutOf((await shopper.startPayment(cart)).id)
    world.emulator.act(again.id, "pay")
    expect(await shopper.complete(cart.id)).toMatchObject({ type: "order", order: { total: changed.total } })
  })

  inEither("completes a cart that has become free, and returns its order again", async () => {
    const { cart, shopper } = await world.startedPayment()
    const nothing = `'{"value":"0","precision":20}'`
    await world.sql(`UPDATE cart_line_item SET unit_price = 0, raw_unit_price = ${nothing} WHERE cart_id = $1`, [
      cart.id,
    ])
    await world.sql(`UPDATE cart_shipping_method SET amount = 0, raw_amount = ${nothing} WHERE cart_id = $1`, [cart.id])
    expect(await shopper.complete(cart.id)).toMatchObject({ type: "order", order: { total: 0 } })
    const { id } = await world.order(cart.id)
    expect(await shopper.complete(cart.id)).toMatchObject({ type: "order", order: { id } })
  })

  inEither(
    "tells the shopper of the order when the gateway was away for Medusa's question, and answers the next",
    async () => {
      const { cart, checkout, shopper } = await world.startedPayment()
      world.emulator.act(checkout.id, "pay")
      world.emulator.fault({ operation: "getCheckout", kind: "status-before", status: 503, checkoutId: checkout.id })
      await expect(shopper.complete(cart.id)).rejects.toMatchObject({
        status: 409,
        message: expect.stringMatching(/^This cart has been paid, and its order exists\.$|created as soon as/),
      })
      await world.order(cart.id)
      expect(await shopper.complete(cart.id)).toMatchObject({ type: "order" })
    }
  )

  inEither("is not completed while another process handles its payment, and is completed afterwards", async () => {
    const { cart, checkout, shopper } = await world.startedPayment()
    world.emulator.act(checkout.id, "pay")
    const asked = world.emulator.callsTo("getCheckout").length
    const key = `webcheckout:${checkout.orderId}`
    const lease =
      "INSERT INTO webcheckout_lease (id, holder, expires_at) VALUES ($1, 'another', now() + interval '1 hour')"
    await world.sql(lease, [key])
    await expect(shopper.complete(cart.id)).rejects.toMatchObject({
      status: 409,
      message: "This cart's payment is being checked. Try again in a moment.",
    })
    expect(world.emulator.callsTo("getCheckout")).toHaveLength(asked)
    expect(await world.orders(cart.id)).toEqual([])
    await world.sql("DELETE FROM webcheckout_lease WHERE id = $1", [key])
    expect(await shopper.complete(cart.id)).toMatchObject({ type: "order" })
  })

  inDocumented("is not completed with an older answer if its older page was just paid", async () => {
    const { cart, checkout, shopper } = await world.startedPayment()
    await shopper.startPayment(await shopper.addItem(cart.id, "cup-set"))
    const asked = world.emulator.callsTo("getCheckout").length
    // The run of a return: it is told that nobody has paid, and hears it late.
    world.emulator.fault({ operation: "getCheckout", kind: "delay-after", delayMs: 1000, checkoutId: checkout.id })
    const landing = world.comeBack(checkout)
    await until("the run's question", async () => world.emulator.callsTo("getCheckout").length > asked)
    world.emulator.act(checkout.id, "pay")
    await expect(shopper.complete(cart.id)).rejects.toMatchObject({ status: 409 })
    expect((await landing).searchParams.get("webcheckout")).toBe("review")
    expect(await world.orders(cart.id)).toEqual([])
    expect(await world.ledger({ checkout_id: checkout.id })).toMatchObject([{ attention: "paid_after_superseded" }])
  })

  it("opens a case for a purchase that was paid twice", async () => {
    const { cart, checkout, shopper } = await world.startedPayment()
    world.emulator.fault({ operation: "getCheckout", kind: "status-before", status: 503, times: 9 })
    world.emulator.fault({ operation: "cancelCheckout", kind: "drop-before" })
    const second = world.checkoutOf((await shopper.startPayment(cart)).id)
    world.emulator.faults.clear()
    world.emulator.act(checkout.id, "pay")
    world.emulator.act(second.id, "pay")
    await world.comeBack(second)
    await world.reconcile(checkout)
    await world.order(cart.id)
    const rows = await world.ledger({ cart_id: cart.id })
    expect(rows.map(({ status, attention }) => [status, attention]).sort()).toEqual([
      ["settled", null],
      ["superseded", "paid_twice"],
    ])
  })

  /** What the job makes of a create call whose answer was lost. */
  const lost = pick<(checkoutId: string) => object>({
    documented: () => ({ status: "unknown", checkout_id: null }),
    extended: (checkout_id) => ({ status: "closed", checkout_id, gateway_status: "CANCELLED" }),
  })

  it("finds a lost create call if it can search, and closes its page", async () => {
    const shopper = world.shopper()
    const cart = await shopper.fillCart()
    world.emulator.fault({ operation: "createCheckout", kind: "drop-after" })
    await expect(shopper.startPayment(cart)).rejects.toThrow()
    await world.reconcile()
    const [booked] = await world.checkoutsOf(cart.id)
    expect(await world.ledger({ cart_id: cart.id })).toMatchObject([lost(booked.id)])
  })

  inEither("becomes a case if it is out of stock, and an order when stock is back", async () => {
    const { cart, checkout } = await world.startedPayment()
    await setStock(world, false)
    world.emulator.act(checkout.id, "pay")
    await world.reconcile(checkout)
    const [row] = await world.ledger({ cart_id: cart.id })
    expect(row).toMatchObject({ attention: "paid_without_order", gateway_status: "PAID" })
    expect(world.emulator.books.checkout(checkout.id).refunds).toEqual([])
    await setStock(world, true)
    const placed = await world.act(row.id, "place-order")
    expect(placed).toMatchObject({ status: "settled", attention: null, order_id: (await world.order(cart.id)).id })
    expect(placed.actions).toMatchObject([{ action: "place_order", actor_id: expect.stringMatching(/^user_/) }])
  })

  describe("after a failed completion", () => {
    /** All attempts are made, to show that they leave one payment and one refund. Other tests use payWithoutOrder. */
    const failingFiveTimes = async () => {
      const { cart, checkout } = await world.startedPayment()
      await world.letCompletionFail(cart.id, true)
      world.emulator.act(checkout.id, "pay")
      for (let round = 0; round < MOST_FAILURES; round += 1) {
        await world.reconcile(checkout)
      }
      expect(await world.orders(cart.id)).toEqual([])
      const rows = await world.ledger({ checkout_id: checkout.id })
      return { cart, booked: world.emulator.books.checkout(checkout.id), rows }
    }

    inExtended("is refunded exactly once, and the ledger shows it", async () => {
      const { booked, rows } = await failingFiveTimes()
      expect(booked).toMatchObject({ status: "REFUNDED", totalRefunded: booked.amount })
      expect(booked.refunds).toHaveLength(1)
      expect(rows).toMatchObject([{ status: "closed", gateway_status: "REFUNDED", attention: null }])
    })

    it("places no order with the refunded payment, and one with the next", async () => {
      const { cart, checkout, shopper } = await world.startedPayment()
      await payWithoutOrder(world, { cart, checkout })
      if (!extendedApi) {
        world.emulator.refund(checkout.id, String(checkout.amount), "AED")
        await world.reconcile(checkout)
      }
      await world.letCompletionFail(cart.id, false)
      await expect(shopper.complete(cart.id)).rejects.toThrow(/was refunded|was not authorized/)
      expect(await world.orders(cart.id)).toEqual([])
      const again = world.checkoutOf((await shopper.startPayment(cart)).id)
      expect(again.id).not.toBe(checkout.id)
      world.emulator.act(again.id, "pay")
      expect(await shopper.complete(cart.id)).toMatchObject({ type: "order" })
      const { id } = await world.order(cart.id)
      await until("the settled row", async () => (await world.ledger({ checkout_id: again.id }))[0].order_id === id)
      expect(await world.ledger({ checkout_id: again.id })).toMatchObject([{ status: "settled", attention: null }])
      expect(await world.ledger({ checkout_id: checkout.id })).toMatchObject([{ status: "closed", order_id: null }])
    })

    inDocumented("places no order with the payment of a closed case, refunded or not", async () => {
      const { cart, checkout, shopper } = await world.startedPayment()
      await payWithoutOrder(world, { cart, checkout })
      await world.letCompletionFail(cart.id, false)
      const [{ id: paidId }] = await world.ledger({ checkout_id: checkout.id })
      await world.act(paidId, "resolve", { note: "Refunded in the dashboard." })
      expect(await world.ledger({ checkout_id: checkout.id })).toMatchObject([{ next_check_at: expect.any(String) }])
      const lookedAt = { status: 409, message: "This cart has been paid. The shop is checking its order." }
      await expect(shopper.complete(cart.id)).rejects.toMatchObject(lookedAt)
      await expect(shopper.startPayment(await shopper.cart(cart.id))).rejects.toMatchObject(lookedAt)
      world.emulator.fault({ operation: "getCheckout", kind: "status-before", status: 503, checkoutId: checkout.id })
      await expect(shopper.complete(cart.id)).rejects.toMatchObject({ status: 409 })
      world.emulator.refund(checkout.id, String(checkout.amount), "AED")
      await expect(shopper.complete(cart.id)).rejects.toThrow(/was refunded/)
      expect(await world.orders(cart.id)).toEqual([])
      const again = world.checkoutOf((await shopper.startPayment(await shopper.cart(cart.id))).id)
      world.emulator.act(again.id, "pay")
      await shopper.complete(cart.id)
      // Medusa's words for such an order ("refunded") speak of the first payment; its books show what each of the two is.
      const { id } = await world.order(cart.id)
      const paid = checkout.amount
      expect(await world.books(id)).toMatchObject({ captured: 2 * paid, refunded: paid, transactions: paid })
    })

    inDocumented("does not pretend a refund, and becomes a case after a few attempts", async () => {
      const { cart, booked, rows } = await failingFiveTimes()
      expect(booked).toMatchObject({ status: "PAID", refunds: [] })
      expect(rows).toMatchObject([{ attention: "paid_without_order", gateway_status: "PAID" }])
      await world.letCompletionFail(cart.id, false)
      await world.act(rows[0].id, "place-order")
      const order = await world.order(cart.id)
      expect(order.payment_status).toBe("captured")
      // The failed attempts left no further payment and no refund.
      const { captured, refunded, transactions } = await world.books(order.id)
      expect([captured, refunded, transactions]).toEqual([booked.amount, 0, booked.amount])
    })
  })

  inEither("records a person's actions, and leaves a closed case unchanged", async () => {
    const { cart, checkout } = await world.startedPayment()
    world.emulator.act(checkout.id, "pay")
    world.emulator.refund(checkout.id, "1", "AED")
    await world.reconcile(checkout)
    const [row] = await world.ledger({ cart_id: cart.id })
    expect(row.attention).toBe("partially_refunded")
    await expect(world.act(row.id, "resolve", { note: "" })).rejects.toThrow(/note/)
    const resolved = await world.act(row.id, "resolve", { note: "Agreed with the shopper on the phone." })
    expect(resolved).toMatchObject({
      attention: null,
      actions: [{ action: "resolve", note: "Agreed with the shopper on the phone." }],
    })
    await world.reconcile(checkout)
    expect(await world.ledger({ cart_id: cart.id })).toMatchObject([{ attention: null }])
  })

  it("explains what to do about a refund that was made in the dashboard", async () => {
    const { cart, checkout } = await world.startedPayment()
    world.emulator.act(checkout.id, "pay")
    await world.comeBack(checkout)
    world.emulator.refund(checkout.id, String(checkout.amount), "AED")
    const [row] = await world.ledger({ cart_id: cart.id })
    const synced = await world.act(row.id, "sync")
    expect(synced).toMatchObject({ attention: "refunded_outside", advice: expect.stringMatching(/Record the refund/) })
  })

  inEither("records the capture of an authorized order, and marks one whose authorization lapsed", async () => {
    const [captured, lapsed] = [await world.startedPayment(), await world.startedPayment()]
    for (const { checkout } of [captured, lapsed]) {
      world.emulator.act(checkout.id, "authorize")
      await world.comeBack(checkout)
    }
    world.emulator.act(captured.checkout.id, "capture")
    world.emulator.act(lapsed.checkout.id, "expire")
    await world.reconcile(captured.checkout, lapsed.checkout)
    await until("the capture", async () => (await world.order(captured.cart.id)).payment_status === "captured")
    expect(await world.ledger({ cart_id: lapsed.cart.id })).toMatchObject([{ attention: "authorization_lost" }])
  })

  inEither("does not let repeated returns multiply the calls to the gateway", async () => {
    const { checkout } = await world.startedPayment()
    const callsFor = () => world.emulator.calls.filter(({ path }) => path.endsWith(checkout.id)).length
    const began = Date.now()
    await Promise.all(Array.from({ length: 40 }, () => world.comeBack(checkout)))
    // One in each pause, however long a busy machine takes for the 40 returns.
    const { ASK_AGAIN_AFTER_MS } = WAITS["modules/web-checkout/services/checkouts"]
    expect(callsFor()).toBeLessThanOrEqual(1 + Math.ceil((Date.now() - began) / ASK_AGAIN_AFTER_MS))
  })

  it("shows the set-up in the admin, and no secret", async () => {
    const { status } = await world.admin.client.fetch<{ status: Record<string, unknown> }>("/admin/webcheckout/status")
    expect(status).toMatchObject({
      environment: "test",
      extended_api: extendedApi,
      last_contact: expect.any(String),
      open: expect.any(Number),
    })
    expect(JSON.stringify(status)).not.toContain(world.emulator.apiSecret)
  })
})
