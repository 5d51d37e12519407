import {
  CheckoutError,
  readOutcome,
  startCheckout,
  waitForOutcome,
  canRetry,
} from "medusa-payment-webcheckout-storefront"
import { WAITS } from "../harness/waits.cjs"
import { World } from "../harness/world"

describe("the storefront kit", () => {
  let world: World

  beforeAll(async () => {
    world = await World.shared({ extendedApi: true })
  })

  afterAll(() => world.stop())

  const filled = async () => {
    const shopper = world.shopper()
    const cart = await shopper.fillCart()
    return { sdk: shopper.sdk, cart }
  }

  const started = async () => {
    const { sdk, cart } = await filled()
    const { redirectUrl, sessionId } = await startCheckout(sdk, cart.id)
    const checkout = world.checkoutOf(sessionId)
    return { sdk, cart, redirectUrl, checkout }
  }

  const problemOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => undefined,
      (error: unknown) => error
    )

  it("starts a payment of a cart and returns the redirect URL", async () => {
    const { redirectUrl, checkout, cart } = await started()
    expect(redirectUrl).toBe(checkout.redirectUrl)
    expect(await world.checkoutsOf(cart.id)).toMatchObject([{ id: checkout.id }])
  })

  it("starts one payment for a double click, and one page for two tabs", async () => {
    const { sdk, cart } = await filled()
    const twice = await Promise.all([startCheckout(sdk, cart.id), startCheckout(sdk, cart.id)])
    expect(twice[0]).toEqual(twice[1])
    const otherTab = await startCheckout(world.shopper().sdk, cart.id)
    expect(otherTab.redirectUrl).toBe(twice[0].redirectUrl)
    expect(await world.checkoutsOf(cart.id)).toHaveLength(1)
  })

  it.each([
    ["decline", "failed"],
    ["cancel", "cancelled"],
    ["expire", "expired"],
  ] as const)("reads the outcome after %s as %s, and starts another try", async (action, outcome) => {
    const { sdk, cart, checkout, redirectUrl } = await started()
    world.emulator.act(checkout.id, action)
    const read = await readOutcome(sdk, cart.id)
    expect(read).toMatchObject({ outcome, order_id: null, cart_id: cart.id, currency_code: "aed" })
    expect(canRetry(read)).toBe(true)
    const again = await startCheckout(sdk, cart.id)
    expect(again.redirectUrl).not.toBe(redirectUrl)
    world.emulator.act(world.checkoutOf(again.sessionId).id, "pay")
    expect(await waitForOutcome(sdk, cart.id, { intervalMs: 200 })).toMatchObject({ outcome: "paid" })
  })

  it("waits until the payment is known, and returns the order", async () => {
    const { sdk, cart, checkout } = await started()
    const waiting = waitForOutcome(sdk, cart.id, { intervalMs: 100 })
    world.emulator.act(checkout.id, "pay")
    const { outcome, order_id, order_reference } = await waiting
    expect(outcome).toBe("paid")
    expect(order_id).toBe((await world.order(cart.id)).id)
    expect(order_reference).toBe((await world.checkoutsOf(cart.id))[0].orderId)
  })

  it("continues after a lost answer, and stops at its time limit or when aborted", async () => {
    const { sdk, cart } = await started()
    const before = world.emulator.callsTo("getCheckout").length
    expect(await waitForOutcome(sdk, cart.id, { timeoutMs: 1500, intervalMs: 100 })).toMatchObject({
      outcome: "pending",
    })
    // However often the page asks, the gateway is asked only once in an interval.
    const { ASK_AGAIN_AFTER_MS } = WAITS["modules/web-checkout/services/checkouts"]
    const asked = world.emulator.callsTo("getCheckout").length - before
    expect(asked).toBeLessThanOrEqual(1500 / ASK_AGAIN_AFTER_MS + 1)
    const controller = new AbortController()
    const waiting = waitForOutcome(sdk, cart.id, { timeoutMs: 60_000, signal: controller.signal })
    controller.abort()
    expect(await waiting).toMatchObject({ outcome: "pending" })
  })

  it("leads a shopper who pays again to the order that was placed", async () => {
    const { sdk, cart, checkout } = await started()
    world.emulator.act(checkout.id, "pay")
    const { order_id } = await waitForOutcome(sdk, cart.id, { intervalMs: 100 })
    const problem = await problemOf(startCheckout(sdk, cart.id))
    expect(problem).toBeInstanceOf(CheckoutError)
    expect(problem).toMatchObject({ code: "cart_paid", orderId: order_id })
  })

  it("reports a cart as paid only if the store does, and as busy if it is", async () => {
    const { sdk, cart } = await started()
    const answers = (status: number, message: string) =>
      jest.spyOn(sdk.client, "fetch").mockRejectedValueOnce(Object.assign(new Error(message), { status }))
    answers(
      409,
      "The request conflicted with another request. You may retry the request with the provided Idempotency-Key."
    )
    expect(await problemOf(startCheckout(sdk, cart.id))).toMatchObject({ code: "unavailable" })
    answers(400, "A payment of this cart is being started. Try again in a moment.")
    expect(await problemOf(startCheckout(sdk, cart.id))).toMatchObject({ code: "unavailable" })
    answers(409, "This cart has been paid. The shop is checking its order.")
    const paid = await problemOf(startCheckout(sdk, cart.id))
    expect(paid).toMatchObject({ code: "cart_paid", message: expect.stringMatching(/is checking/) as string })
    answers(400, "This purchase has been paid. Its order is being created; please do not pay again.")
    expect(await problemOf(startCheckout(sdk, cart.id))).toMatchObject({ code: "cart_paid" })
  })

  it("has a code for each kind of problem", async () => {
    const { sdk, cart } = await filled()
    expect(await problemOf(readOutcome(sdk, cart.id))).toMatchObject({ code: "not_found" })
    expect(await problemOf(startCheckout(sdk, "cart_none"))).toMatchObject({ code: "not_found" })
    world.emulator.fault({ operation: "createCheckout", kind: "status-before", status: 422 })
    expect(await problemOf(startCheckout(sdk, cart.id))).toMatchObject({
      code: "refused",
      message: expect.stringMatching(/something went wrong/) as string,
    })
    world.emulator.fault({ operation: "createCheckout", kind: "drop-before" })
    expect(await problemOf(startCheckout(sdk, cart.id))).toMatchObject({ code: "unavailable" })
  })
})
