import { LATER, WHOLESALE, Wholesale } from "../harness/wholesale"
import { Mailbox } from "../harness/mailbox"
import { describeInBothModes } from "../harness/modes"
import { Payer } from "../harness/payer"
import { until, visit } from "../harness/shop"
import type { ShownPayLink } from "../harness/shown"
import { World } from "../harness/world"
import { payOrder, readOrderPayment, readOutcome, waitForOutcome } from "../../src/storefront"

/** What the gateway takes for an order of one coffee pot: Medusa's total has a digit more. */
const TOTAL = 110.2
const ADDRESS = /http:\/\/localhost:\d+\/webcheckout\/pay\/[\w-]+/

describeInBothModes("an order that is paid later", ({ extendedApi, inDocumented, inExtended, inEither }) => {
  let world: World
  let mailbox: Mailbox
  let wholesale: Wholesale

  beforeAll(async () => {
    mailbox = await Mailbox.start()
    world = await World.start({
      emulator: { extendedApi },
      options: {
        extendedApi,
        timeoutMs: 1000,
        payLinks: { remindAfterDays: [2, 5], cancelUnpaidAfterDays: 9, copiedFromMedusa: true },
      },
      env: { SMTP_URL: mailbox.url, WEBCHECKOUT_PAY_LATER: JSON.stringify({ customerGroups: ["Wholesale"] }) },
    })
    wholesale = await Wholesale.open(world)
  })

  afterEach(() => {
    mailbox.isFull = false
    mailbox.refuseHeld()
    world.emulator.faults.clear()
    world.emulator.setAway(false)
  })

  afterAll(async () => {
    await world.stop()
    await mailbox.stop()
  })

  const linksOf = async (order_id: string) => {
    const { pay_links } = await world.admin.client.fetch<{ pay_links: ShownPayLink[] }>(
      "/admin/webcheckout/pay-links",
      { query: { order_id } }
    )
    return pay_links
  }

  const post = async (id: string, action: string) => {
    const { pay_link } = await world.admin.client.fetch<{ pay_link: ShownPayLink }>(
      `/admin/webcheckout/pay-links/${id}/${action}`,
      { method: "POST", body: {} }
    )
    return pay_link
  }

  /** The addresses in the mails about an order, the oldest first. */
  const mailed = (order: { display_id?: number }) =>
    mailbox.mails
      .filter(
        ({ raw }) =>
          raw.includes(`#${order.display_id} `) ||
          raw.includes(`#${order.display_id}.`) ||
          raw.includes(`#${order.display_id}\r`)
      )
      .map(({ raw }) => ADDRESS.exec(raw)?.[0] ?? "")

  /** An order that is not paid yet, with its link and the mail with it. */
  const ordered = async () => {
    const { order, calls } = await wholesale.order()
    const [link] = await until("the link's mail", async () => {
      const links = await linksOf(order.id)
      return links[0]?.mails[0]?.outcome === "sent" && links
    })
    return { order, link, calls }
  }

  const sessionsOf = async ({ id }: { id: string }) => {
    const { order } = await world.admin.admin.order.retrieve(id, {
      fields: "*payment_collections,*payment_collections.payment_sessions",
    })
    const collections = order.payment_collections ?? []
    return { collections, sessions: collections.flatMap(({ payment_sessions }) => payment_sessions ?? []) }
  }

  const pageOf = (address: URL) => {
    const found = world.emulator.books.allCheckouts().find(({ redirectUrl }) => redirectUrl === address.href)
    if (!found) {
      throw new Error(`${address.href} is no page of the gateway's`)
    }
    return found
  }

  const reserved = async () =>
    Number(
      (
        await world.sql<{ sum: string }>(
          "SELECT COALESCE(sum(quantity), 0) AS sum FROM reservation_item WHERE deleted_at IS NULL"
        )
      )[0].sum
    )

  inEither("is placed without a call to the gateway, for the group only, and its link is made and sent", async () => {
    const { order, link, calls } = await ordered()
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
    const [address] = mailed(order)
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
        expires_at: null,
        language: "en",
      },
    })
    const { notifications } = await world.admin.client.fetch<{
      notifications: { resource_id: string; data: unknown }[]
    }>("/admin/notifications", { query: { channel: "email", limit: 100, fields: "id,resource_id,data" } })
    expect(notifications.filter(({ resource_id }) => resource_id === link.id)).toEqual([
      expect.objectContaining({ data: null }),
    ])
  })

  inEither("is paid two days later by the reminder's link, and nobody who has paid is reminded", async () => {
    const { order } = await ordered()
    await world.passDays(2, order)
    await world.runJob("pay-links")
    await world.runJob("pay-links")
    expect(mailed(order)).toHaveLength(2)
    const page = pageOf(await new Payer(mailed(order)[1]).press())
    expect(page).toMatchObject({ amount: TOTAL, customer: { email: WHOLESALE.email } })
    world.emulator.act(page.id, "pay")
    await world.passDays(3, order)
    // Without an answer nobody is reminded, and with one it is found that the tab was closed after paying.
    world.emulator.setAway(true)
    await world.runJob("pay-links")
    expect(mailed(order)).toHaveLength(2)
    world.emulator.setAway(false)
    await world.sql("UPDATE webcheckout_pay_link SET remind_at = now() WHERE order_id = $1", [order.id])
    await world.runJob("pay-links")
    expect(mailed(order)).toHaveLength(2)
    const books = await world.books(order.id)
    expect(books).toMatchObject({ captured: TOTAL, transactions: TOTAL, status: "pending" })
    expect(await linksOf(order.id)).toMatchObject([{ state: "paid", remind_at: null }])
    await world.passDays(9, order)
    await world.runJob("pay-links")
    expect((await world.books(order.id)).status).toBe("pending")
  })

  inEither("is reminded of as often as the shop wishes, and no more", async () => {
    const { order } = await ordered()
    for (const mails of [1, 2, 2, 3, 3]) {
      await world.passDays(1, order)
      await Promise.all([world.runJob("pay-links"), world.runJob("pay-links")])
      expect(mailed(order)).toHaveLength(mails)
    }
    expect(await linksOf(order.id)).toMatchObject([{ state: "payable", remind_at: null }])
  })

  inEither("gets its link although the event was lost and the process was killed", async () => {
    const { order } = await wholesale.order({ isKilled: true })
    const before = mailed(order).length
    await until("its link's mail", async () => {
      await world.runJob("pay-links")
      return mailed(order).length > before
    })
    await world.runJob("pay-links")
    expect(await linksOf(order.id)).toMatchObject([{ mails: [{ outcome: "sent" }] }])
    expect(mailed(order)).toHaveLength(before + 1)
  })

  inEither("is not placed for a customer who is of the group no more", async () => {
    const { admin } = world.admin
    const { customer_groups } = await admin.customerGroup.list({ name: "Wholesale", fields: "id,customers.id" })
    const [group] = customer_groups
    const remove = group.customers.map(({ id }) => id)
    const leave = () => admin.customerGroup.batchCustomers(group.id, { remove })
    try {
      await expect(wholesale.order({ beforeCompletion: leave })).rejects.toThrow(/not offered to this customer/)
    } finally {
      await admin.customerGroup.batchCustomers(group.id, { add: remove })
    }
  })

  inEither("that became another method's after all is left alone", async () => {
    const { order } = await wholesale.order({ isWithdrawn: true })
    await world.runJob("pay-links")
    await world.passDays(10, order)
    await world.runJob("pay-links")
    expect(await linksOf(order.id)).toEqual([])
    expect((await world.books(order.id)).status).toBe("pending")
  })

  inEither("stays payable when nobody pays the page: Medusa's own question ends nothing", async () => {
    const { order } = await ordered()
    const ask = async () => {
      const { sessions } = await sessionsOf(order)
      return world.admin.client.fetch<{ is_authorized: boolean }>(
        `/admin/orders/${order.id}/payment-sessions/authorize`,
        {
          method: "POST",
          body: { payment_session_id: sessions[0].id },
        }
      )
    }
    expect(await ask()).toMatchObject({ is_authorized: false })
    const payer = new Payer(mailed(order)[0])
    const first = pageOf(await payer.press())
    world.emulator.act(first.id, "decline")
    await visit(first.returnUrl)
    const second = pageOf(await payer.press())
    expect(second.id).not.toBe(first.id)
    world.emulator.act(second.id, "pay")
    await world.reconcile(second)
    expect(await world.books(order.id)).toMatchObject({ captured: TOTAL, transactions: TOTAL })
  })

  it("is cancelled when nobody pays in time, and its stock is free again", async () => {
    const before = await reserved()
    const { order } = await ordered()
    expect(await reserved()).toBeGreaterThan(before)
    const page = pageOf(await new Payer(mailed(order)[0]).press())
    await world.passDays(10, order)
    world.emulator.setAway(true)
    await world.runJob("pay-links")
    expect((await world.books(order.id)).status).toBe("pending")
    world.emulator.setAway(false)
    await world.sql("UPDATE webcheckout_pay_later SET due_at = now() WHERE order_id = $1", [order.id])
    await world.runJob("pay-links")
    expect((await world.books(order.id)).status).toBe("canceled")
    expect(await reserved()).toBe(before)
    await until("the link's end", async () => (await linksOf(order.id))[0].ended_at !== null)
    expect((await new Payer(mailed(order)[0]).look()).text).toContain("This order is cancelled")
    expect(world.emulator.books.checkout(page.id).status).toBe(extendedApi ? "CANCELLED" : "PENDING")
  })

  inEither("is not cancelled once it is delivered, nor while its customer never heard of it", async () => {
    const { order } = await ordered()
    const { order: read } = await world.admin.admin.order.retrieve(order.id, { fields: "*items" })
    await world.admin.admin.order.createFulfillment(order.id, {
      items: (read.items ?? []).map(({ id, quantity }) => ({ id, quantity })),
    })
    const { order: unheard, link } = await ordered()
    await world.sql("UPDATE webcheckout_pay_mail SET outcome = 'failed' WHERE pay_link_id = $1", [link.id])
    await world.passDays(10)
    await world.runJob("pay-links")
    expect((await world.books(order.id)).status).toBe("pending")
    expect((await world.books(unheard.id)).status).toBe("pending")
  })

  inDocumented("is not cancelled, and not asked for again, when a page of before it was placed is paid", async () => {
    const { order, old } = await wholesale.order({ hasOldPage: true })
    await until("the link's mail", async () => (await linksOf(order.id))[0]?.mails[0]?.outcome === "sent")
    world.emulator.act(old?.id ?? "", "pay")
    await world.passDays(10, order)
    await world.runJob("pay-links")
    expect(mailed(order)).toHaveLength(1)
    expect(await world.books(order.id)).toMatchObject({ status: "pending", captured: TOTAL, transactions: TOTAL })
    expect(await world.ledger({ checkout_id: old?.id ?? "" })).toMatchObject([{ attention: null, status: "settled" }])
  })

  inDocumented("that is paid after it was cancelled is a case", async () => {
    const { order } = await ordered()
    const page = pageOf(await new Payer(mailed(order)[0]).press())
    await world.admin.admin.order.cancel(order.id)
    await until("the link's end", async () => (await linksOf(order.id))[0].ended_at !== null)
    world.emulator.act(page.id, "pay")
    await world.reconcile(page)
    const [row] = await world.ledger({ checkout_id: page.id })
    expect(row).toMatchObject({ attention: "canceled_not_refunded", order_id: order.id })
  })

  inEither("has no session left that Medusa could book, once it is cancelled", async () => {
    const { order } = await ordered()
    await world.disturb({ cancel_order: order.id })
    await until("the sessions' end", async () => {
      const rows = await world.sql(
        "SELECT s.id FROM payment_session s JOIN order_payment_collection o ON o.payment_collection_id = s.payment_collection_id WHERE o.order_id = $1 AND s.deleted_at IS NULL",
        [order.id]
      )
      return rows.length === 0
    })
  })

  it("that was paid another way is booked as that, and its page is closed", async () => {
    const { order, link } = await ordered()
    const page = pageOf(await new Payer(mailed(order)[0]).press())
    expect(await post(link.id, "paid-another-way")).toMatchObject({ state: "paid" })
    const books = await world.books(order.id)
    expect(books).toMatchObject({ captured: TOTAL, transactions: TOTAL })
    expect(books.payments.map(({ provider_id }) => provider_id)).toEqual(["pp_system_default"])
    await expect(post(link.id, "paid-another-way")).rejects.toThrow(/nothing to pay/)
    if (!extendedApi) {
      world.emulator.act(page.id, "pay")
      await world.reconcile(page)
      expect((await world.ledger({ checkout_id: page.id }))[0].attention).toBe("paid_twice")
    } else {
      expect(world.emulator.books.checkout(page.id).status).toBe("CANCELLED")
    }
  })

  inEither("of which a part was paid another way is booked once, however often the process dies", async () => {
    const { order } = await ordered()
    const { pay_link: part } = await world.admin.client.fetch<{ pay_link: ShownPayLink }>(
      "/admin/webcheckout/pay-links",
      { method: "POST", body: { order_id: order.id, amount: 40 } }
    )
    expect(await post(part.id, "paid-another-way")).toMatchObject({ state: "paid" })
    // Killed before the last thing was written down.
    await world.sql("UPDATE webcheckout_pay_link SET paid_at = NULL WHERE id = $1", [part.id])
    await expect(post(part.id, "paid-another-way")).rejects.toThrow(/was booked as paid another way before/)
    expect((await linksOf(order.id)).find(({ id }) => id === part.id)).toMatchObject({ state: "paid" })
    expect(await world.books(order.id)).toMatchObject({ captured: 40, transactions: 40 })
    const page = pageOf(await new Payer(mailed(order)[0]).press())
    expect(page.amount).toBeCloseTo(TOTAL - 40)
    world.emulator.act(page.id, "pay")
    await world.reconcile(page)
    expect(await world.books(order.id)).toMatchObject({ captured: TOTAL, transactions: TOTAL })
  })

  inExtended("that is paid in the moment somebody books it another way is booked once", async () => {
    const { order, link } = await ordered()
    const page = pageOf(await new Payer(mailed(order)[0]).press())
    world.emulator.act(page.id, "pay")
    await expect(post(link.id, "paid-another-way")).rejects.toThrow(/nothing to pay/)
    expect(await world.books(order.id)).toMatchObject({ captured: TOTAL, transactions: TOTAL })
  })

  inEither("has its mail tried again and sent once, whatever the provider does", async () => {
    mailbox.isFull = true
    const { order } = await wholesale.order()
    const mails = async () => (await linksOf(order.id))[0]?.mails ?? []
    await until(
      "the first try",
      async () =>
        (
          await world.sql(
            "SELECT 1 FROM webcheckout_pay_mail m JOIN webcheckout_pay_link l ON l.id = m.pay_link_id WHERE l.order_id = $1 AND m.attempts = 1 AND m.trying_since IS NULL",
            [order.id]
          )
        ).length > 0
    )
    await world.runJob("pay-links")
    expect(await mails()).toMatchObject([{ outcome: null }])
    mailbox.isFull = false
    await world.sql("UPDATE webcheckout_pay_mail SET due_at = now() WHERE due_at IS NOT NULL")
    await world.runJob("pay-links")
    await world.runJob("pay-links")
    expect(await mails()).toMatchObject([{ outcome: "sent" }])
    expect(mailed(order)).toHaveLength(1)
    // A process that dies after the provider has taken it leaves the try as it is: it is not made again.
    await world.sql(
      "UPDATE webcheckout_pay_mail SET outcome = NULL, trying_since = now(), due_at = now() WHERE pay_link_id = $1",
      [(await linksOf(order.id))[0].id]
    )
    await world.runJob("pay-links")
    expect(await mails()).toMatchObject([{ outcome: "sent" }])
    expect(mailed(order)).toHaveLength(1)
  })

  inEither("is sent by hand, to the order's address, until that is too often", async () => {
    const { order, link } = await ordered()
    const { mails } = await post(link.id, "send")
    expect(mails).toMatchObject([
      { kind: "sent", outcome: "sent" },
      { kind: "sent", outcome: "sent" },
    ])
    expect(new Set(mailed(order)).size).toBe(2)
    await world.sql("UPDATE webcheckout_pay_mail SET number = 20 WHERE pay_link_id = $1 AND number = 2", [link.id])
    await expect(post(link.id, "send")).rejects.toThrow(/was sent 20 times/)
    await post(link.id, "end")
    await expect(post(link.id, "send")).rejects.toThrow(/nothing to pay/)
  })

  inEither("is paid from the storefront's page of the order, and with the link that Medusa copies", async () => {
    const { order } = await ordered()
    const { sdk } = world.shopper()
    expect(await readOrderPayment(sdk, order.id)).toEqual({
      order_id: order.id,
      state: "payable",
      to_pay: TOTAL,
      owed: TOTAL,
      currency_code: "aed",
    })
    const { redirectUrl } = await payOrder(sdk, order.id)
    const { order: read } = await world.admin.admin.order.retrieve(order.id, { fields: "*payment_collections" })
    const collection = read.payment_collections?.[0].id ?? ""
    const copied = new Payer(`${world.store.url}/webcheckout/payment-collection/${collection}?order_id=${order.id}`)
    const shown = await copied.look()
    expect(shown.text).toContain("The payment page is open already")
    expect(shown.html).not.toContain(WHOLESALE.email)
    const { order: other } = await ordered()
    const foreign = `${world.store.url}/webcheckout/payment-collection/${collection}?order_id=${other.id}`
    expect((await new Payer(foreign).look()).status).toBe(404)
    const page = await copied.press()
    expect(page.href).toBe(redirectUrl)
    expect(await readOutcome(sdk, order.id)).toMatchObject({ outcome: "pending", order_id: order.id })
    world.emulator.act(pageOf(page).id, "pay")
    expect(await waitForOutcome(sdk, order.id, { intervalMs: 200 })).toMatchObject({
      outcome: "paid",
      order_id: order.id,
    })
    expect(await payOrder(sdk, order.id)).toMatchObject({ redirectUrl: null, payment: { state: "nothing_owed" } })
    expect(await linksOf(order.id)).toHaveLength(1)
    expect((await copied.look()).text).toContain("Nothing is owed for this order")
    await world.addToOrder(order.id)
    expect((await copied.look()).text).toMatch(/Pay AED/)
  })
})
