import { escaped } from "../harness/escaped"
import { describeInBothModes } from "../harness/modes"
import { payWithoutOrder } from "../harness/pay-without-order"
import { until } from "../harness/shop"
import { World, type ShownCheckout } from "../harness/world"

/** No row goes out of sight: what is asked, and when, of rows that a person has, had, or should have been told of. */
describeInBothModes("a row of the ledger", ({ extendedApi, inDocumented, inExtended, inEither }) => {
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

  const set = (checkout: { id: string }, columns: string) =>
    world.sql(`UPDATE webcheckout_checkout SET ${columns} WHERE checkout_id = $1`, [checkout.id])

  const watchOf = (checkout: { id: string }) =>
    world.sql<{ watch_at: Date | null }>("SELECT watch_at FROM webcheckout_checkout WHERE checkout_id = $1", [
      checkout.id,
    ])

  const paidTwice = async () => {
    const { order, checkout } = await world.paidOrder()
    await world.setCase(checkout, "paid_twice")
    return { order, checkout, id: (await row(checkout)).id }
  }

  it("is closed only in the state that the person saw, after the gateway has confirmed it", async () => {
    const { checkout, id } = await paidTwice()
    const seen = await world.caseOf(id)
    world.emulator.refund(checkout.id, "20", "AED")
    const answer = await fetch(`${world.store.url}/admin/webcheckout/checkouts/${id}/resolve`, {
      method: "POST",
      headers: { authorization: `Bearer ${await world.admin.client.getToken()}`, "content-type": "application/json" },
      body: JSON.stringify({ note: "It is the only one.", case: seen }),
    })
    expect(answer.status).toBe(409)
    const { message, checkout: shown }: { message: string; checkout: ShownCheckout & { case: string } } =
      await answer.json()
    expect(message).toMatch(/The case of this payment has changed/)
    expect(shown).toMatchObject({ id, attention: "paid_twice", gateway_status: "PARTIALLY_REFUNDED" })
    expect(shown.case).not.toBe(seen)

    world.emulator.setAway(true)
    await expect(world.act(id, "resolve", { note: "20 agreed upon", case: shown.case })).rejects.toMatchObject({
      status: 503,
    })
    expect(await row(checkout)).toMatchObject({ attention: "paid_twice", resolved_at: null })
    world.emulator.setAway(false)
    const closed = await world.act(id, "resolve", { note: "20 agreed upon", case: shown.case })
    expect(closed).toMatchObject({ attention: null, actions: [{ action: "resolve", note: "20 agreed upon" }] })
  })

  inEither("is not closed if the person cannot be recorded", async () => {
    const { checkout, id } = await paidTwice()
    const by = { note: "It is the only one.", case: await world.caseOf(id) }
    await world.sql(
      "ALTER TABLE webcheckout_history ADD CONSTRAINT none_of_this CHECK (note <> 'It is the only one.') NOT VALID"
    )
    await expect(world.act(id, "resolve", by)).rejects.toMatchObject({ status: 500 })
    await world.sql("ALTER TABLE webcheckout_history DROP CONSTRAINT none_of_this")
    expect(await row(checkout)).toMatchObject({ attention: "paid_twice", resolved_at: null })
    expect(await world.act(id, "resolve", by)).toMatchObject({ attention: null })
  })

  inEither("is closed without an answer if the gateway cannot give one", async () => {
    const { checkout, id } = await paidTwice()
    await world.setCase(checkout, "unanswered")
    world.emulator.setAway(true)
    expect(await world.act(id, "resolve", { note: "Seen in the dashboard." })).toMatchObject({ attention: null })
    world.emulator.setAway(false)

    const before = world.emulator.callsTo("getCheckout").length
    await world.setCase(checkout, "paid_twice")
    await set(checkout, "account = 'gone'")
    expect(await world.act(id, "resolve", { note: "The account was given up." })).toMatchObject({ attention: null })
    expect(world.emulator.callsTo("getCheckout")).toHaveLength(before)

    await world.setCase(checkout, "paid_twice")
    await set(checkout, "account = 'default'")
    world.emulator.fault({ operation: "getCheckout", kind: "status-before", status: 404, checkoutId: checkout.id })
    expect(await world.act(id, "resolve", { note: "The service knows nothing of it." })).toMatchObject({
      attention: null,
    })
  })

  inEither("is first checked half a minute after the payment was started", async () => {
    const { checkout } = await world.startedPayment()
    const [{ seconds }] = await world.sql<{ seconds: number }>(
      "SELECT extract(epoch FROM next_check_at - created_at)::float AS seconds FROM webcheckout_checkout WHERE checkout_id = $1",
      [checkout.id]
    )
    expect(Math.abs(seconds - 30)).toBeLessThan(5)
  })

  inEither("is asked about daily while its case is open", async () => {
    const { cart, checkout } = await world.startedPayment()
    await world.disturb({ delete_cart: cart.id })
    world.emulator.act(checkout.id, "pay")
    await world.reconcile(checkout)
    const opened = await row(checkout)
    expect(opened).toMatchObject({ attention: "paid_without_order", next_check_at: expect.any(String) })
    world.emulator.refund(checkout.id, String(checkout.amount), "AED")
    await world.passHours(checkout, 30)
    await world.runJob()
    expect(await row(checkout)).toMatchObject({ attention: null, status: "closed", gateway_status: "REFUNDED" })
  })

  inEither("that ended unpaid and was paid later becomes an order", async () => {
    const { cart, checkout } = await world.startedPayment()
    world.emulator.act(checkout.id, "expire")
    await world.reconcile(checkout)
    expect(await row(checkout)).toMatchObject({ status: "closed", next_check_at: null })
    world.emulator.books.checkout(checkout.id).status = "PAID"
    await world.passHours(checkout, 2)
    await world.runJob()
    expect((await world.order(cart.id)).payment_status).toBe("captured")
  })

  inEither("about which the gateway fails for days becomes a case", async () => {
    const { checkout } = await world.startedPayment()
    world.emulator.fault({
      operation: "getCheckout",
      kind: "status-before",
      status: 500,
      times: 100,
      checkoutId: checkout.id,
    })
    await world.passHours(checkout, 80)
    // The account answers about the others.
    await world.paidOrder()
    await world.runJob()
    expect(await row(checkout)).toMatchObject({ attention: "unanswered", next_check_at: expect.any(String) })
  })

  inEither(
    "about which the gateway refuses answers for days becomes a case, but not one that had ended unpaid",
    async () => {
      const open = await world.startedPayment()
      const ended = await world.startedPayment()
      world.emulator.act(ended.checkout.id, "decline")
      await world.reconcile(ended.checkout)
      for (const { checkout } of [open, ended]) {
        world.emulator.fault({
          operation: "getCheckout",
          kind: "status-before",
          status: 404,
          times: 100,
          checkoutId: checkout.id,
        })
        await world.passHours(checkout, 80)
      }
      await world.runJob()
      expect(await row(open.checkout)).toMatchObject({ attention: "unanswered", next_check_at: expect.any(String) })
      expect(await row(ended.checkout)).toMatchObject({ attention: null, status: "closed", next_check_at: null })
      const [{ watch_at }] = await watchOf(ended.checkout)
      expect(watch_at).toBeNull()
    }
  )

  const UNASKABLE: [string, string, number, RegExp][] = [
    ["whose credentials are refused", "default", 401, /credentials/],
    ["that the options no longer have", "gone", 404, /missing from the plugin options/],
  ]

  UNASKABLE.forEach(([what, account, status, why]) =>
    inEither(`of an account ${what} is told with the others of the account, once`, async () => {
      const { checkout } = await world.startedPayment()
      await set(checkout, `account = '${account}'`)
      world.emulator.fault({
        operation: "getCheckout",
        kind: "status-before",
        status,
        times: 100,
        checkoutId: checkout.id,
      })
      await world.passHours(checkout, 80)
      const { id } = await row(checkout)
      for (let round = 0; round < 2; round += 1) {
        await world.runJob()
        await world.tell()
      }
      expect(await row(checkout)).toMatchObject({ attention: "unanswered", next_check_at: expect.any(String) })
      expect(await world.bell(id)).toEqual([])
      const notices = (await world.bell(account)).filter(({ data }) => why.test(data.description ?? ""))
      expect(notices).toMatchObject([
        { data: { title: expect.stringMatching(/^No usable answer about \d+ payments?$/) } },
      ])
      await set(checkout, "account = 'default'")
    })
  )

  inEither("ignores one answer that contradicts its payment, and accepts the second", async () => {
    const { checkout } = await world.paidOrder()
    const { id } = await row(checkout)
    const sync = async () => {
      world.emulator.fault({
        operation: "getCheckout",
        kind: "patch",
        patch: { status: "PENDING" },
        checkoutId: checkout.id,
      })
      return world.act(id, "sync")
    }
    await expect(sync()).rejects.toMatchObject({ status: 503, message: expect.stringMatching(/PENDING.*PAID/) })
    await expect(sync()).rejects.toMatchObject({ status: 503 })
    expect(await row(checkout)).toMatchObject({ gateway_status: "PAID", attention: null })
    await world.passHours(checkout, 0.01)
    expect(await sync()).toMatchObject({ gateway_status: "PENDING", next_check_at: expect.any(String) })
    expect(await world.act(id, "sync")).toMatchObject({ gateway_status: "PAID", attention: null })
  })

  inDocumented("becomes a case when the gateway reverses a refund that Medusa never recorded", async () => {
    const { checkout } = await world.paidOrder()
    const { id } = await row(checkout)
    world.emulator.refund(checkout.id, "10", "AED")
    await world.act(id, "sync")
    await world.act(id, "resolve", { note: "Not ours.", case: await world.caseOf(id) })
    const patch = { status: "PAID", totalRefunded: 0 }
    world.emulator.fault({ operation: "getCheckout", kind: "patch", patch, checkoutId: checkout.id, times: 50 })
    await expect(world.act(id, "sync")).rejects.toMatchObject({ status: 503 })
    await world.passHours(checkout, 0.01)
    // The books agree again, so the case closes once it was reported, possibly during this very sync. It is not opened again.
    await world.act(id, "sync")
    await until("the notification", async () => (await world.bell(id)).length === 2)
    const ended = await world.act(id, "sync")
    expect(ended).toMatchObject({ gateway_status: "PAID", attention: null, agreed_at: expect.any(String) })
    expect(ended.cases).toMatchObject([
      { attention: "refunded_outside", note: "Not ours." },
      { attention: "partially_refunded", told_at: expect.any(String), closed_by: null },
    ])
    const events = (await world.events()).filter(({ data }) => data.id === id).map(({ data }) => data.reason)
    expect(events).toContain("partially_refunded")
  })

  inDocumented(
    "has a second partial refund recorded too, each once, and the statement says what is not reported",
    async () => {
      const { order, checkout } = await world.paidOrder()
      const { id } = await row(checkout)
      world.emulator.refund(checkout.id, "10", "AED")
      expect(await world.act(id, "sync")).toMatchObject({ attention: "refunded_outside" })
      expect(await world.act(id, "record-refund", { amount: 10 })).toMatchObject({ attention: null })
      world.emulator.refund(checkout.id, "20", "AED")
      const { can } = (await world.act(id, "sync")) as ShownCheckout & { can: Record<string, boolean> }
      expect(can.record_refund).toBe(true)
      await expect(world.act(id, "record-refund", { amount: 20 })).rejects.toThrow(/idempotency_key: is required/)
      for (let press = 0; press < 2; press += 1) {
        await world.act(id, "record-refund", { amount: 20, idempotency_key: "second" })
      }
      expect(await world.books(order.id)).toMatchObject({ refunded: 30 })
      await expect(
        world.act(id, "record-refund", { amount: checkout.amount - 30, idempotency_key: "third" })
      ).rejects.toThrow(/amount: must be less than/)
      const { sums } = await world.statement()
      expect(sums[0]).toMatchObject({ agree: false, untold: expect.any(Number) })
    }
  )

  inEither("that was refunded before its case was closed shows that in Medusa", async () => {
    const { cart, checkout } = await world.startedPayment()
    await payWithoutOrder(world, { cart, checkout })
    const { id } = await row(checkout)
    // What Medusa shows as paid or reserved, and not as given back.
    const standing = () =>
      world.sql(
        `SELECT payment.id FROM payment
         JOIN webcheckout_checkout AS row ON row.payment_collection_id = payment.payment_collection_id
         LEFT JOIN refund ON refund.payment_id = payment.id AND refund.deleted_at IS NULL
         WHERE row.id = $1 AND payment.canceled_at IS NULL AND refund.id IS NULL`,
        [id]
      )
    expect(await standing()).toHaveLength(1)
    world.emulator.refund(checkout.id, String(checkout.amount), "AED")
    await expect(world.act(id, "resolve", { note: "Given back." })).rejects.toMatchObject({ status: 409 })
    await world.act(id, "resolve", { note: "Given back." })
    await world.runJob()
    expect(await standing()).toEqual([])
  })

  inEither("without a usable answer is no longer a case after the next answer", async () => {
    const { cart, checkout } = await world.startedPayment()
    await world.setCase(checkout, "unanswered")
    await set(checkout, "next_check_at = now()")
    world.emulator.act(checkout.id, "pay")
    await world.runJob()
    expect((await world.order(cart.id)).payment_status).toBe("captured")
    expect(await row(checkout)).toMatchObject({ attention: null, status: "settled" })
  })

  inEither("with an authorized amount is counted separately, and people are reminded of it", async () => {
    const { checkout } = await world.startedPayment()
    world.emulator.act(checkout.id, "authorize")
    await world.comeBack(checkout)
    expect(await world.ledger({ checkout_id: checkout.id, gateway_status: "AUTHORIZED" })).toMatchObject([
      { reserved_at: expect.any(String) },
    ])
    const { sums } = await world.statement()
    expect(Number(sums[0].reserved)).toBeGreaterThanOrEqual(checkout.amount)
    await world.tell()
    expect(await world.bell("reserved")).toEqual([])
    await set(checkout, "reserved_at = now() - interval '1 day'")
    await world.tell()
    await world.tell()
    expect((await world.bell("reserved")).map(({ data }) => data.title)).toEqual([
      "The amount of 1 payment is reserved but not captured",
    ])
    world.emulator.act(checkout.id, "capture")
    await world.reconcile(checkout)
    expect(await row(checkout)).toMatchObject({ gateway_status: "PAID", reserved_at: null })
  })

  inExtended(
    "gets a case for each refund that the gateway does not show, even if its answer is unchanged",
    async () => {
      const { order, checkout } = await world.paidOrder()
      const payment = order.payment_collections?.[0].payments?.[0].id ?? ""
      const { id } = await row(checkout)
      const refundAndForget = async () => {
        world.emulator.faults.clear()
        await world.admin.admin.payment.refund(payment, { amount: 10 })
        await world.passHours(checkout, 1)
        expect(await world.act(id, "sync")).toMatchObject({ attention: null, agreed_at: expect.any(String) })
        const patch = { status: "PAID", totalRefunded: 0 }
        world.emulator.fault({ operation: "getCheckout", kind: "patch", patch, checkoutId: checkout.id, times: 50 })
        await expect(world.act(id, "sync")).rejects.toMatchObject({ status: 503 })
        await world.passHours(checkout, 1)
        expect(await world.act(id, "sync")).toMatchObject({ attention: "refund_missing" })
      }
      await refundAndForget()
      await world.act(id, "resolve", { note: "asked the payment service", case: await world.caseOf(id) })
      expect(await world.act(id, "sync")).toMatchObject({ attention: null })
      await refundAndForget()
    }
  )

  inEither("keeps a case that only a person closes beside one that agreement ends", async () => {
    const { checkout } = await world.paidOrder()
    const { id } = await row(checkout)
    await world.setCase(checkout, "amount_mismatch")
    world.emulator.refund(checkout.id, "5", "AED")
    expect(await world.act(id, "sync")).toMatchObject({
      attention: "amount_mismatch",
      cases: [
        { attention: "amount_mismatch", closed_at: null },
        { attention: "refunded_outside", said: { gateway_status: "PARTIALLY_REFUNDED" }, closed_at: null },
      ],
    })
    await until("both to be told", async () => (await world.bell(id)).length === 2)
    const recorded = await world.act(id, "record-refund", extendedApi ? {} : { amount: 5 })
    expect(recorded).toMatchObject({
      attention: "amount_mismatch",
      cases: [
        { attention: "amount_mismatch", closed_at: null },
        { attention: "refunded_outside", closed_at: expect.any(String), closed_by: null, note: null },
      ],
    })
  })

  inEither("is closed by its reason if there are several, and the others stay open", async () => {
    const { checkout, id } = await paidTwice()
    world.emulator.refund(checkout.id, "5", "AED")
    const { cases = [] } = await world.act(id, "sync")
    expect(cases.map(({ attention }) => attention)).toEqual(["paid_twice", "refunded_outside"])
    const names = cases.map(({ attention, case: name }) => `${attention} \\(${escaped(name ?? "")}\\)`).join(", ")
    await expect(world.act(id, "resolve", { note: "Which?" })).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(new RegExp(`^case: is required, .*: ${names}`)),
    })
    await expect(world.act(id, "refund", { amount: 5 })).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/^case: is required/),
    })
    const closed = await world.act(id, "resolve", { note: "Known.", case: cases[1].case })
    expect(closed).toMatchObject({
      attention: "paid_twice",
      resolved_at: null,
      cases: [
        { attention: "paid_twice", closed_at: null },
        { attention: "refunded_outside", closed_at: expect.any(String), closed_by: expect.any(String), note: "Known." },
      ],
    })
    // What a person has closed does not come back while the gateway says the same.
    expect(await world.act(id, "sync")).toMatchObject({ attention: "paid_twice", can: { resolve: true } })
    expect(await world.act(id, "resolve", { note: "Seen.", case: "paid_twice" })).toMatchObject({
      attention: null,
      resolved_at: expect.any(String),
    })
  })
})
