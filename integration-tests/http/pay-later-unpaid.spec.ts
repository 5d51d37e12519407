import { LaterShop, TOTAL } from "../harness/later-shop"
import type { Mailbox } from "../harness/mailbox"
import { describeInBothModes } from "../harness/modes"
import { Payer } from "../harness/payer"
import { SYSTEM } from "../harness/payment-providers"
import { PROVIDER, until } from "../harness/shop"
import { LATER } from "../harness/wholesale"
import type { World } from "../harness/world"

describeInBothModes("an order that is not paid in time", ({ extendedApi, inDocumented, inExtended, inEither }) => {
  let shop: LaterShop
  let world: World
  let mailbox: Mailbox

  beforeAll(async () => {
    shop = await LaterShop.open(extendedApi)
    ;({ world, mailbox } = shop)
  })

  afterEach(() => shop.settleDown())

  afterAll(() => shop.close())

  const titles = async ({ id }: { id: string }) => (await world.bell(id)).map(({ data }) => data.title ?? "")

  /** As a store's own code books money that is no payment. */
  const bookCash = ({ id }: { id: string }) =>
    world.sql(
      `INSERT INTO order_transaction (id, order_id, version, amount, raw_amount, currency_code, reference)
       VALUES ($1, $2, 1, 5, '{"value": "5", "precision": 20}', 'aed', 'cash')`,
      [`ordtrx_${id}`, id]
    )

  it("is cancelled, and its stock is released", async () => {
    const before = await shop.reserved()
    const { order } = await shop.ordered()
    expect(await shop.reserved()).toBeGreaterThan(before)
    const page = shop.pageOf(await new Payer(shop.mailed(order)[0]).press())
    await world.passDays(10, order)
    world.emulator.setAway(true)
    await world.runJob("run-tasks")
    expect((await world.books(order.id)).status).toBe("pending")
    world.emulator.setAway(false)
    await shop.processUnpaid(order)
    expect(await shop.statusOf(order)).toBe("canceled")
    expect(await shop.reserved()).toBe(before)
    await until("the link's end", async () => (await shop.linksOf(order.id))[0].ended_at !== null)
    expect((await new Payer(shop.mailed(order)[0]).look()).text).toContain("This order is cancelled")
    expect(world.emulator.books.checkout(page.id).status).toBe(extendedApi ? "CANCELLED" : "PENDING")
  })

  inEither("is not cancelled if money is booked for it while the gateway is asked", async () => {
    const { order } = await shop.ordered()
    const page = shop.pageOf(await new Payer(shop.mailed(order)[0]).press())
    await world.passDays(10, order)
    const asked = () => world.emulator.callsTo("getCheckout").filter(({ path }) => path.includes(page.id)).length
    const before = asked()
    world.emulator.fault({ operation: "getCheckout", kind: "delay-before", delayMs: 1500, checkoutId: page.id })
    const processing = shop.processUnpaid(order)
    await until("the question", async () => asked() > before)
    await bookCash(order)
    await processing
    expect(await shop.statusOf(order)).toBe("pending")
  })

  inEither("is not cancelled while its books show other payments, and a person is notified", async () => {
    const { order } = await shop.ordered()
    await bookCash(order)
    await world.passDays(10, order)
    await shop.processUnpaid(order)
    expect(await shop.statusOf(order)).toBe("pending")
    const told = await world.bell(order.id)
    expect(told.map(({ data }) => data.description)).toEqual([
      expect.stringMatching(/money that is not one of its payments/),
    ])
  })

  inEither("that owes nothing for a moment is checked again: it may owe again", async () => {
    const { order } = await shop.ordered()
    await world.admin.client.fetch(`/admin/orders/${order.id}/credit-lines`, {
      method: "POST",
      body: { amount: order.total, reference: "order", reference_id: order.id },
    })
    await shop.processUnpaid(order)
    const tasks = await world.sql("SELECT id FROM webcheckout_task WHERE data->>'order_id' = $1", [order.id])
    expect(tasks).toHaveLength(1)
  })

  inEither("is not cancelled once it is delivered, nor before its customer got a mail", async () => {
    const { order } = await shop.ordered()
    const { order: read } = await world.admin.admin.order.retrieve(order.id, { fields: "*items" })
    await world.admin.admin.order.createFulfillment(order.id, {
      items: (read.items ?? []).map(({ id, quantity }) => ({ id, quantity })),
    })
    const { order: unheard, link } = await shop.ordered()
    await world.sql("UPDATE webcheckout_mail SET outcome = 'failed' WHERE subject_id = $1", [link.id])
    await world.passDays(10)
    await world.runJob("run-tasks")
    expect(await shop.statusOf(order)).toBe("pending")
    // Nobody is told of one that is delivered: it was not even tried.
    expect(await titles(order)).toEqual([])
    expect(await shop.statusOf(unheard)).toBe("pending")
    expect(await titles(unheard)).toEqual([`Order #${unheard.display_id} is unpaid and was not cancelled`])
  })

  inDocumented(
    "is not cancelled, and no payment is requested, if a page from before its placement is paid",
    async () => {
      const { order, old } = await shop.wholesale.order({ hasOldPage: true })
      await until("the link's mail", async () => (await shop.linksOf(order.id))[0]?.mails[0]?.outcome === "sent")
      world.emulator.act(old?.id ?? "", "pay")
      await world.passDays(10, order)
      await world.runJob("run-tasks")
      expect(shop.mailed(order)).toHaveLength(1)
      expect(await world.books(order.id)).toMatchObject({ status: "pending", captured: TOTAL, transactions: TOTAL })
      expect(await world.ledger({ checkout_id: old?.id ?? "" })).toMatchObject([{ attention: null, status: "settled" }])
    }
  )

  inDocumented("that is paid after it was cancelled is a case", async () => {
    const { order } = await shop.ordered()
    const page = shop.pageOf(await new Payer(shop.mailed(order)[0]).press())
    await world.admin.admin.order.cancel(order.id)
    await until("the link's end", async () => (await shop.linksOf(order.id))[0].ended_at !== null)
    world.emulator.act(page.id, "pay")
    await world.reconcile(page)
    const [row] = await world.ledger({ checkout_id: page.id })
    expect(row).toMatchObject({ attention: "canceled_not_refunded", order_id: order.id })
  })

  inEither("has no open payment session after it is cancelled", async () => {
    const { order } = await shop.ordered()
    await world.disturb({ cancel_order: order.id })
    await until("the sessions' end", async () => {
      const rows = await world.sql(
        "SELECT s.id FROM payment_session s JOIN order_payment_collection o ON o.payment_collection_id = s.payment_collection_id WHERE o.order_id = $1 AND s.deleted_at IS NULL",
        [order.id]
      )
      return rows.length === 0
    })
  })

  inEither("is cancelled a fixed time after its mail was sent, however late that was", async () => {
    mailbox.isFull = true
    const { order } = await shop.wholesale.order()
    await shop.firstTry(order)
    await world.passDays(10, order)
    await shop.processUnpaid(order)
    expect(await shop.statusOf(order)).toBe("pending")
    expect(await titles(order)).toEqual([`Order #${order.display_id} is unpaid and was not cancelled`])
    mailbox.isFull = false
    await world.runTasks("send_mail")
    await shop.processUnpaid(order)
    await shop.processUnpaid(order)
    expect(shop.mailed(order)).toHaveLength(1)
    expect(await shop.statusOf(order)).toBe("pending")
    await world.passDays(8, order)
    await shop.processUnpaid(order)
    expect(await shop.statusOf(order)).toBe("pending")
    await world.passDays(2, order)
    await shop.processUnpaid(order)
    expect(await shop.statusOf(order)).toBe("canceled")
  })

  inExtended("is not cancelled during an open order change, and a person is notified once", async () => {
    const { order } = await shop.ordered()
    await world.admin.admin.orderEdit.initiateRequest({ order_id: order.id })
    const page = shop.pageOf(await new Payer(shop.mailed(order)[0]).press())
    await world.passDays(10, order)
    await shop.processUnpaid(order)
    await shop.processUnpaid(order)
    expect(await shop.statusOf(order)).toBe("pending")
    expect(world.emulator.books.checkout(page.id).status).toBe("PENDING")
    expect(await titles(order)).toEqual([`Order #${order.display_id} is unpaid and was not cancelled`])
    await world.admin.admin.orderEdit.cancelRequest(order.id)
    await shop.processUnpaid(order)
    expect(await shop.statusOf(order)).toBe("canceled")
  })

  inEither("is checked daily until it is cancelled", async () => {
    const { order } = await shop.ordered()
    await shop.processUnpaid(order)
    const [{ hours }] = await world.sql<{ hours: string }>(
      "SELECT extract(epoch FROM due_at - now()) / 3600 AS hours FROM webcheckout_task WHERE data->>'order_id' = $1",
      [order.id]
    )
    expect(Number(hours)).toBeLessThan(30)
    expect(Number(hours)).toBeGreaterThan(1)
  })

  inEither("is reported after a day without a pay link", async () => {
    const { regions } = await world.admin.admin.region.list({ currency_code: "aed" })
    const offer = (payment_providers: string[]) => world.admin.admin.region.update(regions[0].id, { payment_providers })
    const { order, link } = await shop.ordered()
    // As if the first attempt had failed too.
    await world.sql("DELETE FROM webcheckout_mail WHERE subject_id = $1", [link.id])
    await world.sql("DELETE FROM webcheckout_pay_link WHERE id = $1", [link.id])
    await world.sql("UPDATE webcheckout_task SET data = data - 'is_seen_to' WHERE data->>'order_id' = $1", [order.id])
    await offer([SYSTEM])
    try {
      await shop.processUnpaid(order)
      expect(await titles(order)).toEqual([])
      await world.passDays(2, order)
      await shop.processUnpaid(order)
      await shop.processUnpaid(order)
      expect(await titles(order)).toEqual([`Order #${order.display_id} has no pay link`])
    } finally {
      // The shop is shared with the other tests.
      await offer([PROVIDER, LATER])
    }
    await shop.processUnpaid(order)
    expect(await shop.linksOf(order.id)).toHaveLength(1)
  })

  inEither("gets no delayed reminder once it is paid", async () => {
    const { order } = await shop.ordered()
    const page = shop.pageOf(await new Payer(shop.mailed(order)[0]).press())
    mailbox.isFull = true
    await world.passDays(2, order)
    await world.runJob("run-tasks")
    expect((await shop.linksOf(order.id))[0].mails).toMatchObject([
      { kind: "reminder", outcome: null },
      { kind: "sent" },
    ])
    // Paid, and the tab closed.
    world.emulator.act(page.id, "pay")
    mailbox.isFull = false
    await world.passDays(1, order)
    await world.runJob("run-tasks")
    expect(shop.mailed(order)).toHaveLength(1)
    expect(await world.books(order.id)).toMatchObject({ captured: TOTAL, transactions: TOTAL })
  })

  inEither("is reported if it cannot be cancelled for a day", async () => {
    const { order } = await shop.ordered()
    await new Payer(shop.mailed(order)[0]).press()
    world.emulator.setAway(true)
    await world.passDays(9.5, order)
    await shop.processUnpaid(order)
    expect(await titles(order)).toEqual([])
    await world.passDays(1, order)
    await shop.processUnpaid(order)
    expect(await shop.statusOf(order)).toBe("pending")
    expect(await titles(order)).toEqual([`Order #${order.display_id} is unpaid and was not cancelled`])
    world.emulator.setAway(false)
    await shop.processUnpaid(order)
    expect(await shop.statusOf(order)).toBe("canceled")
  })

  inDocumented("of which a part is paid on two pages with different amounts is recorded and reported", async () => {
    const { order } = await shop.ordered()
    const deposit = await shop.linkForPart(order.id, 40)
    await shop.act((await shop.linkForPart(order.id, 80.2)).id, "paid-another-way")
    const first = shop.pageOf(await new Payer(deposit.url).press())
    await world.addToOrder(order.id)
    const second = shop.pageOf(await new Payer(deposit.url).press())
    expect([first.amount, second.amount]).toEqual([30, 40])
    for (const page of [first, second]) {
      world.emulator.act(page.id, "pay")
      await world.reconcile(page)
    }
    expect(await world.books(order.id)).toMatchObject({ captured: 150.2, transactions: 150.2 })
    expect(await world.ledger({ checkout_id: first.id })).toMatchObject([{ status: "settled", attention: null }])
    expect(await world.ledger({ checkout_id: second.id })).toMatchObject([
      { status: "settled", attention: "amount_mismatch" },
    ])
  })

  inDocumented(
    "of which a part is paid twice is booked, although the process died after it had told of it",
    async () => {
      const { order } = await shop.ordered()
      const part = await shop.linkForPart(order.id, 40)
      const page = shop.pageOf(await new Payer(part.url).press())
      await shop.act(part.id, "paid-another-way")
      world.emulator.act(page.id, "pay")
      await world.sql(
        `UPDATE webcheckout_checkout SET gateway_status = 'PAID', gateway_amount = amount, paid_at = now(), next_check_at = now() WHERE checkout_id = $1`,
        [page.id]
      )
      await world.setCase(page, "amount_mismatch")
      await world.reconcile(page)
      expect(await world.books(order.id)).toMatchObject({ captured: 80, transactions: 80 })
      expect(await world.ledger({ checkout_id: page.id })).toMatchObject([
        { status: "settled", attention: "amount_mismatch" },
      ])
    }
  )

  inDocumented("of which a part is paid in cash and again on its page is recorded and reported", async () => {
    const { order } = await shop.ordered()
    const part = await shop.linkForPart(order.id, 40)
    const page = shop.pageOf(await new Payer(part.url).press())
    expect(await shop.act(part.id, "paid-another-way")).toMatchObject({ state: "paid" })
    world.emulator.act(page.id, "pay")
    await world.reconcile(page)
    expect(await world.books(order.id)).toMatchObject({ captured: 80, transactions: 80 })
    expect(await world.ledger({ checkout_id: page.id })).toMatchObject([
      { status: "settled", attention: "amount_mismatch" },
    ])
  })
})
