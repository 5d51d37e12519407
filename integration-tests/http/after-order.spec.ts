import { describeInBothModes } from "../harness/modes"
import { until, visit } from "../harness/shop"
import { World } from "../harness/world"

/** 89.95 + 15 shipping, with 5 % tax. */
const TOTAL = 110.2

describeInBothModes("after the order", ({ extendedApi, inDocumented, inExtended, inEither, pick }) => {
  let world: World

  beforeAll(async () => {
    world = await World.shared({ extendedApi })
  })

  afterEach(() => world.emulator.faults.clear())

  afterAll(() => world.stop())

  const row = async (checkout: { id: string }) => (await world.ledger({ checkout_id: checkout.id }))[0]
  const attentionOf = (checkout: { id: string }, reason: string | null) =>
    until(`attention ${reason}`, async () => (await row(checkout)).attention === reason && row(checkout))

  /** Without the extended operations a person refunds in the gateway's dashboard before Medusa can. */
  const refundFirst = pick({
    documented: (checkout: { id: string }) => void world.emulator.refund(checkout.id, String(TOTAL), "AED"),
    extended: () => undefined,
  })

  describe("a paid order that is cancelled", () => {
    inExtended("is refunded first, and the books agree", async () => {
      const { order, checkout } = await world.paidOrder()
      await world.admin.admin.order.cancel(order.id)
      expect(world.emulator.books.checkout(checkout.id)).toMatchObject({ status: "REFUNDED", totalRefunded: TOTAL })
      expect(await world.books(order.id)).toMatchObject({
        status: "canceled",
        captured: TOTAL,
        refunded: TOTAL,
        transactions: 0,
      })
      expect(await row(checkout)).toMatchObject({ attention: null })
    })

    inDocumented(
      "is not cancelled while its money stands at the gateway, and the answer says what to do first",
      async () => {
        const { order } = await world.paidOrder()
        await expect(world.admin.admin.order.cancel(order.id)).rejects.toMatchObject({
          status: 400,
          message: expect.stringMatching(/Refund it in full in the payment service's dashboard/),
        })
        expect(await world.books(order.id)).toMatchObject({
          status: "pending",
          captured: TOTAL,
          refunded: 0,
          transactions: TOTAL,
        })
      }
    )

    it("can be cancelled after a refund in the gateway's dashboard, and the books agree", async () => {
      const { order, checkout } = await world.paidOrder()
      world.emulator.refund(checkout.id, String(TOTAL), "AED")
      await world.act((await row(checkout)).id, "sync")
      expect((await row(checkout)).attention).toBe("refunded_outside")
      await world.admin.admin.order.cancel(order.id)
      await attentionOf(checkout, null)
      expect(await world.books(order.id)).toMatchObject({ status: "canceled", refunded: TOTAL, transactions: 0 })
      expect(world.emulator.books.checkout(checkout.id).refunds).toHaveLength(1)
    })

    inEither("is not cancelled while the gateway cannot be asked", async () => {
      const { order } = await world.paidOrder()
      world.emulator.setAway(true)
      await expect(world.admin.admin.order.cancel(order.id)).rejects.toMatchObject({
        status: 400,
        message: expect.stringMatching(/does not answer about this order.s payment/),
      })
      world.emulator.setAway(false)
      expect(await world.books(order.id)).toMatchObject({ status: "pending", refunded: 0, transactions: TOTAL })
    })

    inEither("becomes a case if a workflow cancels it without the route, until it is refunded", async () => {
      const { order, checkout } = await world.paidOrder()
      await world.disturb({ cancel_order: order.id })
      const told = await attentionOf(checkout, "canceled_not_refunded")
      expect(told).toMatchObject({ status: "settled", gateway_status: "PAID" })
      expect((await world.act(told.id, "sync")).attention).toBe("canceled_not_refunded")
      world.emulator.refund(checkout.id, String(TOTAL), "AED")
      expect((await world.act(told.id, "sync")).attention).toBeNull()
      expect(await world.books(order.id)).toMatchObject({ captured: TOTAL, refunded: TOTAL, transactions: 0 })
    })

    it("is found by the job when the event of its cancelling is lost", async () => {
      const { order, checkout } = await world.paidOrder()
      // Neither the provider's call nor the subscriber can ask the gateway: the same as a process that dies there.
      world.emulator.setAway(true)
      await world.disturb({ cancel_order: order.id })
      await until("the cancelling", async () => (await world.books(order.id)).status === "canceled")
      await until("the row to be due again", async () => (await row(checkout)).next_check_at !== null)
      world.emulator.setAway(false)
      await world.reconcile(checkout)
      expect((await row(checkout)).attention).toBe("canceled_not_refunded")
    })

    inEither("is found by the daily check if its cancellation was never reported", async () => {
      const { order, checkout } = await world.paidOrder()
      await world.disturb({ cancel_order: order.id })
      await attentionOf(checkout, "canceled_not_refunded")
      await world.setCase(checkout)
      await world.sql(
        "UPDATE webcheckout_checkout SET next_check_at = NULL, agreed_at = now() WHERE checkout_id = $1",
        [checkout.id]
      )
      await world.passHours(checkout, 30)
      await world.runJob()
      expect((await row(checkout)).attention).toBe("canceled_not_refunded")
    })

    it("keeps an authorized order until the authorization is voided", async () => {
      const { cart, checkout } = await world.startedPayment()
      world.emulator.act(checkout.id, "authorize")
      await world.comeBack(checkout)
      const order = await world.order(cart.id)
      await expect(world.admin.admin.order.cancel(order.id)).rejects.toMatchObject({
        status: 400,
        message: expect.stringMatching(/Void it in the payment service's dashboard/),
      })
      world.emulator.act(checkout.id, "expire")
      expect((await world.act((await row(checkout)).id, "sync")).attention).toBe("authorization_lost")
      await world.admin.admin.order.cancel(order.id)
      await attentionOf(checkout, null)
      expect(await world.books(order.id)).toMatchObject({ status: "canceled", captured: 0, transactions: 0 })
    })

    inEither(
      "is told to a person when an authorized order is cancelled by a workflow, and captured after",
      async () => {
        const { cart, checkout } = await world.startedPayment()
        world.emulator.act(checkout.id, "authorize")
        await world.comeBack(checkout)
        const order = await world.order(cart.id)
        await world.disturb({ cancel_order: order.id })
        const told = await attentionOf(checkout, "canceled_not_refunded")
        world.emulator.act(checkout.id, "capture")
        expect((await world.act(told.id, "sync")).attention).toBe("canceled_not_refunded")
        expect(await world.books(order.id)).toMatchObject({ captured: 0, transactions: 0 })
      }
    )

    inEither("is not refunded if Medusa refuses the cancellation, because it is shipped", async () => {
      const { order, checkout } = await world.paidOrder()
      const { order: full } = await world.admin.admin.order.retrieve(order.id, { fields: "*items" })
      await world.admin.admin.order.createFulfillment(order.id, {
        items: (full.items ?? []).map(({ id, quantity }) => ({ id, quantity })),
      })
      await expect(world.admin.admin.order.cancel(order.id)).rejects.toThrow(/fulfillments must be canceled/)
      expect(world.emulator.books.checkout(checkout.id)).toMatchObject({ status: "PAID", refunds: [] })
    })

    inExtended("is not cancelled when the gateway refuses the refund", async () => {
      const { order, checkout } = await world.paidOrder()
      world.emulator.fault({ operation: "refundCheckout", kind: "status-before", status: 400 })
      await expect(world.admin.admin.order.cancel(order.id)).rejects.toMatchObject({ status: 400 })
      expect(await world.books(order.id)).toMatchObject({ status: "pending", refunded: 0, transactions: TOTAL })
      expect(world.emulator.books.checkout(checkout.id).refunds).toEqual([])
    })
  })

  describe("a shopper who starts a payment again", () => {
    inEither("is sent to the order, and refunds of it still find their checkout", async () => {
      const { order, checkout, shopper } = await world.paidOrder()
      const collection = order.payment_collections?.[0]
      const pages = world.emulator.books.allCheckouts().length
      await expect(shopper.payCollection(collection?.id ?? "")).rejects.toMatchObject({ status: 409 })
      expect(world.emulator.books.allCheckouts()).toHaveLength(pages)
      expect(await row(checkout)).toMatchObject({ status: "settled", payment_session_id: expect.any(String) })
      refundFirst(checkout)
      await world.admin.admin.payment.refund(collection?.payments?.[0].id ?? "", { amount: TOTAL })
      expect(world.emulator.books.checkout(checkout.id).refunds).toHaveLength(1)
    })

    inEither("gets the order's id with the answer", async () => {
      const { order } = await world.paidOrder()
      const response = await fetch(
        `${world.store.url}/store/payment-collections/${order.payment_collections?.[0].id}/payment-sessions`,
        {
          method: "POST",
          headers: { "content-type": "application/json", "x-publishable-api-key": world.key },
          body: JSON.stringify({ provider_id: "pp_webcheckout_default" }),
        }
      )
      expect(response.status).toBe(409)
      expect(await response.json()).toMatchObject({ type: "cart_paid", order: { id: order.id } })
    })

    inEither("opens no second case when complete and a new session race", async () => {
      const { cart, checkout, shopper } = await world.startedPayment()
      world.emulator.act(checkout.id, "pay")
      await Promise.all([
        shopper.complete(cart.id).catch(() => undefined),
        shopper.startPayment(cart).catch(() => undefined),
        world.comeBack(checkout),
      ])
      await world.reconcile(checkout)
      const order = await world.order(cart.id)
      expect(await world.ledger({ cart_id: cart.id })).toMatchObject([{ status: "settled", attention: null }])
      expect(await world.books(order.id)).toMatchObject({ captured: TOTAL, transactions: TOTAL })
    })
  })

  describe("the amount that an edited order still owes", () => {
    inEither("is paid by the shopper, booked on the order, and the return leads there", async () => {
      const { order, shopper, checkout: first } = await world.paidOrder()
      const collection = await world.addToOrder(order.id)
      const session = await shopper.payCollection(collection)
      const checkout = world.checkoutOf(session.id)
      expect(checkout.orderId).toBe(`${first.orderId}-2`)
      expect(await row(checkout)).toMatchObject({ order_id: order.id, cart_id: null, status: "open" })
      world.emulator.act(checkout.id, "pay")
      const landing = await world.comeBack(checkout)
      expect(landing.pathname).toBe(`/ae/order/${order.id}/confirmed`)
      const books = await world.books(order.id)
      expect(books).toMatchObject({ captured: books.total, transactions: books.total })
      expect(await shopper.outcome(collection)).toMatchObject({ outcome: "paid", order_id: order.id })
      expect(await row(checkout)).toMatchObject({ status: "settled", attention: null, agreed_at: expect.any(String) })
    })

    inEither("is booked by the job when the shopper does not come back", async () => {
      const { order, shopper } = await world.paidOrder()
      const session = await shopper.payCollection(await world.addToOrder(order.id))
      const checkout = world.checkoutOf(session.id)
      world.emulator.act(checkout.id, "pay")
      await world.reconcile(checkout)
      const books = await world.books(order.id)
      expect(books).toMatchObject({ captured: books.total, transactions: books.total })
    })

    it("is a case when it was marked as paid while the page was open", async () => {
      const { order, shopper } = await world.paidOrder()
      const collection = await world.addToOrder(order.id)
      const checkout = world.checkoutOf((await shopper.payCollection(collection)).id)
      const markAsPaid = () => world.admin.admin.paymentCollection.markAsPaid(collection, { order_id: order.id })
      // Where the page could be closed, it cannot at that moment.
      world.emulator.fault({ operation: "cancelCheckout", kind: "drop-before" })
      await markAsPaid()
      world.emulator.act(checkout.id, "pay")
      expect((await world.comeBack(checkout)).searchParams.get("webcheckout")).toBe("review")
      expect(await row(checkout)).toMatchObject({ attention: "paid_twice" })
      const books = await world.books(order.id)
      expect(books).toMatchObject({ captured: books.total, transactions: books.total })
    })

    it("has one page for two tabs, and is paid once", async () => {
      const { order, shopper } = await world.paidOrder()
      const collection = await world.addToOrder(order.id)
      await Promise.all([1, 2, 3].map(() => shopper.payCollection(collection)))
      const rows = await world.ledger({ payment_collection_id: collection })
      const [open, ...others] = rows.filter(({ status }) => status !== "closed")
      expect([open.status, others]).toEqual(["open", []])
      world.emulator.act(open.checkout_id ?? "", "pay")
      await world.reconcile({ id: open.checkout_id ?? "" })
      await expect(shopper.payCollection(collection)).rejects.toMatchObject({ status: 409 })
    })

    it("is booked at the paid amount if the order was edited in the meantime, and the rest stays owed", async () => {
      const { order, shopper } = await world.paidOrder()
      const collection = await world.addToOrder(order.id)
      const checkout = world.checkoutOf((await shopper.payCollection(collection)).id)
      await world.admin.admin.orderEdit.initiateRequest({ order_id: order.id })
      const { products } = await world.admin.admin.product.list({ handle: "cardamom-coffee", fields: "id,*variants" })
      await world.admin.admin.orderEdit.addItems(order.id, {
        items: [{ variant_id: products[0].variants?.[0].id ?? "", quantity: 1 }],
      })
      await world.admin.admin.orderEdit.confirm(order.id)
      world.emulator.act(checkout.id, "pay")
      await world.comeBack(checkout)
      const books = await world.books(order.id)
      expect(books.captured).toBeCloseTo(TOTAL + checkout.amount)
      expect(books.transactions).toBeCloseTo(books.captured)
      expect(books.total).toBeGreaterThan(books.captured)
      expect(await row(checkout)).toMatchObject({ status: "settled", attention: null })
    })

    /** An edited order, cancelled while the page of what it still owed was open. */
    const cancelledMeanwhile = async () => {
      const { order, shopper, checkout: first } = await world.paidOrder()
      const collection = await world.addToOrder(order.id)
      const checkout = world.checkoutOf((await shopper.payCollection(collection)).id)
      refundFirst(first)
      await world.act((await row(first)).id, "sync")
      await world.admin.admin.order.cancel(order.id)
      const paidOnceMore = () => {
        throw new Error("a payment was started for a cancelled order")
      }
      // While the plugin takes the unpaid sessions away, Medusa refuses because it cannot delete them a second time.
      await until("the refusal", async () =>
        /cancelled/.test(await shopper.payCollection(collection).then(paidOnceMore, String))
      )
      return { order, checkout }
    }

    inExtended("cannot be paid after the order is cancelled: its page is closed", async () => {
      const { order, checkout } = await cancelledMeanwhile()
      expect(world.emulator.books.checkout(checkout.id)).toMatchObject({ status: "CANCELLED" })
      expect(await world.books(order.id)).toMatchObject({ captured: TOTAL, refunded: TOTAL })
    })

    inDocumented(
      "is not to be paid once the order is cancelled, and money that comes all the same is a case",
      async () => {
        const { order, checkout } = await cancelledMeanwhile()
        world.emulator.act(checkout.id, "pay")
        await world.reconcile(checkout)
        expect(await row(checkout)).toMatchObject({ attention: "canceled_not_refunded" })
        expect(await world.books(order.id)).toMatchObject({ captured: TOTAL, refunded: TOTAL })
      }
    )

    inEither("can be paid although the order was free when it was placed", async () => {
      const codes = await Promise.all(
        (["items", "shipping_methods"] as const).map(async (target_type) => {
          const { promotion } = await world.admin.admin.promotion.create({
            code: `FREE-${target_type}`,
            type: "standard",
            status: "active",
            application_method: { type: "percentage", target_type, allocation: "across", value: 100 },
          })
          return promotion.code ?? ""
        })
      )
      const shopper = world.shopper()
      const cart = await shopper.fillCart()
      await shopper.sdk.client.fetch(`/store/carts/${cart.id}/promotions`, {
        method: "POST",
        body: { promo_codes: codes },
      })
      expect((await shopper.cart(cart.id)).total).toBe(0)
      const completion = await shopper.complete(cart.id)
      expect(completion.type).toBe("order")
      const order = await world.order(cart.id)
      const collection = await world.addToOrder(order.id)
      const checkout = world.checkoutOf((await shopper.payCollection(collection)).id)
      expect(checkout.amount).toBeGreaterThan(0)
      world.emulator.act(checkout.id, "pay")
      expect((await world.comeBack(checkout)).pathname).toBe(`/ae/order/${order.id}/confirmed`)
      expect(await world.books(order.id)).toMatchObject({ captured: checkout.amount, transactions: checkout.amount })
    })
  })

  describe("a step that fails after the payment", () => {
    const paymentsOf = async (checkout: { id: string }) => {
      const { payments } = await world.admin.admin.payment.list({ limit: 100, order: "-created_at", fields: "id,data" })
      return payments.filter(({ data }) => data?.checkout_id === checkout.id)
    }
    /** Paid, and tried three times while the step fails. */
    const failingThreeTimes = async () => {
      const { cart, checkout } = await world.startedPayment()
      await world.letCompletionFail(cart.id, true)
      world.emulator.act(checkout.id, "pay")
      for (let round = 0; round < 3; round += 1) {
        await world.reconcile(checkout)
      }
      expect(await paymentsOf(checkout)).toHaveLength(1)
      await world.letCompletionFail(cart.id, false)
      return { cart, checkout }
    }

    inExtended("never creates a second payment of one checkout, and refunds it", async () => {
      const { checkout } = await failingThreeTimes()
      expect(world.emulator.books.checkout(checkout.id)).toMatchObject({ status: "REFUNDED" })
    })

    inDocumented(
      "never makes a second payment of one checkout, and places the order once the step is mended",
      async () => {
        const { cart, checkout } = await failingThreeTimes()
        await world.reconcile(checkout)
        const order = await world.order(cart.id)
        expect(await world.books(order.id)).toMatchObject({ captured: TOTAL, transactions: TOTAL })
        expect(await paymentsOf(checkout)).toHaveLength(1)
      }
    )
  })

  describe("a refund that was made in the gateway's dashboard", () => {
    /** What the gateway tells of a refund of 30.20, and so what a person must say. */
    const told30 = pick<{
      shown: number | null
      refused: [Record<string, unknown>, RegExp][]
      accepted: Record<string, unknown>
    }>({
      documented: {
        shown: null,
        refused: [
          [{}, /amount: is required/],
          [{ amount: 110.2 }, /must be less than/],
        ],
        accepted: { amount: 30.2 },
      },
      extended: { shown: 30.2, refused: [[{ amount: 12 }, /30\.20 AED/]], accepted: {} },
    })

    it("is found automatically, and recorded in Medusa with the same amount", async () => {
      const { order, checkout } = await world.paidOrder()
      expect(await row(checkout)).toMatchObject({ watch_at: expect.any(String), next_check_at: null })
      world.emulator.refund(checkout.id, "30.2", "AED")
      await world.runJob()
      expect((await row(checkout)).attention).toBeNull()
      await world.passHours(checkout, 30)
      await world.runJob()
      const told = await row(checkout)
      expect(told.attention).toBe("refunded_outside")
      const { checkout: shown } = await world.admin.client.fetch<{ checkout: { unrecorded_refund: number | null } }>(
        `/admin/webcheckout/checkouts/${told.id}`
      )
      expect(shown.unrecorded_refund).toBe(told30.shown)
      for (const [body, words] of told30.refused) {
        await expect(world.act(told.id, "record-refund", body)).rejects.toThrow(words)
      }
      const calls = world.emulator.callsTo("refundCheckout").length
      const recorded = await world.act(told.id, "record-refund", told30.accepted)
      expect(recorded).toMatchObject({ attention: null, actions: [{ action: "record_refund" }] })
      expect(world.emulator.callsTo("refundCheckout")).toHaveLength(calls)
      expect(await world.books(order.id)).toMatchObject({ refunded: 30.2, transactions: 80 })
      await expect(world.act(told.id, "record-refund", { amount: 30.2 })).rejects.toThrow(
        pick({ documented: /idempotency_key: is required/, extended: /no refund outside Medusa/ })
      )
    })
  })

  inEither("lets the storefront's address forget the order some days after it settled", async () => {
    const { checkout, order } = await world.paidOrder()
    expect((await world.comeBack(checkout)).pathname).toContain(order.id)
    await world.passHours(checkout, 24 * 8)
    expect((await visit(checkout.returnUrl)).location).toBe(world.storefrontUrl)
  })
})
