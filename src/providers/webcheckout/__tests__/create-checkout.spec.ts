import type { ModuleCradle } from "../../../modules/web-checkout/own-service"
import { parseOptions } from "../../../modules/web-checkout/options"
import type { WebCheckoutService } from "../../../modules/web-checkout/service"
import { Gateways } from "../../../modules/web-checkout/services/gateways"
import { Meters } from "../../../modules/web-checkout/services/meters"
import { createCheckout, type NewPayment } from "../create-checkout"

describe("createCheckout", () => {
  it("writes no row for an account that the options do not have", async () => {
    const webCheckoutOptions = parseOptions({
      environment: "test",
      baseUrl: "http://localhost:1/2.0",
      apiKey: "a",
      apiSecret: "b",
      backendUrl: "http://localhost:9000",
      storefront: { url: "http://localhost:8000" },
    })
    const cradle = { webCheckoutOptions } as ModuleCradle
    const gateways = new Gateways({ ...cradle, meters: new Meters(cradle) })
    const create = jest.fn()
    const webCheckout = {
      gateways,
      options: webCheckoutOptions,
      checkouts: { create },
      purchases: { nextOrderId: () => Promise.resolve("ref") },
      tokens: { prepareReturn: () => ({ returnUrl: "http://localhost:9000/r", tokenRow: {} }) },
    } as unknown as WebCheckoutService
    const payment = { account: "gone", purchase: { session: {} } } as NewPayment
    const query = { graph: () => Promise.reject(new Error("nothing is read")) }
    await expect(createCheckout(webCheckout, query, payment, "ref")).rejects.toThrow(/no account "gone" under accounts/)
    expect(create).not.toHaveBeenCalled()
  })
})
