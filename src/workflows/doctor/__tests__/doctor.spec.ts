import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { peerDependencies } from "../../../../package.json"
import { hasChannel, parseConfig, sharesWithoutLocks } from "../../../modules/web-checkout/medusa-config"
import { parseOptions } from "../../../modules/web-checkout/options"
import { checkBackend, checkStorefront, hasVersion } from "../check-addresses"
import { checkPackages, TESTED_MEDUSA } from "../check-setup"
import en from "../../../texts/en.json"
import { finding, exitCodeOf, reportOf } from "../findings"

describe("the self-check's report", () => {
  const [good, odd, bad] = [finding("clock"), finding("clock", "clock_off", "90 s"), finding("regions", "no_region")]

  it.each([
    ["nothing", [good], "No errors and no warnings.", 0],
    ["a warning", [good, odd], "No errors; 1 warning.", 0],
    ["an error", [good, odd, bad], "1 error to fix.", 1],
  ])("ends with what is to be done about %s", (_, findings, end, code) => {
    expect(reportOf(findings).split("\n").pop()).toBe(end)
    expect(exitCodeOf(findings)).toBe(code)
  })

  it("says how to correct each problem", () => {
    expect(reportOf([odd])).toContain(
      "warning  clock: This server's clock is wrong. (90 s)\n         Synchronize it with NTP"
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

it.each([
  ["https://pay.example/merchant/2.0", true],
  ["https://pay.example/merchant/v2/", true],
  ["https://pay.example/merchant", false],
  ["https://pay.example", false],
  ["https://2.0.pay.example/merchant", false],
])("the path of baseUrl %s has a version: %s", (baseUrl, expected) => {
  expect(hasVersion(baseUrl)).toBe(expected)
})

describe("the packages of a store", () => {
  const storeWith = (packages: Record<string, string>): string => {
    const folder = mkdtempSync(join(tmpdir(), "webcheckout-packages-"))
    for (const [name, version] of Object.entries(packages)) {
      mkdirSync(join(folder, "node_modules", name), { recursive: true })
      writeFileSync(join(folder, "node_modules", name, "package.json"), JSON.stringify({ name, version }))
    }
    return folder
  }

  it.each([
    ["2.18.0", "medusa_untested"],
    ["2.19.0", "ok"],
    ["2.21.2", "ok"],
    ["2.22.0", "medusa_untested"],
    ["2.22.0-snapshot-20260911212358", "medusa_untested"],
    ["3.20.0", "medusa_untested"],
  ])("Medusa %s: %s", (version, code) => {
    expect(checkPackages(storeWith({ "@medusajs/medusa": version }))).toMatchObject([{ code }])
  })

  it("include a router that leaves the admin's pages blank", () => {
    const folder = storeWith({ "@medusajs/medusa": "2.21.2", "react-router-dom": "6.30.1" })
    expect(checkPackages(folder)).toMatchObject([{ code: "router_differs", detail: "react-router-dom 6.30.1" }])
    expect(checkPackages(storeWith({ "react-router-dom": "7.18.2" }))).toMatchObject([{ code: "ok" }])
  })

  it("are of the range that package.json gives", () => {
    const { oldest, newest } = TESTED_MEDUSA
    const ranges = Object.entries(peerDependencies).filter(([name]) => /^@medusajs\/(?!ui)/.test(name))
    expect(ranges).toHaveLength(5)
    expect(new Set(ranges.map(([, range]) => range))).toEqual(new Set([`>=2.${oldest}.0 <2.${newest + 1}.0`]))
  })

  it.each(["README.md", "CHANGELOG.md", "docs/compatibility.md", "src/texts/ar.json"])(
    "are those that %s names",
    (file) => {
      const { oldest, newest } = TESTED_MEDUSA
      const named = readFileSync(join(__dirname, "../../../..", file), "utf8")
      expect(named).toMatch(new RegExp(`2\\.${oldest} \\S+ 2\\.${newest}\\b`))
    }
  )

  it("are the ones that the finding names", () => {
    const { oldest, newest } = TESTED_MEDUSA
    expect(en.webcheckout.setup.findings.medusa_untested.mend).toContain(`2.${oldest} to 2.${newest}`)
  })
})

describe("the pages that shoppers land on", () => {
  const check = async (statusOf: (path: string) => number) => {
    const server = createServer((req, res) => res.writeHead(statusOf(req.url ?? "")).end())
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const options = parseOptions({
      environment: "test",
      baseUrl: "https://pay.example",
      apiKey: "k",
      apiSecret: "s",
      backendUrl: "http://localhost:9000",
      storefront: { url },
    })
    const codes = (await checkStorefront(options)).map(({ code }) => code)
    await new Promise((closed) => server.close(closed))
    return [...new Set(codes)]
  }

  it.each([
    ["are there", () => 200, ["ok"]],
    ["know of no such order", (path: string) => (path.includes("webcheckout-doctor") ? 404 : 200), ["ok"]],
    ["are not there", () => 404, ["storefront_page_missing"]],
    ["fail", () => 500, ["storefront_away"]],
  ])("%s", async (_, statusOf, codes) => {
    expect(await check(statusOf)).toEqual(codes)
  })
})

it.each([
  ["in the configuration that Medusa gives", [{ options: { channels: ["feed"] } }], true],
  ["that other providers have replaced", [{ options: { channels: ["email"] } }], false],
])("the feed's provider %s", (_, providers, expected) => {
  expect(hasChannel(parseConfig({ modules: { notification: { options: { providers } } } }), "feed")).toBe(expected)
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
