import { payOrder, readOrderPayment, readOutcome } from "medusa-payment-webcheckout-storefront"
import { LaterShop } from "../harness/later-shop"
import { Payer } from "../harness/payer"
import { until } from "../harness/shop"
import type { ShownPayLink } from "../harness/shown"
import { WHOLESALE } from "../harness/wholesale"
import type { World } from "../harness/world"

const DAY_MS = 86_400_000

/** What stands on a page that shows the order: its number, a line, an amount, the note. */
const CONTENTS = /Order #|Coffee pot|Cup set|AED|For the cups|Reference/

describe("the end of a pay link", () => {
  let shop: LaterShop
  let world: World

  beforeAll(async () => {
    shop = await LaterShop.open(false)
    ;({ world } = shop)
  })

  afterEach(() => shop.settleDown())

  afterAll(() => shop.close())

  const post = async (path: string, body: Record<string, unknown> = {}) => {
    const { pay_link } = await world.admin.client.fetch<{ pay_link: ShownPayLink & { url: string } }>(
      `/admin/webcheckout/pay-links${path}`,
      { method: "POST", body }
    )
    return pay_link
  }

  const expire = (link: { id: string }) =>
    world.sql("UPDATE webcheckout_pay_link SET expires_at = now() - interval '1 minute' WHERE id = $1", [link.id])

  /** A link with a note for a guest's order that owes something. */
  const linked = async () => {
    const { order, checkout } = await world.paidOrder()
    await world.addToOrder(order.id)
    const link = await post("", { order_id: order.id, note: "For the cups" })
    return { order, checkout, link, payer: new Payer(link.url) }
  }

  it("leaves the shop and the link's state on the page, and nothing of the order", async () => {
    const expired = await linked()
    expect((await expired.payer.look()).text).toMatch(CONTENTS)
    await expire(expired.link)
    const ended = await linked()
    await post(`/${ended.link.id}/end`)
    const canceled = await linked()
    world.emulator.refund(canceled.checkout.id, String(canceled.checkout.amount), "AED")
    await world.act((await world.ledger({ checkout_id: canceled.checkout.id }))[0].id, "sync")
    await world.admin.admin.order.cancel(canceled.order.id)
    for (const { payer } of [expired, ended, canceled]) {
      const { status, text, html } = await payer.look()
      expect(status).toBe(200)
      expect(text).toMatch(/has expired|no longer works|is cancelled/)
      expect(text).not.toMatch(CONTENTS)
      expect(html).toContain("<title>Majlis Coffee</title>")
    }
  })

  it("leaves the order's number and reference of a paid one, a week later", async () => {
    const { link, payer } = await linked()
    const page = shop.pageOf(await payer.press())
    world.emulator.act(page.id, "pay")
    await world.comeBack(page)
    expect((await payer.look()).text).toMatch(/Paid\. Thank you!.*Cup set/)
    await world.sql("UPDATE webcheckout_pay_link SET paid_at = now() - interval '7 days 1 minute' WHERE id = $1", [
      link.id,
    ])
    const { text } = await payer.look()
    expect(text).toMatch(/Order #\d+ Paid\. Thank you!/)
    expect(text).toContain(page.orderId)
    expect(text).not.toMatch(/Cup set|AED|For the cups/)
  })

  it("is after ninety days by default", async () => {
    const { link } = await linked()
    const days = (new Date(link.expires_at ?? 0).getTime() - Date.now()) / DAY_MS
    expect(days).toBeCloseTo(90, 2)
  })

  it("is reported once, stays in the daily mail, and is undone with one button", async () => {
    const { order, link } = await shop.ordered()
    const address = shop.mailed(order)[0]
    await expire(link)
    await world.runTasks("notify_expired_links")
    await world.runTasks("notify_expired_links")
    const told = (await world.bell(order.id)).map(({ data }) => data.title)
    expect(told).toEqual([`The pay link of order #${order.display_id} has expired unpaid`])
    expect((await new Payer(address).look()).text).toContain("has expired")
    const renewed = await post(`/${link.id}/renew`)
    expect(renewed).toMatchObject({ id: link.id, state: "payable" })
    expect((await new Payer(address).look()).text).toMatch(CONTENTS)
    await expect(post(`/${link.id}/renew`)).rejects.toMatchObject({ status: 400, message: /Only an expired pay link/ })
    await expire(link)
    await world.runTasks("notify_expired_links")
    expect(await world.bell(order.id)).toHaveLength(2)
  })

  it("is reported after its end if an amount was reserved then, and the reservation lapsed", async () => {
    const { order } = await shop.ordered()
    const page = shop.pageOf(await new Payer(shop.mailed(order)[0]).press())
    // As with authorizedCheckouts "wait": reserved, and not followed.
    await world.sql("UPDATE webcheckout_checkout SET gateway_status = 'AUTHORIZED' WHERE checkout_id = $1", [page.id])
    const [link] = await shop.linksOf(order.id)
    await expire(link)
    const rings = async () =>
      (await world.bell(order.id)).filter(({ data }) => data.title?.endsWith("has expired unpaid")).length
    await world.runTasks("notify_expired_links")
    expect(await rings()).toBe(0)
    world.emulator.act(page.id, "expire")
    await world.reconcile(page)
    await world.runTasks("notify_expired_links")
    expect(await rings()).toBe(1)
  })

  it("is reported after its end if the order owed nothing for a moment, and owes again", async () => {
    const { order, link } = await shop.ordered()
    await world.admin.client.fetch(`/admin/orders/${order.id}/credit-lines`, {
      method: "POST",
      body: { amount: order.total, reference: "order", reference_id: order.id },
    })
    await expire(link)
    await world.runTasks("notify_expired_links")
    expect(await world.bell(order.id)).toEqual([])
    await world.addToOrder(order.id)
    await world.runTasks("notify_expired_links")
    const told = (await world.bell(order.id)).map(({ data }) => data.title)
    expect(told).toEqual([`The pay link of order #${order.display_id} has expired unpaid`])
  })

  it("is not reported if the order was paid another way", async () => {
    const { order, link } = await shop.ordered()
    const other = await post("", { order_id: order.id })
    const page = shop.pageOf(await new Payer(other.url).press())
    world.emulator.act(page.id, "pay")
    await world.comeBack(page)
    await expire(link)
    await world.runTasks("notify_expired_links")
    expect(await world.bell(order.id)).toEqual([])
  })

  it("closes its URLs, not the debt: the order's own page and the copied link extend it", async () => {
    const { headers } = shop.wholesale
    const { sdk } = world.shopper()
    const { order, link } = await shop.ordered()
    await expire(link)
    expect(await readOrderPayment(sdk, order.id, { headers })).toMatchObject({ state: "payable" })
    expect((await shop.linksOf(order.id))[0].state).toBe("expired")
    const { redirectUrl } = await payOrder(sdk, order.id, { headers })
    expect(redirectUrl).not.toBeNull()
    expect((await shop.linksOf(order.id))[0].state).toBe("open_elsewhere")
    await expire(link)
    const { order: read } = await world.admin.admin.order.retrieve(order.id, { fields: "*payment_collections" })
    const [collection] = read.payment_collections ?? []
    const copied = new Payer(`${world.store.url}/webcheckout/payment-collection/${collection.id}?order_id=${order.id}`)
    expect((await copied.look()).text).toContain("The payment page is already open")
    expect((await copied.press()).href).toBe(redirectUrl)
    expect((await shop.linksOf(order.id)).map(({ id, state }) => [id, state])).toEqual([[link.id, "open_elsewhere"]])
  })

  describe("whose order was transferred to another customer", () => {
    /** Medusa's transfer: the admin asks, and the customer who had the order says yes. */
    const transfer = async (orderId: string): Promise<{ headers: Record<string, string> }> => {
      const { sdk } = world.shopper()
      const credentials = { email: `${orderId.toLowerCase()}@new.example`, password: "supersecret" }
      const { token: registered } = await sdk.client.fetch<{ token: string }>("/auth/customer/emailpass/register", {
        method: "POST",
        body: credentials,
      })
      const { customer } = await sdk.store.customer.create(
        { email: credentials.email },
        {},
        { authorization: `Bearer ${registered}` }
      )
      await world.admin.client.fetch(`/admin/orders/${orderId}/transfer`, {
        method: "POST",
        body: { customer_id: customer.id },
      })
      const [{ token }] = await world.sql<{ token: string }>(
        "SELECT details->>'token' AS token FROM order_change_action WHERE order_id = $1 AND action = 'TRANSFER_CUSTOMER'",
        [orderId]
      )
      await sdk.store.order.acceptTransfer(orderId, { token })
      const signedIn = await sdk.client.fetch<{ token: string }>("/auth/customer/emailpass", {
        method: "POST",
        body: credentials,
      })
      return { headers: { authorization: `Bearer ${signedIn.token}` } }
    }

    it("is paid on a page of its own: the open one shows the former customer's name", async () => {
      const { sdk } = world.shopper()
      const { order } = await shop.ordered()
      const old = shop.pageOf(await new Payer(shop.mailed(order)[0]).press())
      const { headers } = await transfer(order.id)
      const { redirectUrl } = await payOrder(sdk, order.id, { headers })
      const page = shop.pageOf(new URL(redirectUrl ?? ""))
      expect(page.id).not.toBe(old.id)
      world.emulator.act(page.id, "pay")
      const { text } = await new Payer(String(await world.comeBack(page))).look()
      expect(text).toContain("Paid. Thank you!")
      await until("the old page to be closed, or to be no more than superseded", async () => {
        const [{ status }] = await world.ledger({ checkout_id: old.id })
        return ["closed", "superseded"].includes(status)
      })
    })

    it("hides it from whoever has the old address, and the new customer gets a link of their own", async () => {
      const { sdk } = world.shopper()
      const { order, link } = await shop.ordered()
      const old = new Payer(shop.mailed(order)[0])
      const { headers } = await transfer(order.id)
      const { text } = await old.look()
      expect(text).toContain("no longer works")
      expect(text).not.toMatch(CONTENTS)
      const calls = world.emulator.calls.length
      await old.press()
      expect(world.emulator.calls).toHaveLength(calls)
      await expect(readOrderPayment(sdk, order.id, { headers: shop.wholesale.headers })).rejects.toMatchObject({
        code: "not_found",
      })
      const { redirectUrl } = await payOrder(sdk, order.id, { headers })
      expect(redirectUrl).not.toBeNull()
      const links = await shop.linksOf(order.id)
      expect(links.map(({ id, state }) => [id === link.id, state])).toEqual([
        [false, "open_elsewhere"],
        [true, "ended"],
      ])
    })

    it("is reported, because its link has ended", async () => {
      const { order } = await shop.ordered()
      await transfer(order.id)
      await shop.processUnpaid(order)
      await shop.processUnpaid(order)
      expect((await world.bell(order.id)).map(({ data }) => data.description)).toEqual([
        expect.stringContaining("now belongs to another customer"),
      ])
    })

    it("is not cancelled after a mail to the former customer", async () => {
      const { order } = await shop.ordered()
      await transfer(order.id)
      await world.passDays(10, order)
      await shop.processUnpaid(order)
      expect(await shop.statusOf(order)).toBe("pending")
    })
  })

  it("of an order by its id: a guest's for everybody, an account's for its customer alone", async () => {
    const { sdk } = world.shopper()
    const { order: guests } = await linked()
    expect(await readOrderPayment(sdk, guests.id)).toMatchObject({ order_id: guests.id })
    const { order } = await shop.ordered()
    for (const read of [readOrderPayment, payOrder, readOutcome]) {
      await expect(read(sdk, order.id)).rejects.toThrow(/Sign in as the order's customer/)
    }
    const { headers } = shop.wholesale
    expect(await readOrderPayment(sdk, order.id, { headers })).toMatchObject({ order_id: order.id })
    expect(JSON.stringify(await payOrder(sdk, order.id, { headers }))).not.toContain(WHOLESALE.email)
    await until("the page", async () => (await readOutcome(sdk, order.id, { headers })).outcome === "pending")
    await expect(readOrderPayment(sdk, "order_unknown")).rejects.toMatchObject({ code: "not_found" })
  })
})
