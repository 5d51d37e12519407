import { LATER, WHOLESALE } from "../harness/wholesale"
import { LaterShop, TOTAL } from "../harness/later-shop"
import type { Mailbox } from "../harness/mailbox"
import { describeInBothModes } from "../harness/modes"
import { Payer } from "../harness/payer"
import { until, visit } from "../harness/shop"
import type { World } from "../harness/world"
import { payOrder, readOrderPayment, readOutcome, waitForOutcome } from "medusa-payment-webcheckout-storefront"

describeInBothModes("an order that is paid later", ({ extendedApi, inExtended, inEither }) => {
  let shop: LaterShop
  let world: World
  let mailbox: Mailbox

  beforeAll(async () => {
    shop = await LaterShop.open(extendedApi)
    ;({ world, mailbox } = shop)
  })

  afterEach(() => shop.settleDown())

  afterAll(() => shop.close())

  inEither(
    "is placed without a call to the gateway, for the group only, and its link is created and sent",
    async () => {
      const { order, link, calls } = await shop.ordered()
      expect(calls).toBe(0)
      expect(link).toMatchObject({ state: "payable", to_pay: TOTAL, created_by: "webcheckout" })
      const { order: read } = await world.admin.admin.order.retrieve(order.id, {
        fields: "payment_status,*payment_collections,*payment_collections.payment_sessions",
      })
      expect(read.payment_collections?.[0]).toMatchObject({
        status: "awaiting",
        payment_sessions: [{ status: "pending_authorization", provider_id: LATER, data: { mode: "pay-later" } }],
      })
      // Whose e-mail address a guest writes into the cart proves nothing.
      for (const email of ["aisha@shop.example", WHOLESALE.email]) {
        const guest = world.shopper()
        const cart = await guest.fillCart({ email })
        await expect(guest.startPayment(cart, {}, LATER)).rejects.toThrow(/not offered to this customer/)
      }
      const [address] = shop.mailed(order)
      expect((await new Payer(address).look()).text).toContain(`Order #${order.display_id}`)
      expect(await mailbox.templateOf(address)).toEqual({
        name: "webcheckout-pay-link.json",
        data: {
          kind: "sent",
          id: link.id,
          shop: "Majlis Coffee",
          order_number: String(order.display_id),
          amount: String(TOTAL),
          currency_code: "AED",
          url: address,
          note: null,
          expires_at: expect.stringMatching(/^\d{4}-/),
          language: "en",
        },
      })
      const { notifications } = await world.admin.client.fetch<{
        notifications: { resource_id: string; data: unknown }[]
      }>("/admin/notifications", { query: { channel: "email", limit: 100, fields: "id,resource_id,data" } })
      expect(notifications.filter(({ resource_id }) => resource_id === link.id)).toEqual([
        expect.objectContaining({ data: null }),
      ])
    }
  )

  inEither("is paid two days later by the reminder's link, and nobody who has paid is reminded", async () => {
    const { order } = await shop.ordered()
    await world.passDays(2, order)
    await world.runJob("run-tasks")
    await world.runJob("run-tasks")
    expect(shop.mailed(order)).toHaveLength(2)
    const page = shop.pageOf(await new Payer(shop.mailed(order)[1]).press())
    expect(page).toMatchObject({ amount: TOTAL, customer: { email: WHOLESALE.email } })
    world.emulator.act(page.id, "pay")
    await world.passDays(3, order)
    // Without an answer nobody is reminded, and with one it is found that the tab was closed after paying.
    world.emulator.setAway(true)
    await world.runJob("run-tasks")
    expect(shop.mailed(order)).toHaveLength(2)
    world.emulator.setAway(false)
    await world.runTasks("send_reminder")
    expect(shop.mailed(order)).toHaveLength(2)
    const books = await world.books(order.id)
    expect(books).toMatchObject({ captured: TOTAL, transactions: TOTAL, status: "pending" })
    expect(await shop.linksOf(order.id)).toMatchObject([{ state: "paid", remind_at: null }])
    await world.passDays(9, order)
    await world.runJob("run-tasks")
    expect((await world.books(order.id)).status).toBe("pending")
  })

  inEither("is reminded of as often as configured", async () => {
    const { order } = await shop.ordered()
    for (const mails of [1, 2, 2, 2, 3, 3]) {
      await world.passDays(1, order)
      await Promise.all([world.runJob("run-tasks"), world.runJob("run-tasks")])
      expect(shop.mailed(order)).toHaveLength(mails)
    }
    expect(await shop.linksOf(order.id)).toMatchObject([{ state: "payable", remind_at: null }])
  })

  inExtended("stays expired until a person renews its link, and is reminded of again once that is sent", async () => {
    const { order, link } = await shop.ordered()
    await world.sql("UPDATE webcheckout_pay_link SET expires_at = now() WHERE id = $1", [link.id])
    await world.passDays(2, order)
    await world.runJob("run-tasks")
    expect(shop.mailed(order)).toHaveLength(1)
    const expired = { state: "expired", remind_at: null, mails: [{ kind: "sent" }] }
    expect(await shop.linksOf(order.id)).toMatchObject([expired])
    await shop.act(link.id, "renew")
    await shop.act(link.id, "send")
    expect(shop.mailed(order)).toHaveLength(2)
    await world.passDays(2, order)
    await world.runJob("run-tasks")
    expect(shop.mailed(order)).toHaveLength(3)
  })

  inEither("gets its link although the event of its order was lost", async () => {
    const { order } = await shop.wholesale.order({ isEventLost: true })
    const before = shop.mailed(order).length
    await until("its link's mail", async () => {
      await world.runJob("run-tasks")
      return shop.mailed(order).length > before
    })
    await world.runJob("run-tasks")
    expect(await shop.linksOf(order.id)).toMatchObject([{ mails: [{ outcome: "sent" }] }])
    expect(shop.mailed(order)).toHaveLength(before + 1)
  })

  inEither("is not placed for a customer who has left the group", async () => {
    const { admin } = world.admin
    const { customer_groups } = await admin.customerGroup.list({ name: "Wholesale", fields: "id,customers.id" })
    const [group] = customer_groups
    const remove = group.customers.map(({ id }) => id)
    const leave = () => admin.customerGroup.batchCustomers(group.id, { remove })
    try {
      await expect(shop.wholesale.order({ beforeCompletion: leave })).rejects.toThrow(/not offered to this customer/)
    } finally {
      await admin.customerGroup.batchCustomers(group.id, { add: remove })
    }
  })

  inEither("that was paid with another method is left unchanged", async () => {
    const { order } = await shop.wholesale.order({ replacedBy: "placing" })
    await world.runJob("run-tasks")
    await world.passDays(10, order)
    await world.runJob("run-tasks")
    expect(await shop.linksOf(order.id)).toEqual([])
    expect((await world.books(order.id)).status).toBe("pending")
  })

  inEither("whose session was replaced before it was processed gets its link", async () => {
    const { order } = await shop.wholesale.order({ replacedBy: "started" })
    await world.runJob("run-tasks")
    // The order might be one that Medusa undoes yet.
    expect(await shop.linksOf(order.id)).toEqual([])
    await world.passDays(1, order)
    await world.runTasks("process_unpaid_order")
    expect(await shop.linksOf(order.id)).toMatchObject([{ state: "payable", created_by: "webcheckout" }])
  })

  inEither("stays payable if its page is not paid: Medusa's own status check ends nothing", async () => {
    const { order } = await shop.ordered()
    const ask = async () => {
      const { sessions } = await shop.sessionsOf(order)
      return world.admin.client.fetch<{ is_authorized: boolean }>(
        `/admin/orders/${order.id}/payment-sessions/authorize`,
        {
          method: "POST",
          body: { payment_session_id: sessions[0].id },
        }
      )
    }
    expect(await ask()).toMatchObject({ is_authorized: false })
    const payer = new Payer(shop.mailed(order)[0])
    const first = shop.pageOf(await payer.press())
    world.emulator.act(first.id, "decline")
    await visit(first.returnUrl)
    const second = shop.pageOf(await payer.press())
    expect(second.id).not.toBe(first.id)
    world.emulator.act(second.id, "pay")
    await world.reconcile(second)
    expect(await world.books(order.id)).toMatchObject({ captured: TOTAL, transactions: TOTAL })
  })

  it("is not recorded as paid another way for an amount of the caller's, nor while the gateway does not answer", async () => {
    const { order, link } = await shop.ordered()
    await new Payer(shop.mailed(order)[0]).press()
    await expect(shop.act(link.id, "paid-another-way", { amount: 50 })).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/amount/),
    })
    world.emulator.setAway(true)
    await expect(shop.act(link.id, "paid-another-way")).rejects.toMatchObject({
      status: 503,
      message: expect.stringMatching(/does not answer/),
    })
    world.emulator.setAway(false)
    expect((await world.books(order.id)).captured).toBe(0)
  })

  it("that was paid another way is recorded so, and its page is closed", async () => {
    const { order, link } = await shop.ordered()
    const page = shop.pageOf(await new Payer(shop.mailed(order)[0]).press())
    expect(await shop.act(link.id, "paid-another-way")).toMatchObject({ state: "paid" })
    const books = await world.books(order.id)
    expect(books).toMatchObject({ captured: TOTAL, transactions: TOTAL })
    expect(books.payments.map(({ provider_id }) => provider_id)).toEqual(["pp_system_default"])
    await expect(shop.act(link.id, "paid-another-way")).rejects.toThrow(/cannot be paid now/)
    if (!extendedApi) {
      world.emulator.act(page.id, "pay")
      await world.reconcile(page)
      expect((await world.ledger({ checkout_id: page.id }))[0].attention).toBe("paid_twice")
    } else {
      expect(world.emulator.books.checkout(page.id).status).toBe("CANCELLED")
    }
  })

  inEither("of which a part was paid another way is recorded once, however often the process dies", async () => {
    const { order } = await shop.ordered()
    const part = await shop.linkForPart(order.id, 40)
    expect(await shop.act(part.id, "paid-another-way")).toMatchObject({ state: "paid" })
    // Killed before the last thing was written down.
    await world.sql("UPDATE webcheckout_pay_link SET paid_at = NULL WHERE id = $1", [part.id])
    await expect(shop.act(part.id, "paid-another-way")).rejects.toThrow(/was already recorded as paid another way/)
    expect((await shop.linksOf(order.id)).find(({ id }) => id === part.id)).toMatchObject({ state: "paid" })
    expect(await world.books(order.id)).toMatchObject({ captured: 40, transactions: 40 })
    const page = shop.pageOf(await new Payer(shop.mailed(order)[0]).press())
    expect(page.amount).toBeCloseTo(TOTAL - 40)
    world.emulator.act(page.id, "pay")
    await world.reconcile(page)
    expect(await world.books(order.id)).toMatchObject({ captured: TOTAL, transactions: TOTAL })
  })

  inExtended("that is paid while a person records it as paid another way is recorded once", async () => {
    const { order, link } = await shop.ordered()
    const page = shop.pageOf(await new Payer(shop.mailed(order)[0]).press())
    world.emulator.act(page.id, "pay")
    await expect(shop.act(link.id, "paid-another-way")).rejects.toThrow(/cannot be paid now/)
    expect(await world.books(order.id)).toMatchObject({ captured: TOTAL, transactions: TOTAL })
  })

  inEither("has its mail retried and sent once, whatever the provider does", async () => {
    mailbox.isFull = true
    const { order } = await shop.wholesale.order()
    const mails = async () => (await shop.linksOf(order.id))[0]?.mails ?? []
    await shop.firstTry(order)
    await world.runJob("run-tasks")
    expect(await mails()).toMatchObject([{ outcome: null }])
    mailbox.isFull = false
    await world.runTasks("send_mail")
    await world.runTasks("send_mail")
    expect(await mails()).toMatchObject([{ outcome: "sent" }])
    expect(shop.mailed(order)).toHaveLength(1)
    // A process that dies after the provider has taken it leaves the try as it is: it is not made again.
    await world.sql(
      `WITH mail AS (UPDATE webcheckout_mail SET outcome = NULL, trying_since = now() WHERE subject_id = $1 AND kind = 'sent' RETURNING *)
       INSERT INTO webcheckout_task (id, kind, subject_id, environment, due_at)
       SELECT 'wtask_' || id, 'send_mail', id, environment, now() FROM mail`,
      [(await shop.linksOf(order.id))[0].id]
    )
    await world.runTasks("send_mail")
    expect(await mails()).toMatchObject([{ outcome: "sent" }])
    expect(shop.mailed(order)).toHaveLength(1)
  })

  inEither("can be sent by hand to the order's address, up to a limit", async () => {
    const { order, link } = await shop.ordered()
    const { mails } = await shop.act(link.id, "send")
    expect(mails).toMatchObject([
      { kind: "sent", outcome: "sent" },
      { kind: "sent", outcome: "sent" },
    ])
    expect(new Set(shop.mailed(order)).size).toBe(2)
    await world.sql(
      `INSERT INTO webcheckout_mail SELECT (jsonb_populate_record(m, jsonb_build_object('id', m.id || n, 'key', m.key || n))).*
       FROM webcheckout_mail m, generate_series(1, 18) n WHERE subject_id = $1 AND kind = 'sent' AND created_by <> 'webcheckout'`,
      [link.id]
    )
    await expect(shop.act(link.id, "send")).rejects.toThrow(/was emailed 20 times/)
    await shop.act(link.id, "end")
    await expect(shop.act(link.id, "send")).rejects.toThrow(/cannot be paid now/)
  })

  inEither("is paid from the storefront's page of the order, and with the link that Medusa copies", async () => {
    const { order } = await shop.ordered()
    const { sdk } = world.shopper()
    const { headers } = shop.wholesale
    expect(await readOrderPayment(sdk, order.id, { headers })).toEqual({
      order_id: order.id,
      state: "payable",
      to_pay: TOTAL,
      owed: TOTAL,
      currency_code: "aed",
      gateway_order_id: expect.any(String),
    })
    const { redirectUrl } = await payOrder(sdk, order.id, { headers })
    const { order: read } = await world.admin.admin.order.retrieve(order.id, { fields: "*payment_collections" })
    const collection = read.payment_collections?.[0].id ?? ""
    const copied = new Payer(`${world.store.url}/webcheckout/payment-collection/${collection}?order_id=${order.id}`)
    const shown = await copied.look()
    expect(shown.text).toContain("The payment page is already open")
    expect(shown.html).not.toContain(WHOLESALE.email)
    const { order: other } = await shop.ordered()
    const foreign = `${world.store.url}/webcheckout/payment-collection/${collection}?order_id=${other.id}`
    expect((await new Payer(foreign).look()).status).toBe(404)
    const page = await copied.press()
    expect(page.href).toBe(redirectUrl)
    expect(await readOutcome(sdk, order.id, { headers })).toMatchObject({ outcome: "pending", order_id: order.id })
    world.emulator.act(shop.pageOf(page).id, "pay")
    expect(await waitForOutcome(sdk, order.id, { intervalMs: 200, headers })).toMatchObject({
      outcome: "paid",
      order_id: order.id,
    })
    expect(await payOrder(sdk, order.id, { headers })).toMatchObject({
      redirectUrl: null,
      payment: { state: "nothing_owed" },
    })
    expect(await shop.linksOf(order.id)).toHaveLength(1)
    expect((await copied.look()).text).toContain("This order has no outstanding amount")
    await world.addToOrder(order.id)
    expect((await copied.look()).text).toMatch(/Pay AED/)
  })
})
