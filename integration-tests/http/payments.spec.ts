import { describeInBothModes } from "../harness/modes"
import { until } from "../harness/shop"
import { World, type ShownCheckout } from "../harness/world"

const TOTAL = 110.2

describeInBothModes("the payments of the admin", ({ extendedApi, inDocumented, inExtended, inEither, pick }) => {
  let world: World

  beforeAll(async () => {
    world = await World.shared({ extendedApi })
  })

  afterEach(() => {
    world.emulator.faults.clear()
    world.emulator.setAway(false)
  })

  afterAll(() => world.stop())

  const list = (query: Record<string, unknown>) =>
    world.admin.client.fetch<{ checkouts: ShownCheckout[]; count: number; is_more: boolean }>(
      "/admin/webcheckout/checkouts",
      { query }
    )
  const idsOf = async (query: Record<string, unknown>) => (await list(query)).checkouts.map(({ id }) => id)
  const rowOf = async ({ id }: { id: string }) => (await world.ledger({ checkout_id: id }))[0]
  const details = async (id: string) =>
    (await world.admin.client.fetch<{ checkout: ShownCheckout }>(`/admin/webcheckout/checkouts/${id}`)).checkout

  /** Paid, and its cart is gone: there is no order, and never will be. */
  const paidWithoutOrder = async () => {
    const started = await world.startedPayment()
    await world.disturb({ delete_cart: started.cart.id })
    world.emulator.act(started.checkout.id, "pay")
    await world.reconcile(started.checkout)
    return { ...started, row: await rowOf(started.checkout) }
  }

  inEither("finds a payment by each of its identifiers", async () => {
    const email = `finder-${Date.now()}@shop.example`
    const { cart, checkout, order } = await world.paidOrder({ email })
    const { checkout: open } = await world.startedPayment({ email })
    const row = await rowOf(checkout)
    const names = [
      row.order_reference,
      row.order_reference.slice(0, 6).toLowerCase(),
      `#${order.display_id}`,
      String(order.display_id),
      cart.id,
      order.id,
      row.request_id,
      row.id,
      checkout.id,
    ]
    for (const name of names) {
      expect({ name, ids: await idsOf({ q: name }) }).toEqual({ name, ids: [row.id] })
    }
    const both = await idsOf({ q: email.toUpperCase(), order: "created_at" })
    expect(both).toEqual([row.id, (await rowOf(open)).id])
    expect(await list({ q: "nobody@shop.example" })).toMatchObject({ checkouts: [], count: 0, is_more: false })
    expect(await idsOf({ q: "%" })).toEqual([])
  })

  inEither("shows the order and the customer behind each", async () => {
    const email = `shown-${Date.now()}@shop.example`
    const { checkout, order } = await world.paidOrder({ email })
    const [row] = (await list({ checkout_id: checkout.id })).checkouts
    expect(row).toMatchObject({
      order: { id: order.id, display_id: order.display_id, status: "pending" },
      customer: { email, id: expect.any(String) },
    })
    const open = await world.startedPayment({ email })
    expect((await list({ checkout_id: open.checkout.id })).checkouts[0]).toMatchObject({
      order: null,
      customer: { email },
    })
  })

  inEither("refuses a wrong order, page or time, and names it", async () => {
    const wrong = {
      order: "-cart.email",
      offset: -1,
      limit: "99999999999999999999",
      created_at: { $gte: "2026-02-30" },
    }
    for (const [field, value] of Object.entries(wrong)) {
      await expect(list({ [field]: value })).rejects.toMatchObject({
        status: 400,
        message: expect.stringContaining(field),
      })
    }
  })

  inEither("filters and sorts", async () => {
    const { row } = await paidWithoutOrder()
    const since = { created_at: { $gte: row.created_at } }
    expect(await idsOf({ ...since, needs_person: true })).toEqual([row.id])
    expect(await idsOf({ ...since, needs_person: false })).not.toContain(row.id)
    expect(await idsOf({ ...since, attention: "paid_without_order" })).toEqual([row.id])
    expect(await idsOf({ ...since, attention: "paid_twice" })).toEqual([])
    expect(await idsOf({ ...since, gateway_status: ["PAID", "FAILED"], account: "default" })).toEqual([row.id])
    expect(await idsOf({ ...since, environment: "live" })).toEqual([])
    expect(await idsOf({ ...since, account: "other" })).toEqual([])
    expect(await idsOf({ ...since, currency_code: "jpy" })).toEqual([])
    expect(await idsOf({ ...since, currency_code: "aed" })).toEqual([row.id])
    const { checkout: dear } = await world.startedPayment({ quantity: 3 })
    const byAmount = await idsOf({ ...since, order: "-amount" })
    expect(byAmount).toEqual([(await rowOf(dear)).id, row.id])
    expect(await idsOf({ ...since, order: "-amount", limit: 1, offset: 1 })).toEqual([row.id])
    await expect(list({ offset: 5_000 })).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/offset/),
    })
    expect(await idsOf({ ...since, environment: ["test", "live"], limit: 1 })).toHaveLength(1)
    await expect(list({ attention: "nothing" })).rejects.toMatchObject({ status: 400 })
  })

  it("shows the events of all attempts at one purchase, and who acted", async () => {
    const { shopper, cart, checkout: first } = await world.startedPayment()
    world.emulator.act(first.id, "decline")
    await world.comeBack(first)
    const session = await shopper.startPayment(cart)
    const second = world.checkoutOf(session.id)
    world.emulator.act(second.id, "pay")
    await world.comeBack(second)
    const { id } = await rowOf(second)
    await world.act(id, "sync")
    const shown = await details(id)
    expect(shown.attempts?.map(({ gateway_status }) => gateway_status)).toEqual(["FAILED", "PAID"])
    const line = (shown.time_line ?? []).map(({ what, detail }) => [what, detail])
    // Medusa ends the old session while it begins the new one, and the books are compared when it suits them.
    expect(line.filter(([what]) => what !== "agreed" && what !== "superseded")).toEqual([
      ["created", null],
      ["handed_out", "PENDING"],
      ["answered", "PENDING"],
      ["answered", "FAILED"],
      ["created", null],
      ["handed_out", "PENDING"],
      ["answered", "PENDING"],
      ["answered", "PAID"],
      ["settled", null],
      ["sync", null],
      ["asked", "PAID"],
    ])
    expect(shown.time_line).toContainEqual(
      expect.objectContaining({ what: "sync", actor: expect.stringContaining("@") })
    )
    expect(shown).toMatchObject({
      can: { sync: true, place_order: false, record_refund: false, resolve: false },
      refund: null,
      customer: { email: "aisha@shop.example" },
    })
  })

  inExtended("shows a further refund although the status is unchanged", async () => {
    const { checkout } = await world.paidOrder()
    const { id } = await rowOf(checkout)
    for (const amount of ["30", "20"]) {
      world.emulator.refund(checkout.id, amount, "AED")
      await world.act(id, "sync")
    }
    const answers = (await details(id)).time_line?.filter(({ what }) => what === "answered")
    expect(answers?.map(({ detail, amount }) => [detail, amount])).toEqual([
      ["PENDING", null],
      ["PAID", null],
      ["PARTIALLY_REFUNDED", 30],
      ["PARTIALLY_REFUNDED", 50],
    ])
  })

  it("lists the actions on a case", async () => {
    const { row } = await paidWithoutOrder()
    expect(await details(row.id)).toMatchObject({
      advice: expect.stringMatching(/refund the payment/),
      can: { sync: true, place_order: true, record_refund: false, resolve: true },
      refund: pick({ documented: null, extended: { kind: "whole", amount: TOTAL } }),
    })
  })

  inDocumented("cannot be refunded from here", async () => {
    const { row, checkout } = await paidWithoutOrder()
    const refund = world.act(row.id, "refund", { attention: "paid_without_order", amount: TOTAL })
    await expect(refund).rejects.toMatchObject({ status: 400, message: expect.stringMatching(/dashboard/) })
    expect(world.emulator.books.checkout(checkout.id).refunds).toEqual([])
  })

  inExtended("a case is refunded once, however many people ask", async () => {
    const { row, checkout } = await paidWithoutOrder()
    const refund = () =>
      world.act(row.id, "refund", { attention: "paid_without_order", amount: TOTAL, note: "The cart is gone" })
    const answers = await Promise.allSettled([refund(), refund(), refund()])
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    for (const answer of answers) {
      expect(answer).toMatchObject(answer.status === "fulfilled" ? {} : { reason: { status: 400 } })
    }
    expect(world.emulator.books.checkout(checkout.id).refunds).toHaveLength(1)
    const shown = await details(row.id)
    expect(shown).toMatchObject({ status: "closed", gateway_status: "REFUNDED", attention: null, refund: null })
    expect(shown.time_line).toContainEqual(
      expect.objectContaining({ what: "refund_wanted", actor: expect.stringContaining("@"), note: "The cart is gone" })
    )
    expect(shown.time_line).toContainEqual(expect.objectContaining({ what: "refund", amount: TOTAL, detail: "done" }))
    const ofCase = shown.time_line?.filter(({ what }) => what.startsWith("case_"))
    expect(ofCase?.map(({ what, detail }) => [what, detail])).toEqual([
      ["case_opened", "paid_without_order"],
      ["case_ended", "paid_without_order"],
    ])
  })

  inExtended("a case that has changed is not refunded, nor is another amount", async () => {
    const { row, checkout } = await paidWithoutOrder()
    await expect(world.act(row.id, "refund", { attention: "paid_twice", amount: TOTAL })).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/has changed/),
    })
    world.emulator.refund(checkout.id, "10", "AED")
    await expect(world.act(row.id, "refund", { attention: "paid_without_order", amount: TOTAL })).rejects.toMatchObject(
      { status: 400, message: expect.stringMatching(/now 100\.20 AED/) }
    )
    await expect(world.act(row.id, "refund", { attention: "paid_without_order", amount: -1 })).rejects.toMatchObject({
      status: 400,
    })
    expect(world.emulator.books.checkout(checkout.id).refunds).toHaveLength(1)
  })

  inExtended(
    "a case whose refund had no answer is over when the gateway has made it, and nothing is sent twice",
    async () => {
      const { row, checkout } = await paidWithoutOrder()
      world.emulator.fault({ operation: "refundCheckout", kind: "drop-after", checkoutId: checkout.id })
      expect(await world.act(row.id, "refund", { attention: "paid_without_order", amount: TOTAL })).toMatchObject({
        status: "closed",
        attention: null,
      })
      expect(world.emulator.books.checkout(checkout.id).refunds).toHaveLength(1)
    }
  )

  inExtended(
    "a case whose process died in the refund is brought to its end by the job, and its person is named",
    async () => {
      const { row, checkout } = await paidWithoutOrder()
      // What such a process leaves behind: the action and the intent are committed, the money went back, nobody heard of it.
      world.emulator.refund(checkout.id, String(TOTAL), "AED")
      const { users } = await world.admin.admin.user.list()
      await world.sql(
        `INSERT INTO webcheckout_history (id, subject_id, what, actor_id) VALUES ('whis_died', $1, 'refund', $2)`,
        [row.id, users[0].id]
      )
      await world.sql(
        `INSERT INTO webcheckout_refund (id, ledger_id, kind, amount, raw_amount, refunded_before, raw_refunded_before, status, created_at)
       VALUES ('wref_died', $1, 'case', 110.2, '{"value":"110.2"}', 0, '{"value":"0"}', 'open', now() - interval '1 hour')`,
        [row.id]
      )
      await world.reconcile(checkout)
      expect(await details(row.id)).toMatchObject({ status: "closed", attention: null, gateway_status: "REFUNDED" })
      expect((await details(row.id)).time_line).toContainEqual(
        expect.objectContaining({ what: "refund_wanted", actor: expect.stringContaining("@") })
      )
      expect(world.emulator.books.checkout(checkout.id).refunds).toHaveLength(1)
    }
  )

  inExtended("a case that was refunded in the dashboard is closed when a person presses refund", async () => {
    const { row, checkout } = await paidWithoutOrder()
    world.emulator.refund(checkout.id, String(TOTAL), "AED")
    expect(await world.act(row.id, "refund", { attention: "paid_without_order", amount: TOTAL })).toMatchObject({
      status: "closed",
      attention: null,
    })
    expect(world.emulator.books.checkout(checkout.id).refunds).toHaveLength(1)
  })

  inExtended("a case's refund is never mistaken for an older unassigned one", async () => {
    const { row, checkout } = await paidWithoutOrder()
    const half = TOTAL / 2
    world.emulator.refund(checkout.id, String(half), "AED")
    await world.sql(
      `INSERT INTO webcheckout_refund (id, ledger_id, kind, refund_id, amount, raw_amount, refunded_before, raw_refunded_before, status)
       VALUES ('wref_unclaimed', $1, 'medusa', 'ref_undone', $2, $3, 0, '{"value":"0"}', 'unclaimed')`,
      [row.id, half, JSON.stringify({ value: String(half) })]
    )
    await world.act(row.id, "sync")
    const { attention, refund } = await details(row.id)
    await world.act(row.id, "refund", { attention, amount: refund?.amount })
    expect(world.emulator.books.checkout(checkout.id)).toMatchObject({ status: "REFUNDED" })
    expect(world.emulator.books.checkout(checkout.id).refunds).toHaveLength(2)
  })

  inExtended("a cancelled order is refunded from its case, and Medusa's books show it", async () => {
    const { order, checkout } = await world.paidOrder()
    world.emulator.fault({ operation: "refundCheckout", kind: "status-before", status: 400 })
    await world.disturb({ cancel_order: order.id })
    const told = await until("the case", async () => {
      const row = await rowOf(checkout)
      return row.attention === "canceled_not_refunded" && row
    })
    world.emulator.faults.clear()
    const shown = await world.act(told.id, "refund", { attention: "canceled_not_refunded", amount: TOTAL })
    expect(shown).toMatchObject({ status: "settled", gateway_status: "REFUNDED", attention: null })
    expect(await world.books(order.id)).toMatchObject({ captured: TOTAL, refunded: TOTAL, transactions: 0 })
    expect(world.emulator.books.checkout(checkout.id).refunds).toHaveLength(1)
  })
})
