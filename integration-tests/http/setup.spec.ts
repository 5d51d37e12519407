import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { Finding } from "../../src/workflows/doctor/findings"
import type { AdminSetup } from "../../src/admin/lib/setup"
import { PROVIDER, until } from "../harness/shop"
import { runWebcheckout } from "../harness/store"
import { World } from "../harness/world"

const check = async (world: World) =>
  (await world.admin.client.fetch<{ findings: Finding[] }>("/admin/webcheckout/setup/check", { method: "POST" }))
    .findings

const codesOf = (findings: Finding[]) => findings.map(({ check, code }) => [check, code])

describe("the set-up of a store", () => {
  let world: World
  let storefront: Server
  let storefrontUrl: string

  beforeAll(async () => {
    storefront = createServer((_, res) => res.end("a page"))
    await new Promise<void>((listening) => storefront.listen(0, "127.0.0.1", listening))
    storefrontUrl = `http://127.0.0.1:${(storefront.address() as AddressInfo).port}`
    world = await World.start({
      emulator: { extendedApi: true },
      options: { extendedApi: true, timeoutMs: 2000, reconcile: { sweep: true } },
      storefrontUrl,
    })
  })

  afterAll(async () => {
    await world.stop()
    storefront.close()
  })

  it("is reported as correct in the admin and in a terminal", async () => {
    expect(codesOf(await check(world))).toEqual([
      ["credentials", "ok"],
      ["regions", "ok"],
      ["backend", "ok"],
      ["storefront", "ok"],
      ["clock", "ok"],
      ["locking", "ok"],
      ["notifications", "ok"],
      ["packages", "ok"],
    ])
    const { code, output } = await runWebcheckout(["doctor"], { ...world.settings, backendUrl: world.store.url })
    expect(output).toContain("No errors and no warnings.")
    expect(code).toBe(0)
  })

  it("shows its addresses, accounts, regions and contacts, and no secret", async () => {
    await world.paidOrder()
    const answer = await world.admin.client.fetch<{ setup: Record<string, unknown> }>("/admin/webcheckout/setup")
    expect(answer.setup).toMatchObject({
      environment: "test",
      extended_api: true,
      backend_url: world.store.url,
      storefront_url: storefrontUrl,
      accounts: [{ name: "default", base_url: world.emulator.baseUrl, last_good_at: expect.any(String) }],
      providers: [{ id: PROVIDER, regions: expect.arrayContaining([expect.any(String)]) }],
      last_contact: expect.any(String),
      due: expect.any(Number),
    })
    expect(JSON.stringify(answer)).not.toContain(world.emulator.apiSecret)
    expect(JSON.stringify(answer)).not.toContain(world.emulator.apiKey)
  })

  it("reports paid checkouts that are missing in the ledger once, and lists them", async () => {
    const known = (await world.paidOrder()).checkout
    const lastSweep = async () => {
      const { setup } = await world.admin.client.fetch<{ setup: AdminSetup }>("/admin/webcheckout/setup")
      return setup.sweep
    }
    await world.runTasks("sweep")
    expect(await lastSweep()).toMatchObject({
      is_daily: true,
      last: { count: 0, found: [], unreadable: 0, unseen: [] },
    })
    expect(await world.bell("sweep")).toEqual([])

    const { id, requestId, orderId, currency, amount } = known
    const shown = { id, requestId, orderId, currency, amount, status: "PAID" }
    const lost = { ...shown, id: "987654321", displayId: "LOST-1", requestId: "unknown", status: "Paid" }
    const content = [
      shown,
      lost,
      { id: "1", nonsense: true },
      { ...lost, id: "2", requestId: null, orderId: null, subscriptionId: "9" },
      { ...lost, id: "3", orderId: "1001" },
      { ...lost, id: "4", status: "PENDING" },
    ]
    const list = (patch: Record<string, unknown>) =>
      world.emulator.fault({ operation: "findCheckouts", kind: "patch", patch, times: 10 })
    list({ content })
    await world.runTasks("sweep")
    await world.runTasks("sweep")
    expect(await lastSweep()).toMatchObject({
      last: { count: 1, unreadable: 1, found: [{ account: "default", checkout_id: "987654321", order_id: orderId }] },
    })
    expect((await world.bell("sweep")).map(({ data }) => data.title)).toEqual([
      "1 paid checkout is unknown to this store",
    ])
    expect(await world.ledger({ checkout_id: "987654321" })).toEqual([])
    const { code, output } = await runWebcheckout(["sweep", "--since", "2026-01-01"], world.settings)
    expect(output).toMatch(/default {2}987654321 {2}.* {2}PAID/)
    expect(output).toContain("Paid checkouts that are unknown to this store: 1")
    expect(code).toBe(1)

    world.emulator.faults.clear()
    list({ content: [] })
    await world.runTasks("sweep")
    expect(await lastSweep()).toMatchObject({ last: { count: 0, unseen: ["default"] } })
    expect((await world.bell("sweep")).map(({ data }) => data.title).sort()).toEqual([
      "1 paid checkout is unknown to this store",
      "The search for unknown payments is not reliable",
    ])
    world.emulator.faults.clear()
  })

  it("reports an account whose lists are refused for too many calls", async () => {
    await world.runTasks("sweep")
    const unseen = async () => {
      const { setup } = await world.admin.client.fetch<{ setup: AdminSetup }>("/admin/webcheckout/setup")
      return setup.sweep.last?.unseen
    }
    expect(await unseen()).toEqual([])
    world.emulator.fault({
      operation: "findCheckouts",
      kind: "status-before",
      status: 429,
      retryAfterSeconds: 5,
      times: 99,
    })
    await world.runTasks("sweep")
    // Due again while the account is left alone: that is neither a failure nor a success.
    await world.runTasks("sweep")
    expect(await world.sql("SELECT attempts FROM webcheckout_task WHERE kind = 'sweep'")).toEqual([{ attempts: 1 }])
    await world.sql("UPDATE webcheckout_task SET attempts = 4 WHERE kind = 'sweep'")
    await until("the end of the sweep", async () => {
      await world.runTasks("sweep")
      return (await unseen())?.includes("default")
    })
    world.emulator.faults.clear()
  })

  it("keeps the last failure of an account beside its last good answer", async () => {
    const { checkout } = await world.startedPayment()
    const [{ id }] = await world.ledger({ checkout_id: checkout.id })
    world.emulator.setAway(true)
    await world.act(id, "sync").catch(() => undefined)
    world.emulator.setAway(false)
    const { setup } = await world.admin.client.fetch<{ setup: { accounts: unknown[] } }>("/admin/webcheckout/setup")
    expect(setup.accounts).toMatchObject([
      { last_good_at: expect.any(String), last_bad: { operation: "GET /checkout/{id}", code: expect.any(String) } },
    ])
  })

  it("is reported as wrong while the payment service is unreachable or no region offers the provider", async () => {
    const { regions } = await world.admin.admin.region.list({ fields: "id,*payment_providers" })
    for (const { id } of regions) {
      await world.admin.admin.region.update(id, { payment_providers: ["pp_system_default"] })
    }
    world.emulator.setAway(true)
    const findings = await check(world)
    world.emulator.setAway(false)
    for (const { id } of regions) {
      await world.admin.admin.region.update(id, { payment_providers: [PROVIDER] })
    }
    expect(codesOf(findings)).toEqual(
      expect.arrayContaining([
        ["credentials", "gateway_away"],
        ["regions", "no_region"],
      ])
    )
  })
})

