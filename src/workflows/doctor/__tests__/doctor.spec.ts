import { parseConfig, sharesWithoutLocks } from "../../../modules/web-checkout/medusa-config"
import { parseOptions } from "../../../modules/web-checkout/options"
import { checkBackend } from "../check-addresses"
import { finding } from "../diagnosis"
import { exitCodeOf, reportOf } from "../report"

describe("the self-check's report", () => {
  const [good, odd, bad] = [finding("clock"), finding("clock", "clock_off", "90 s"), finding("regions", "no_region")]

  it.each([
    ["nothing", [good], "Nothing is wrong.", 0],
    ["a warning", [good, odd], "Nothing keeps payments from working; 1 to look at.", 0],
    ["an error", [good, odd, bad], "1 to mend.", 1],
  ])("ends with what is to be done about %s", (_, findings, end, code) => {
    expect(reportOf(findings).split("\n").pop()).toBe(end)
    expect(exitCodeOf(findings)).toBe(code)
  })

  it("says how to mend what is wrong", () => {
    expect(reportOf([odd])).toContain(
      "warning  clock: This server's clock is off. (90 s)\n         Let it be set by NTP"
    )
  })
})

it.each([
  "https://localhost:9000",
  "https://shop.local",
  "https://medusa",
  "https://10.1.2.3",
  "https://172.31.0.9",
  "https://192.168.1.4",
  "https://[::1]",
  "https://[fd00::1]",
])("a live store's backendUrl %s is out of reach for shoppers", async (backendUrl) => {
  const options = parseOptions({
    environment: "live",
    baseUrl: "https://pay.example",
    apiKey: "k",
    apiSecret: "s",
    backendUrl,
    storefront: { url: "https://shop.example" },
  })
  expect(await checkBackend(options)).toMatchObject([{ code: "backend_local", status: "error" }])
})

describe("several processes without shared locks", () => {
  const redis = { resolve: "@medusajs/medusa/event-bus-redis" }
  const locking = { resolve: "@medusajs/medusa/locking", options: { providers: [{ resolve: "locking-redis" }] } }

  it.each([
    ["one process", {}, false],
    ["events are shared, and no locking is named", { event_bus: redis }, true],
    ["workflows are shared, and locking has no provider", { workflows: redis, locking: { options: {} } }, true],
    ["locks are shared too", { event_bus: redis, locking }, false],
  ])("%s: %p", (_, modules, expected) => {
    expect(sharesWithoutLocks(parseConfig({ modules }))).toBe(expected)
  })
})
