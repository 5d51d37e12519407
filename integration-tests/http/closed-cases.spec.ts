import { describeInBothModes } from "../harness/modes"
import { payWithoutOrder } from "../harness/pay-without-order"
import { Payer } from "../harness/payer"
import { until } from "../harness/shop"
import type { ShownPayLink } from "../harness/shown"
import { World } from "../harness/world"

/** A page whose money the gateway holds, and the link with which it was paid. */
interface Held {
  page: { id: string; amount: number }
  linkId: string
}

describeInBothModes("a closed case", ({ extendedApi, inDocumented, inEither, inExtended }) => {
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

  const pageAt = ({ href }: URL) => {
    const page = world.emulator.books.allCheckouts().find(({ redirectUrl }) => redirectUrl === href)
    if (!page) {
      throw new Error("the button leads to no page of the gateway's")
    }
    return page
  }

  /** A payment without an order, and its case. */
  const paidWithoutOrder = async () => {
    const started = await world.startedPayment()
    await payWithoutOrder(world, started)
    const { id, attention } = await row(started.checkout)
    expect(attention).toBe("paid_without_order")
    return { ...started, id }
  }

  inDocumented("is processed within a minute if the checkout is paid after all", async () => {
    const { cart, checkout } = await world.startedPayment()
    const { id } = await row(checkout)
    await world.setCase(checkout, "unanswered")
    world.emulator.setAway(true)
    await world.act(id, "resolve", { note: "Nobody has paid, the dashboard says." })
    world.emulator.setAway(false)
    await world.letCompletionFail(cart.id, true)
    world.emulator.act(checkout.id, "pay")
    await world.reconcile(checkout)
    const [{ seconds }] = await world.sql<{ seconds: number }>(
      "SELECT extract(epoch FROM next_check_at - now())::float AS seconds FROM webcheckout_checkout WHERE id = $1",
      [id]
    )
    expect(seconds).toBeLessThan(60)
    await world.letCompletionFail(cart.id, false)
    await world.reconcile(checkout)
    expect(await world.orders(cart.id)).toHaveLength(1)
  })

  inDocumented("is shown as refunded although the gateway was unreachable when Medusa was updated", async () => {
    const { id, cart, checkout, shopper } = await paidWithoutOrder()
    world.emulator.refund(checkout.id, String(checkout.amount), "AED")
    const note = { note: "Refunded in the dashboard." }
    await expect(world.act(id, "resolve", note)).rejects.toMatchObject({ status: 409 })
    await world.act(id, "resolve", note)
    world.emulator.fault({ operation: "getCheckout", kind: "status-before", status: 503, checkoutId: checkout.id })
    await world.reconcile(checkout)
    expect(await row(checkout)).toMatchObject({ next_check_at: expect.any(String) })
    await world.reconcile(checkout)
    await world.letCompletionFail(cart.id, false)
    const again = world.checkoutOf((await shopper.startPayment(await shopper.cart(cart.id))).id)
    world.emulator.act(again.id, "pay")
    await shopper.complete(cart.id)
    const paid = checkout.amount
    expect(await world.books((await world.order(cart.id)).id)).toMatchObject({ captured: 2 * paid, refunded: paid })
  })

  ;["closed", "open"].forEach((state) =>
    inDocumented(
      `that is ${state}: money that went back is recorded before the next session, not on its order`,
      async () => {
        const { id, cart, checkout, shopper } = await paidWithoutOrder()
        if (state === "closed") {
          await world.act(id, "resolve", { note: "Refunded soon." })
        }
        world.emulator.refund(checkout.id, String(checkout.amount), "AED")
        await world.letCompletionFail(cart.id, false)
        const again = world.checkoutOf((await shopper.startPayment(await shopper.cart(cart.id))).id)
        world.emulator.act(again.id, "pay")
        await shopper.complete(cart.id)
        await world.reconcile(checkout)
        expect(await row(checkout)).toMatchObject({ attention: null, status: "closed", order_id: null })
        expect(await world.books((await world.order(cart.id)).id)).toMatchObject({ transactions: checkout.amount })
      }
    )
  )

  inExtended("is reported again if its order is cancelled: the payment must be refunded", async () => {
    const { order } = await world.paidOrder()
    await world.addToOrder(order.id)
    const { pay_link: link } = await world.admin.client.fetch<{ pay_link: { id: string; url: string } }>(
      "/admin/webcheckout/pay-links",
      { method: "POST", body: { order_id: order.id } }
    )
    const address = await new Payer(link.url).press()
    const page = pageAt(address)
    world.emulator.act(page.id, "pay")
    world.emulator.refund(page.id, "1", "AED")
    await world.reconcile(page)
    const { id } = await row(page)
    await world.act(id, "resolve", { note: "Agreed with the customer." })
    await world.admin.admin.order.cancel(order.id)
    await until("the case", async () => (await row(page)).attention === "canceled_not_refunded")
    await world.act(id, "refund", { attention: "canceled_not_refunded", amount: page.amount - 1 })
    expect(await row(page)).toMatchObject({ attention: null, gateway_status: "REFUNDED" })
  })

  const ENDINGS: [ending: string, state: string, end: (held: Held) => unknown][] = [
    [
      "the money is refunded",
      "payable",
      async ({ page }) => {
        world.emulator.refund(page.id, String(page.amount - 1), "AED")
        await world.reconcile(page)
      },
    ],
    [
      "a person records it as paid another way",
      "paid",
      ({ linkId }) =>
        world.admin.client.fetch(`/admin/webcheckout/pay-links/${linkId}/paid-another-way`, { method: "POST" }),
    ],
  ]
  ENDINGS.forEach(([ending, state, end]) =>
    inEither(`keeps its order's pay link from being paid a second time until ${ending}`, async () => {
      const { order } = await world.paidOrder()
      await world.addToOrder(order.id)
      const { pay_link: link } = await world.admin.client.fetch<{ pay_link: { id: string; url: string } }>(
        "/admin/webcheckout/pay-links",
        { method: "POST", body: { order_id: order.id } }
      )
      const stateOf = async () => {
        const { pay_links } = await world.admin.client.fetch<{ pay_links: ShownPayLink[] }>(
          "/admin/webcheckout/pay-links",
          { query: { order_id: order.id } }
        )
        return pay_links.map(({ state }) => state)
      }
      const address = await new Payer(link.url).press()
      const page = pageAt(address)
      world.emulator.act(page.id, "pay")
      world.emulator.refund(page.id, "1", "AED")
      await world.reconcile(page)
      const { id, attention } = await row(page)
      expect(attention).toBe("partially_refunded")
      await world.act(id, "resolve", { note: "Agreed with the customer." })
      expect(await stateOf()).toEqual(["being_paid"])
      expect((await new Payer(link.url).press()).href).toBe(link.url)
      await end({ page, linkId: link.id })
      expect(await stateOf()).toEqual([state])
    })
  )
})
