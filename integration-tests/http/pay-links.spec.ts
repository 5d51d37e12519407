import { describeInBothModes } from "../harness/modes"
import { Payer } from "../harness/payer"
import { until, visit } from "../harness/shop"
import type { ShownPayLink } from "../harness/shown"
import { World } from "../harness/world"

const DAY_MS = 86_400_000

describeInBothModes("a pay link", ({ extendedApi, inDocumented, inExtended, inEither }) => {
  let world: World

  beforeAll(async () => {
    world = await World.shared({ extendedApi })
  })

  afterEach(() => {
    world.emulator.faults.clear()
    world.emulator.setAway(false)
  })

  afterAll(() => world.stop())

  const post = async (path: string, body: Record<string, unknown> = {}) => {
    const { pay_link } = await world.admin.client.fetch<{ pay_link: ShownPayLink & { url: string } }>(
      `/admin/webcheckout/pay-links${path}`,
      { method: "POST", body }
    )
    return pay_link
  }

  /** A link for an order, and somebody who holds it. */
  const linkFor = async (order_id: string, wishes: Record<string, unknown> = {}) => {
    const link = await post("", { order_id, ...wishes })
    return { link, payer: new Payer(link.url) }
  }

  const listed = async (order_id: string) =>
    world.admin.client.fetch<{ pay_links: ShownPayLink[]; order: Record<string, unknown> }>(
      "/admin/webcheckout/pay-links",
      { query: { order_id } }
    )

  /** A paid order to which something was added. */
  const owing = async () => {
    const { order, checkout } = await world.paidOrder()
    await world.addToOrder(order.id)
    const { owed } = (await listed(order.id)).order
    return { order, first: checkout, owed: Number(owed) }
  }

  const pageOf = (address: URL) => {
    const found = world.emulator.books.allCheckouts().find(({ redirectUrl }) => redirectUrl === address.href)
    if (!found) {
      throw new Error(`${address.href} is no page of the gateway's`)
    }
    return found
  }

  const pay = async (address: URL) => {
    const checkout = pageOf(address)
    world.emulator.act(checkout.id, "pay")
    return new Payer((await world.comeBack(checkout)).href)
  }

  const row = async ({ id }: { id: string }) => (await world.ledger({ checkout_id: id }))[0]

  const events = async (link: { id: string }) =>
    (await world.events())
      .filter(({ name, data }) => name.startsWith("webcheckout.pay_link") && data.id === link.id)
      .map(({ name }) => name.split(".").pop())

  /** Medusa's books and the gateway's agree, and the order owes so much. */
  const expectBooks = async (orderId: string, owed: number) => {
    const books = await world.books(orderId)
    expect(books.transactions).toBeCloseTo(books.captured)
    expect(books.total - books.captured).toBeCloseTo(owed)
    const rows = await world.ledger({ order_id: orderId })
    const taken = rows.filter(({ gateway_status }) => gateway_status === "PAID").map(({ amount }) => amount)
    expect(taken.reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(books.captured)
  }

  inEither("shows the amount owed, and ten visits change nothing and call nobody", async () => {
    const { order, owed } = await owing()
    const { link, payer } = await linkFor(order.id, { note: "For <the cups>" })
    const counts = async () =>
      world.sql(
        "SELECT (SELECT count(*) FROM webcheckout_checkout) rows, (SELECT count(*) FROM webcheckout_token) tokens, (SELECT count(*) FROM payment_session) sessions, (SELECT max(updated_at) FROM webcheckout_checkout) changed, (SELECT max(updated_at) FROM webcheckout_pay_link) links, (SELECT max(updated_at) FROM payment_collection) collections"
      )
    const before = await counts()
    const calls = world.emulator.calls.length
    const pages = await Promise.all(Array.from({ length: 10 }, () => payer.look()))
    expect(new Set(pages.map(({ html }) => html)).size).toBe(1)
    expect(await counts()).toEqual(before)
    expect(world.emulator.calls).toHaveLength(calls)
    const [{ status, text, html, headers }] = pages
    expect(status).toBe(200)
    for (const part of [`Order #${order.display_id}`, `Pay AED ${owed.toFixed(2)}`, "For <the cups>", "Cup set"]) {
      expect(text.replace(/\u00a0/g, " ")).toContain(part)
    }
    expect(text).toContain(link.order_reference)
    expect(html).not.toMatch(/<script|aisha|Sea Road|Jumeirah|Khan|971/i)
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
      "content-security-policy": expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[^;]+; base-uri 'none'; frame-ancestors 'none'$/
      ),
    })
    const arabic = await new Payer(link.url, "ar-AE,ar;q=0.9,en;q=0.5").look()
    expect(arabic.html).toContain('lang="ar" dir="rtl"')
    expect(arabic.text).toContain("ادفع")
  })

  inEither("of a draft order converts it and leads to the gateway and back, and the order is captured", async () => {
    const { regions } = await world.admin.admin.region.list({ currency_code: "aed" })
    const { products } = await world.admin.admin.product.list({ handle: "cup-set", fields: "id,*variants" })
    const { draft_order } = await world.admin.admin.draftOrder.create({
      region_id: regions[0].id,
      email: "aisha@shop.example",
      billing_address: { first_name: "Aisha", last_name: "Khan", address_1: "12 Sea Road", country_code: "ae" },
      items: [{ variant_id: products[0].variants?.[0].id ?? "", quantity: 2 }],
    })
    await expect(post("", { order_id: draft_order.id })).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/order_id: is a draft/),
    })
    await expect(post("", { order_id: draft_order.id, convert_draft: true, amount: 9999 })).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/amount: must be at most/),
    })
    expect(await world.books(draft_order.id)).toMatchObject({ status: "draft" })
    const { link, payer } = await linkFor(draft_order.id, { convert_draft: true })
    expect(await world.books(draft_order.id)).toMatchObject({ status: "pending" })
    const checkout = pageOf(await payer.press())
    expect(checkout).toMatchObject({
      orderId: link.order_reference,
      amount: link.to_pay,
      customer: { firstName: "Aisha", email: "aisha@shop.example" },
      items: [{ quantity: 2 }],
    })
    world.emulator.act(checkout.id, "pay")
    const back = new Payer((await world.comeBack(checkout)).href)
    expect((await back.look()).text).toContain("Paid. Thank you!")
    await expectBooks(draft_order.id, 0)
    expect(await listed(draft_order.id)).toMatchObject({ pay_links: [{ state: "paid", paid: link.to_pay, to_pay: 0 }] })
    await until("the events", async () => (await events(link)).length === 2)
    expect(await events(link)).toEqual(["created", "paid"])
    expect((await payer.press()).href).toBe(link.url)
  })

  inEither("for a part can be paid once, and another link takes the rest", async () => {
    const { order, owed } = await owing()
    const deposit = await linkFor(order.id, { amount: 10, note: "First half" })
    expect((await deposit.payer.look()).text).toContain("Deposit")
    const page = pageOf(await deposit.payer.press())
    expect(page).toMatchObject({
      amount: 10,
      items: [{ name: `Order #${order.display_id}`, quantity: 1, linetotal: 10 }],
    })
    expect((await (await pay(new URL(page.redirectUrl))).look()).text).toContain("Paid. Thank you!")
    await expectBooks(order.id, owed - 10)
    expect((await deposit.payer.press()).href).toBe(deposit.link.url)
    const rest = await linkFor(order.id)
    expect(rest.link.to_pay).toBeCloseTo(owed - 10)
    await pay(await rest.payer.press())
    await expectBooks(order.id, 0)
  })

  inEither("has one page for two payers, and is paid once", async () => {
    const { order } = await owing()
    const { link } = await linkFor(order.id)
    const other = await post(`/${link.id}/url`, { purpose: "qr" })
    const pages = await Promise.all([link.url, other.url, link.url].map((url) => new Payer(url).press()))
    expect(new Set(pages.map(({ href }) => href)).size).toBe(1)
    expect((await new Payer(other.url).look()).text).toContain("The payment page is already open")
    await pay(pages[0])
    expect((await new Payer(other.url).look()).text).toContain("Paid. Thank you!")
    await expectBooks(order.id, 0)
  })

  it("for one part does not use the page of another part: each is paid separately", async () => {
    const { order, owed } = await owing()
    const [a, b] = [await linkFor(order.id, { amount: 7 }), await linkFor(order.id, { amount: 7 })]
    const first = await a.payer.press()
    const second = await b.payer.press()
    expect(second.href).not.toBe(first.href)
    expect((await a.payer.press()).href).toBe(first.href)
    await pay(second)
    await expectBooks(order.id, owed - 7)
    expect(await listed(order.id)).toMatchObject({ pay_links: [{ paid: 7 }, { paid: 0 }] })
    await pay(first)
    await expectBooks(order.id, owed - 14)
    expect(await listed(order.id)).toMatchObject({ pay_links: [{ state: "paid" }, { state: "paid" }] })
  })

  inEither("leaves Medusa's unpaid collection asking for what is owed, once an old sum was booked", async () => {
    const { order, old, owed } = await editedMeanwhile()
    const { amount } = pageOf(old)
    await pay(old)
    const { order: books } = await world.admin.admin.order.retrieve(order.id, { fields: "*payment_collections" })
    const unpaid = (books.payment_collections ?? []).filter(({ status }) => status === "not_paid")
    expect(unpaid.map((collection) => collection.amount)).toEqual([expect.closeTo(owed - amount)])
  })

  /** The payment page is open, and then something is added to the order. */
  const editedMeanwhile = async () => {
    const { order } = await owing()
    const { payer } = await linkFor(order.id)
    const old = await payer.press()
    await world.addToOrder(order.id)
    const { owed } = (await listed(order.id)).order
    return { order, payer, old, owed: Number(owed) }
  }

  inExtended("leads to a page for the new amount after an edit, and the old page can no longer be paid", async () => {
    const { order, payer, old, owed } = await editedMeanwhile()
    const page = await payer.press()
    expect(pageOf(page).amount).toBeCloseTo(owed)
    expect(pageOf(old).status).toBe("CANCELLED")
    await pay(page)
    await expectBooks(order.id, 0)
  })

  it("records a payment on a page from before an edit, and requests the rest", async () => {
    const { order, payer, old, owed } = await editedMeanwhile()
    const { amount } = pageOf(old)
    await pay(old)
    await expectBooks(order.id, owed - amount)
    expect(await row(pageOf(old))).toMatchObject({ status: "settled", attention: null })
    await pay(await payer.press())
    await expectBooks(order.id, 0)
  })

  inDocumented(
    "books what was paid on an old page after a newer one was begun, which then asks for the rest only",
    async () => {
      const { order, payer, old, owed } = await editedMeanwhile()
      const newer = await payer.press()
      expect(newer.href).not.toBe(old.href)
      const { amount } = pageOf(old)
      await pay(old)
      expect(await row(pageOf(old))).toMatchObject({ status: "settled", attention: null })
      await expectBooks(order.id, owed - amount)
      const rest = await payer.press()
      expect(pageOf(rest).amount).toBeCloseTo(owed - amount)
      await pay(rest)
      await expectBooks(order.id, 0)
      // The page between the two is still open at the gateway, which cannot be told to close it.
      world.emulator.act(pageOf(newer).id, "pay")
      await world.reconcile(pageOf(newer))
      expect((await row(pageOf(newer))).attention).not.toBeNull()
    }
  )

  inEither("reads the amount owed again when the page is created, and starts over if it has changed", async () => {
    const { order } = await owing()
    const { payer } = await linkFor(order.id)
    const asked = world.emulator.callsTo("createCheckout").length
    let pressed: Promise<URL> | undefined
    await world.addToOrder(order.id, {
      beforeConfirm: async () => {
        world.emulator.fault({ operation: "createCheckout", kind: "delay-before", delayMs: 900, times: 1 })
        pressed = payer.press()
        await until("the page's making", async () => world.emulator.callsTo("createCheckout").length > asked)
      },
    })
    const page = await pressed
    expect(world.emulator.callsTo("createCheckout")).toHaveLength(asked + 2)
    expect(pageOf(page as URL).amount).toBeCloseTo(Number((await listed(order.id)).order.owed))
    await pay(page as URL)
    await expectBooks(order.id, 0)
  })

  inEither("whose collection was deleted in Medusa while its page was open is booked on the order", async () => {
    const { order } = await owing()
    const { payer } = await linkFor(order.id)
    const page = await payer.press()
    const [{ payment_collection_id: collection }] = await world.sql<{ payment_collection_id: string }>(
      "SELECT payment_collection_id FROM webcheckout_checkout WHERE checkout_id = $1",
      [pageOf(page).id]
    )
    await world.admin.admin.paymentCollection.delete(collection)
    await pay(page)
    await expectBooks(order.id, 0)
    expect(await row(pageOf(page))).toMatchObject({ status: "settled", attention: null })
  })

  inEither("reports an existing payment while an amount is authorized, and starts no other", async () => {
    const { order } = await owing()
    const { link, payer } = await linkFor(order.id)
    const page = pageOf(await payer.press())
    world.emulator.act(page.id, "authorize")
    await world.comeBack(page)
    expect((await payer.look()).text).toContain("This order already has a payment")
    const calls = world.emulator.callsTo("createCheckout").length
    expect((await payer.press()).href).toBe(link.url)
    await expect(post("", { order_id: order.id })).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/order_id: has a reserved amount/),
    })
    expect(world.emulator.callsTo("createCheckout")).toHaveLength(calls)
    world.emulator.act(page.id, "capture")
    await world.reconcile(page)
    expect((await payer.look()).text).toContain("Paid. Thank you!")
    await expectBooks(order.id, 0)
  })

  inEither("requires a provider of the plugin in the order's region", async () => {
    const { order } = await owing()
    const { payer } = await linkFor(order.id)
    const { regions } = await world.admin.admin.region.list({ currency_code: "aed", fields: "id,*payment_providers" })
    const [region] = regions
    await world.admin.admin.region.update(region.id, { payment_providers: ["pp_system_default"] })
    try {
      expect((await listed(order.id)).order).toMatchObject({ provider_id: null })
      await expect(post("", { order_id: order.id })).rejects.toThrow(/without a payment provider of this plugin/)
      expect(await payer.pressInVain()).toMatchObject({ status: 503 })
    } finally {
      const payment_providers = (region.payment_providers ?? []).map(({ id }) => id)
      await world.admin.admin.region.update(region.id, { payment_providers })
    }
  })

  inEither("emits its event before it is marked as paid: a process that dies in between emits it again", async () => {
    const { order } = await owing()
    const { link, payer } = await linkFor(order.id)
    const page = pageOf(await payer.press())
    world.emulator.act(page.id, "pay")
    await world.sql("ALTER TABLE webcheckout_pay_link ADD CONSTRAINT never_paid CHECK (paid_at IS NULL) NOT VALID")
    await visit(page.returnUrl)
    await world.sql("ALTER TABLE webcheckout_pay_link DROP CONSTRAINT never_paid")
    const timesTold = async () => (await events(link)).filter((name) => name === "paid").length
    const before = await timesTold()
    expect(before).toBeGreaterThan(0)
    expect((await listed(order.id)).pay_links).toMatchObject([{ paid_at: null }])
    await until("the link to be paid", async () => {
      await world.passHours(page, 24)
      await world.reconcile(page)
      return (await listed(order.id)).pay_links[0].paid_at !== null
    })
    expect(await timesTold()).toBe(before + 1)
  })

  inEither("that ends or expires during a payment still records the payment", async () => {
    const { order } = await owing()
    const { link, payer } = await linkFor(order.id, { expires_at: new Date(Date.now() + DAY_MS).toISOString() })
    const { url } = await post(`/${link.id}/url`, { purpose: "qr" })
    expect((await new Payer(url).look()).status).toBe(200)
    const page = await payer.press()
    await post(`/${link.id}/end`)
    for (const address of [link.url, url]) {
      expect((await new Payer(address).look()).text).toContain("no longer works")
    }
    expect((await payer.press()).href).toBe(link.url)
    await world.sql("UPDATE webcheckout_pay_link SET expires_at = now() WHERE id = $1", [link.id])
    await pay(page)
    await expectBooks(order.id, 0)
    expect(await listed(order.id)).toMatchObject({ pay_links: [{ state: "paid" }] })
    await until("the events", async () => (await events(link)).length === 3)
    expect(await events(link)).toEqual(["created", "ended", "paid"])
    const hashes = await world.sql("SELECT token_hash FROM webcheckout_token WHERE pay_link_id = $1", [link.id])
    expect(hashes.length).toBeGreaterThan(1)
    expect(JSON.stringify(hashes)).not.toContain(link.url.split("/").pop())
  })

  inEither("says why nothing can be paid: unknown, expired, ended, nothing owed", async () => {
    const unknown = await new Payer(`${world.store.url}/webcheckout/pay/${"0".repeat(32)}`).look()
    expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining("Unknown link")])
    const { order, shopper } = await world.paidOrder()
    await expect(post("", { order_id: order.id })).rejects.toMatchObject({
      status: 400,
      message: "order_id: has no outstanding amount",
    })
    const collection = await world.addToOrder(order.id)
    await expect(
      post("", { order_id: order.id, amount: 9999, expires_at: "2020-01-01T00:00:00Z" })
    ).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/amount: must be at most.*expires_at: must be in the future/s),
    })
    const ended = await linkFor(order.id)
    await post(`/${ended.link.id}/end`)
    await expect(post(`/${ended.link.id}/end`)).rejects.toThrow(/already been ended/)
    expect((await ended.payer.look()).text).toContain("no longer works")
    const expired = await linkFor(order.id, { expires_at: new Date(Date.now() + DAY_MS).toISOString() })
    await world.sql("UPDATE webcheckout_pay_link SET expires_at = now() WHERE id = $1", [expired.link.id])
    expect((await expired.payer.look()).text).toContain("has expired")
    const open = await linkFor(order.id)
    const session = await shopper.payCollection(collection)
    world.emulator.act(world.checkoutOf(session.id).id, "pay")
    await world.comeBack(world.checkoutOf(session.id))
    for (const { payer, link } of [ended, expired, open]) {
      expect((await payer.look()).text).toContain("This order has no outstanding amount")
      const calls = world.emulator.calls.length
      expect((await payer.press()).href).toBe(link.url)
      expect(world.emulator.calls).toHaveLength(calls)
    }
  })

  inEither("of a cancelled order cannot be paid", async () => {
    const { order, first } = await owing()
    const { payer, link } = await linkFor(order.id)
    world.emulator.refund(first.id, String(first.amount), "AED")
    await world.act((await row(first)).id, "sync")
    await world.admin.admin.order.cancel(order.id)
    const { text } = await payer.look()
    expect(text).toContain("This order is cancelled")
    expect(text).not.toContain("Outstanding")
    expect((await payer.press()).href).toBe(link.url)
  })

  inEither(
    "says that no payment was started while the gateway is unreachable, and can be paid afterwards",
    async () => {
      const { order } = await owing()
      const { payer } = await linkFor(order.id)
      world.emulator.setAway(true)
      const page = await payer.pressInVain()
      expect([page.status, page.text]).toEqual([503, expect.stringContaining("The payment could not be started")])
      expect((await payer.look()).text).not.toContain("already")
      world.emulator.setAway(false)
      await pay(await payer.press())
      await expectBooks(order.id, 0)
    }
  )
})