describe("a store with wrong credentials", () => {
  let world: World
  let other: Server

  beforeAll(async () => {
    other = createServer((_, res) => res.writeHead(404).end("<h1>Not here</h1>"))
    await new Promise<void>((listening) => other.listen(0, "127.0.0.1", listening))
    const baseUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    world = await World.start({
      apiSecret: "another-secret",
      // Nothing listens there.
      storefrontUrl: "http://127.0.0.1:9",
      options: {
        notifications: { emails: ["owner@shop.example"] },
        payLinks: { remindAfterDays: [3] },
        timeoutMs: 2000,
        accounts: { elsewhere: { baseUrl, apiKey: "a-key", apiSecret: "another-secret" } },
      },
    })
  })

  afterAll(async () => {
    await world.stop()
    other.close()
  })

  it("shows the payment service's own message, and never the secret", async () => {
    const findings = await check(world)
    expect(codesOf(findings)).toEqual(
      expect.arrayContaining([
        ["credentials", "credentials_refused"],
        ["credentials", "gateway_unclear"],
        ["storefront", "storefront_away"],
        ["notifications", "no_email_provider"],
        ["notifications", "no_email_for_links"],
      ])
    )
    expect(findings.find(({ check }) => check === "credentials")?.detail).toMatch(/^default: \S+/)
    expect(JSON.stringify(findings)).not.toContain("another-secret")
    const { code, output } = await runWebcheckout(["doctor"], { ...world.settings, backendUrl: world.store.url })
    expect(code).toBe(1)
    expect(output).toContain("Check apiKey, apiSecret, headers and environment in the plugin options")
    expect(output).toMatch(/errors? to fix\./)
    expect(output).not.toContain("another-secret")
  })

  it("starts no payment, says which option to check, and shows no secret", async () => {
    const shopper = world.shopper()
    const cart = await shopper.fillCart()
    await expect(shopper.startPayment(cart)).rejects.toThrow(
      /rejected the credentials \(HTTP 401\)\. Check apiKey, apiSecret, headers and environment/
    )
    expect(await world.ledger({ cart_id: cart.id })).toMatchObject([{ status: "rejected" }])
    expect(world.store.log()).not.toContain("another-secret")
  })
})
