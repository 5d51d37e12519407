import { Emulator } from "../../../../emulator/server"
import type { ModuleCradle } from "../../own-service"
import { parseOptions } from "../../options"
import { Gateways } from "../gateways"
import { Meters } from "../meters"

describe("the gateway's clients", () => {
  let emulator: Emulator
  let gateways: Gateways

  beforeAll(async () => {
    emulator = await Emulator.start()
    const { baseUrl, apiKey, apiSecret } = emulator
    const webCheckoutOptions = parseOptions({
      environment: "test",
      baseUrl,
      apiKey,
      apiSecret,
      backendUrl: "http://localhost:9000",
      storefront: { url: "http://localhost:8000" },
      accounts: { eu: { baseUrl: undefined, apiKey, apiSecret } },
    })
    const cradle = { webCheckoutOptions } as ModuleCradle
    gateways = new Gateways({ ...cradle, meters: new Meters(cradle) })
  })

  afterAll(async () => {
    await gateways.close()
    await emulator.stop()
  })

  it("use the main baseUrl for an account without its own", async () => {
    const request = {
      requestId: "r1",
      orderId: "o1",
      currency: "AED",
      amount: 10,
      returnUrl: "http://localhost:9000/r",
    }
    await expect(gateways.client("eu").createCheckout(request)).resolves.toMatchObject({ requestId: "r1" })
  })

  it("exist only for the accounts in the options", () => {
    expect(["default", "eu", "us", "constructor"].filter((account) => gateways.has(account))).toEqual(["default", "eu"])
    expect(() => gateways.client("us")).toThrow(/have no account "us" under accounts/)
  })
})
