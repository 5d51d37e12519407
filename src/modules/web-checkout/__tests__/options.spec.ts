import { parseOptions } from "../options"

const GOOD = {
  environment: "test",
  baseUrl: "http://127.0.0.1:4010/merchant/2.0",
  apiKey: "key",
  apiSecret: "secret",
  backendUrl: "https://api.shop.example",
  storefront: { url: "https://shop.example" },
}

describe("parseOptions", () => {
  it("fills in the defaults", () => {
    expect(parseOptions(GOOD)).toMatchObject({
      headers: { key: "X-SERVICE-KEY", secret: "X-SERVICE-SECRET" },
      identifierSpelling: "Id",
      extendedApi: false,
      authorizedCheckouts: "place-order",
      authorizedReminderDays: [1, 3, 6],
      timeoutMs: 10000,
      maxConnections: 64,
      storefront: { paths: { success: "/{country_code}/order/{order_id}/confirmed" } },
    })
  })

  it("allows the key that Medusa adds", () => {
    expect(() => parseOptions({ ...GOOD, database: { clientUrl: "…" } })).not.toThrow()
  })

  it.each([
    ["environment", { environment: "production" }, /environment: must be "test" or "live"/],
    ["apiKey", { apiKey: undefined }, /apiKey: is required/],
    ["apiSecret", { apiSecret: "  " }, /apiSecret: must not be empty/],
    ["baseUrl", { baseUrl: "gateway.example" }, /baseUrl: must be an http\(s\) URL/],
    ["baseUrl", { baseUrl: "http://gateway.example/2.0" }, /baseUrl: must be https; http is for loopback only/],
    ["storefront", { storefront: undefined }, /storefront: is required/],
    [
      "paths",
      { storefront: { url: "https://shop.example", paths: { success: "//evil.example" } } },
      /storefront\.paths\.success: must be a path/,
    ],
    [
      "placeholder",
      { storefront: { url: "https://shop.example", paths: { failure: "/{host}" } } },
      /storefront\.paths\.failure: may hold only/,
    ],
    ["headers", { headers: { key: "X KEY" } }, /headers\.key: must be an HTTP header name/],
    ["timeoutMs", { timeoutMs: 0 }, /timeoutMs/],
    ["buildCheckout", { buildCheckout: "no" }, /buildCheckout: must be a function/],
    ["accounts", { accounts: { default: { apiKey: "a", apiSecret: "b" } } }, /accounts\.default: is the name/],
    ["account without a key", { accounts: { eu: { apiKey: undefined, apiSecret: "b" } } }, /accounts\.eu\.apiKey: is/],
    ["account without a secret", { accounts: { eu: { apiKey: "a" } } }, /accounts\.eu\.apiSecret: is required/],
    ["user in baseUrl", { baseUrl: "https://me:secret@gateway.example/2.0" }, /baseUrl: must not hold a user/],
    [
      "reminder after the link's end",
      { payLinks: { remindAfterDays: [3, 90] } },
      /payLinks\.remindAfterDays: must be below/,
    ],
    [
      "cancelling after the link's end",
      { payLinks: { cancelUnpaidAfterDays: 30, expireAfterDays: 14 } },
      /payLinks\.cancelUnpaidAfterDays: must be below payLinks\.expireAfterDays, which is 14/,
    ],
    ["typo", { extendedAPI: true }, /extendedAPI/],
    ["refund without its operation", { whenOutOfStock: "refund" }, /whenOutOfStock: "refund" needs extendedApi: true/],
    ["sweep without its operation", { reconcile: { sweep: true } }, /reconcile\.sweep: needs extendedApi: true/],
  ])("names a bad %s and its rule", (_, change, message) => {
    expect(() => parseOptions({ ...GOOD, ...change })).toThrow(message)
  })

  it("lists all problems together and never prints a value", () => {
    const bad = { ...GOOD, environment: "live", apiKey: 12345678, backendUrl: "ftp://hidden.example" }
    expect(() => parseOptions(bad)).toThrow(/apiKey: is required[\s\S]*backendUrl: must be an http/)
    expect(() => parseOptions(bad)).not.toThrow(/12345678|hidden\.example/)
  })

  it("requires https for every URL in live", () => {
    const live = {
      ...GOOD,
      environment: "live",
      accounts: { other: { baseUrl: "http://localhost:1", apiKey: "a", apiSecret: "b" } },
    }
    expect(() => parseOptions(live)).toThrow(
      /baseUrl: must be https when environment is "live"[\s\S]*accounts\.other\.baseUrl/
    )
    expect(() => parseOptions({ ...GOOD, environment: "live", baseUrl: "https://gateway.example/2.0" })).not.toThrow()
  })
})
