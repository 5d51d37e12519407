import { describeInBothModes } from "../harness/modes"
import { payWithoutOrder } from "../harness/pay-without-order"
import { until } from "../harness/shop"
import { setStock } from "../harness/stock"
import { World } from "../harness/world"

const TOTAL = 110.2

describeInBothModes("a case", ({ extendedApi, inDocumented, inExtended, inEither }) => {
  let world: World

  beforeAll(async () => {
    world = await World.shared({ extendedApi })
  })

  afterEach(() => {
    world.emulator.faults.clear()
    world.emulator.setAway(false)
  })

  afterAll(() => world.stop())

  const row = async (checkout: { id: string }) => (await world.ledger({ checkout_id: checkout.id }))[0]

  /** Whether somebody will look at a row again: a person who was told, or the job. */
  const isWatched = async (checkout: { id: string }) => {
    const { attention, next_check_at, resolved_at } = await row(checkout)
    return attention !== null || next_check_at !== null || resolved_at !== null
  }

  /**
   * Paid, and Medusa cannot place the order: nothing is in stock. On a slow machine Medusa may stumble instead (2.21.2:
   * checkpoints of parallel steps collide, and "Updating Status" hides the error), which is a failure that time heals:
   * another shopper then finds the shop empty.
   */
  const outOfStock = async (shoppers = 3) => {
    const started = await world.startedPayment()
    await setStock(world, false)
    world.emulator.act(started.checkout.id, "pay")
    await world.reconcile(started.checkout)
    const stumbled = (await row(started.checkout)).settle_failures === 1
    if (!stumbled || shoppers === 1) {
      return started
    }
    await setStock(world, true)
    return outOfStock(shoppers - 1)
  }

  afterEach(() => setStock(world, true))

  inEither("is opened immediately if retrying cannot help: out of stock", async () => {
    const { cart, checkout } = await outOfStock()
    expect(await row(checkout)).toMatchObject({ attention: "paid_without_order", settle_failures: 0 })
    expect(await world.orders(cart.id)).toEqual([])
    expect(world.emulator.books.checkout(checkout.id).refunds).toEqual([])
  })

  inEither("is opened immediately if its cart was deleted", async () => {
    const { cart, checkout } = await world.startedPayment()
    await world.disturb({ delete_cart: cart.id })
    world.emulator.act(checkout.id, "pay")
    await world.reconcile(checkout)
    expect(await row(checkout)).toMatchObject({ attention: "paid_without_order", settle_failures: 0 })
  })

  it("stays open while every attempt of a person fails", async () => {
    const { cart, checkout } = await outOfStock()
    const { id } = await row(checkout)
    await expect(world.act(id, "place-order")).rejects.toThrow(/No order was created/)
    expect((await row(checkout)).attention).toBe("paid_without_order")
    await world.act(id, "sync")
    expect((await row(checkout)).attention).toBe("paid_without_order")
    world.emulator.setAway(true)
    await expect(world.act(id, "place-order")).rejects.toThrow()
    await expect(world.act(id, "sync")).rejects.toMatchObject({
      status: 503,
      message: expect.stringMatching(/cannot be reached|The connection was lost/),
    })
    world.emulator.setAway(false)
    expect((await row(checkout)).attention).toBe("paid_without_order")
    await setStock(world, true)
    expect(await world.act(id, "place-order")).toMatchObject({ status: "settled", attention: null })
    expect((await world.order(cart.id)).payment_status).toBe("captured")
  })

  const placedInVain = async () => {
    const { cart, checkout } = await outOfStock()
    await setStock(world, true)
    await world.letCompletionFail(cart.id, true)
    const { id } = await row(checkout)
    await world.act(id, "place-order").catch(() => undefined)
    await world.letCompletionFail(cart.id, false)
    return checkout
  }

  inDocumented("is still checked by the job if a person's attempt fails", async () => {
    expect(await isWatched(await placedInVain())).toBe(true)
  })

  inExtended("is closed if a person's attempt fails and Medusa refunds the payment", async () => {
    expect(await row(await placedInVain())).toMatchObject({
      status: "closed",
      gateway_status: "REFUNDED",
      attention: null,
    })
  })

  inEither("can be closed only if it is open", async () => {
    const { checkout } = await world.paidOrder()
    const { id } = await row(checkout)
    await expect(world.act(id, "resolve", { note: "nothing" })).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/has no open case/),
    })
    expect(await row(checkout)).toMatchObject({ status: "settled", resolved_at: null })
  })

  inExtended("is not closed by a person who saw a smaller refund", async () => {
    const { checkout } = await world.paidOrder()
    const { id } = await row(checkout)
    world.emulator.refund(checkout.id, "30", "AED")
    await world.act(id, "sync")
    const seen = await world.caseOf(id)
    world.emulator.refund(checkout.id, "20", "AED")
    expect(await world.act(id, "sync")).toMatchObject({ attention: "refunded_outside" })
    await expect(world.act(id, "resolve", { note: "30 agreed upon", case: seen })).rejects.toMatchObject({
      status: 409,
    })
    await world.act(id, "resolve", { note: "50 agreed upon", case: await world.caseOf(id) })
    expect(await row(checkout)).toMatchObject({ attention: null, resolved_at: expect.any(String) })
  })

  inEither("is not closed by a person who saw another case", async () => {
    const { checkout } = await outOfStock()
    const { id } = await row(checkout)
    await expect(world.act(id, "resolve", { note: "Late", case: "unanswered::" })).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/The case of this payment has changed/),
    })
    expect(await row(checkout)).toMatchObject({ attention: "paid_without_order", resolved_at: null })
    await world.act(id, "resolve", { note: "In time", case: await world.caseOf(id) })
    expect(await row(checkout)).toMatchObject({ attention: null, resolved_at: expect.any(String) })
  })

  inEither(
    "that a person has closed is another when the order is cancelled later, also while the gateway is away",
    async () => {
      const { order, checkout } = await world.paidOrder()
      await world.setCase(checkout, "paid_twice")
      const { id } = await row(checkout)
      await world.act(id, "resolve", { note: "It is the only one." })
      await world.reconcile(checkout)
      expect(await row(checkout)).toMatchObject({ attention: null, agreed_at: expect.any(String) })
      world.emulator.setAway(true)
      await world.disturb({ cancel_order: order.id })
      await world.reconcile(checkout)
      world.emulator.setAway(false)
      expect(await row(checkout)).toMatchObject({ attention: null, next_check_at: expect.any(String) })
      await until("the case", async () => {
        await world.reconcile(checkout)
        return (await row(checkout)).attention === "canceled_not_refunded"
      })
    }
  )

  inEither("is not reopened by a sync after a person has closed it", async () => {
    const { cart, checkout, shopper } = await outOfStock()
    const { id } = await row(checkout)
    await world.act(id, "resolve", { note: "The shopper takes another pot." })
    await setStock(world, true)
    await expect(shopper.complete(cart.id)).rejects.toMatchObject({ status: 409 })
    const synced = await world.act(id, "sync")
    expect(synced).toMatchObject({ attention: null, resolved_at: expect.any(String) })
    await world.reconcile(checkout)
    expect(await world.orders(cart.id)).toEqual([])
  })

  inEither("is opened again if its payment changes after a person has closed it", async () => {
    const { checkout } = await world.paidOrder()
    world.emulator.refund(checkout.id, "10", "AED")
    const { id } = await row(checkout)
    expect((await world.act(id, "sync")).attention).toBe("refunded_outside")
    await world.act(id, "resolve", { note: "A gift card was given back." })
    expect((await world.act(id, "sync")).attention).toBeNull()
    world.emulator.refund(checkout.id, String(TOTAL - 10), "AED")
    await world.passHours(checkout, 30)
    await world.runJob()
    expect((await row(checkout)).attention).toBe("refunded_outside")
  })

  it("of a refund that the gateway has not made is not cleared by a sync", async () => {
    const { order, checkout } = await world.paidOrder()
    const payment = order.payment_collections?.[0].payments?.[0].id ?? ""
    // The gateway shows the refund once, and not again: what its books hold counts.
    world.emulator.fault({
      operation: "getCheckout",
      kind: "patch",
      patch: { status: "REFUNDED", totalRefunded: TOTAL },
      checkoutId: checkout.id,
    })
    await world.admin.admin.payment.refund(payment, { amount: TOTAL })
    expect((await world.books(order.id)).refunded).toBe(TOTAL)
    // Where the refund could be sent, the gateway refuses it.
    world.emulator.fault({ operation: "refundCheckout", kind: "status-before", status: 400, times: 50 })
    const told = await until("the attention", async () => {
      await world.passHours(checkout, 1)
      await world.reconcile(checkout)
      const now = await row(checkout)
      return now.attention === "refund_missing" && now
    })
    expect((await world.act(told.id, "sync")).attention).toBe("refund_missing")
    await world.reconcile(checkout)
    expect((await row(checkout)).attention).toBe("refund_missing")
  })

  const askedOftenWhileDown = async () => {
    const { cart, checkout, shopper } = await world.startedPayment()
    await world.letCompletionFail(cart.id, true)
    world.emulator.act(checkout.id, "pay")
    for (let poll = 0; poll < 8; poll += 1) {
      await shopper.outcome(cart.id).catch(() => undefined)
      await world.comeBack(checkout)
    }
    return { cart, checkout, waiting: await row(checkout) }
  }

  inExtended("is not opened while a merchant's own system is down: Medusa refunds the payment", async () => {
    const { waiting } = await askedOftenWhileDown()
    expect(waiting).toMatchObject({ status: "closed", gateway_status: "REFUNDED", attention: null })
  })

  inDocumented("is not opened while a merchant's own system is down, however often the storefront asks", async () => {
    const { cart, checkout, waiting } = await askedOftenWhileDown()
    expect(waiting).toMatchObject({ attention: null, settle_failures: 1 })
    expect(Date.parse(waiting.next_check_at ?? "")).toBeGreaterThan(Date.now())
    await world.letCompletionFail(cart.id, false)
    await world.reconcile(checkout)
    expect((await world.order(cart.id)).payment_status).toBe("captured")
    expect(await row(checkout)).toMatchObject({ status: "settled", attention: null })
  })

  inDocumented("does not lead to a second payment if the database stopped during a refund of Medusa's", async () => {
    const { cart, checkout } = await world.startedPayment()
    await world.letCompletionFail(cart.id, true)
    world.emulator.act(checkout.id, "pay")
    await world.reconcile(checkout)
    // Medusa's refund, which it could not take back when the payment service had not made it.
    const ofCheckout = `FROM payment WHERE data->>'checkout_id' = '${checkout.id}'`
    const refund = `INSERT INTO refund (id, payment_id, amount, raw_amount) SELECT 'ref_' || id, id, amount, raw_amount`
    await world.sql(`${refund} ${ofCheckout}`)
    await expect(world.shopper().startPayment(await world.shopper().cart(cart.id))).rejects.toThrow(
      "Could not delete all payment sessions"
    )
    await world.letCompletionFail(cart.id, false)
    await world.act((await row(checkout)).id, "place-order")
    expect(await world.sql(`SELECT id ${ofCheckout}`)).toHaveLength(1)
    expect(await world.orders(cart.id)).toHaveLength(1)
  })

  inEither("that was closed is processed again if the shopper pays after all", async () => {
    const { cart, checkout } = await world.startedPayment()
    world.emulator.act(checkout.id, "authorize")
    world.emulator.fault({ operation: "getCheckout", kind: "patch", patch: { amount: 1 }, checkoutId: checkout.id })
    await world.comeBack(checkout)
    const { id } = await row(checkout)
    expect((await row(checkout)).attention).toBe("amount_mismatch")
    // The gateway is asked first, and no longer says the other amount.
    await expect(world.act(id, "resolve", { note: "It will lapse." })).rejects.toMatchObject({ status: 409 })
    await world.act(id, "resolve", { note: "It will lapse." })
    await world.comeBack(checkout)
    expect(await world.orders(cart.id)).toEqual([])
    world.emulator.act(checkout.id, "capture")
    await world.reconcile(checkout)
    expect((await world.order(cart.id)).payment_status).toBe("captured")
    expect(await row(checkout)).toMatchObject({ status: "settled", attention: null })
  })

  inDocumented(
    "is over when the money of a payment without an order went back, and Medusa shows that it did",
    async () => {
      const { cart, checkout } = await world.startedPayment()
      await payWithoutOrder(world, { cart, checkout })
      const { id } = await row(checkout)
      expect((await row(checkout)).attention).toBe("paid_without_order")
      world.emulator.refund(checkout.id, String(TOTAL), "AED")
      expect(await world.act(id, "sync")).toMatchObject({ status: "closed", attention: null })
      const { payments } = await world.admin.admin.payment.list({
        limit: 100,
        order: "-created_at",
        fields: "id,data,*captures,*refunds",
      })
      const own = payments.filter(({ data }) => data?.checkout_id === checkout.id)
      expect(own).toMatchObject([{ captures: [{ amount: expect.closeTo(TOTAL, 2) }], refunds: [{ amount: TOTAL }] }])
      await world.letCompletionFail(cart.id, false)
    }
  )

  /** Does something while the database takes no capture of Medusa's. */
  const whileCapturesFail = async (work: () => Promise<void>) => {
    await world.sql("ALTER TABLE capture ADD CONSTRAINT no_captures CHECK (false) NOT VALID")
    try {
      await work()
    } finally {
      await world.sql("ALTER TABLE capture DROP CONSTRAINT no_captures")
    }
  }

  inEither("is not opened if recording a capture fails once: it is recorded the next time", async () => {
    const { cart, checkout } = await world.startedPayment()
    world.emulator.act(checkout.id, "authorize")
    await world.comeBack(checkout)
    world.emulator.act(checkout.id, "capture")
    await whileCapturesFail(async () => {
      await world.reconcile(checkout)
      expect((await world.order(cart.id)).payment_status).toBe("authorized")
      expect(await row(checkout)).toMatchObject({ gateway_status: "PAID", agreed_at: null, attention: null })
      expect(await isWatched(checkout)).toBe(true)
    })
    await world.reconcile(checkout)
    expect((await world.order(cart.id)).payment_status).toBe("captured")
    expect(await row(checkout)).toMatchObject({ agreed_at: expect.any(String), attention: null })
  })

  inEither("is opened for a capture that Medusa can never record", async () => {
    const { checkout } = await world.startedPayment()
    world.emulator.act(checkout.id, "authorize")
    await world.comeBack(checkout)
    world.emulator.act(checkout.id, "capture")
    await whileCapturesFail(async () => {
      for (let round = 0; round < 5; round += 1) {
        await world.reconcile(checkout)
      }
    })
    expect(await row(checkout)).toMatchObject({ status: "settled", attention: "paid_without_order" })
  })

  inEither("is opened for a payment that the gateway no longer knows", async () => {
    const { cart, checkout } = await world.startedPayment()
    await world.letCompletionFail(cart.id, true)
    world.emulator.act(checkout.id, "authorize")
    await world.comeBack(checkout)
    expect(await row(checkout)).toMatchObject({ status: "open", gateway_status: "AUTHORIZED", attention: null })
    world.emulator.fault({
      operation: "getCheckout",
      kind: "status-before",
      status: 404,
      times: 10,
      checkoutId: checkout.id,
    })
    await world.reconcile(checkout)
    expect(await row(checkout)).toMatchObject({ attention: null })
    await world.passHours(checkout, 80)
    await world.reconcile(checkout)
    expect(await row(checkout)).toMatchObject({ attention: "unanswered" })
  })

  it("is not opened if the older of two pages is paid", async () => {
    const { cart, checkout, shopper } = await world.startedPayment()
    world.emulator.fault({ operation: "getCheckout", kind: "status-before", status: 503, times: 9 })
    world.emulator.fault({ operation: "cancelCheckout", kind: "drop-before" })
    const newer = world.checkoutOf((await shopper.startPayment(cart)).id)
    world.emulator.faults.clear()
    expect(newer.id).not.toBe(checkout.id)
    world.emulator.act(checkout.id, "pay")
    const again = await shopper.startPayment(cart)
    expect(again.data).toMatchObject({ checkout_id: checkout.id })
    expect(String(again.data.redirect_url)).toContain("/webcheckout/return/")
    await world.reconcile(checkout)
    expect((await world.order(cart.id)).payment_status).toBe("captured")
    expect(await row(checkout)).toMatchObject({ status: "settled", attention: null })
  })
})
