import Medusa, { FetchError } from "@medusajs/js-sdk"
import { randomUUID } from "node:crypto"
import type { FaultKind } from "../../src/emulator/faults"
import { describeInBothModes } from "../harness/modes"
import { Shopper, until } from "../harness/shop"
import { calls, monthly, PATH } from "../harness/subscription-calls"
import { World } from "../harness/world"

describeInBothModes("a new subscription", ({ extendedApi, inEither, pick }) => {
  let world: World
  let api: ReturnType<typeof calls>

  beforeAll(async () => {
    world = await World.shared({ extendedApi })
    api = calls(world)
  })

  afterAll(() => world.stop())

  const booked = () => world.emulator.books.allSubscriptions()
  const created = pick({ documented: "created", extended: "active" })
  /** With a search the job finds out whether the call has made it. */
  const afterKill = pick({ documented: "unconfirmed", extended: "active" })

  it("sends exactly the documented fields, for a new person", async () => {
    const subscription = await api.create(monthly({ end_date: "2099-12-31" }))
    expect(subscription).toMatchObject({ status: created, amount: 89.95 })
    expect(booked().at(-1)?.received).toEqual({
      description: "Coffee, monthly",
      currency: "AED",
      amount: 89.95,
      customer: { firstName: "Aisha", lastName: "Khan", email: "aisha@shop.example", phone: "971501234567" },
      startDate: "2099-01-31",
      endDate: "2099-12-31",
      sendOnHour: 6,
      sendEvery: "MONTH",
    })
  })

  inEither("sends the store's data of one of its customers", async () => {
    const customer = await api.newCustomer()
    const { customer_id } = await api.create(monthly({ customer: undefined, customer_id: customer.id }))
    expect(customer_id).toBe(customer.id)
    expect(booked().at(-1)?.received).toMatchObject({
      customer: { id: customer.id, firstName: "Aisha", lastName: "Khan", email: customer.email, phone: "971501234567" },
    })
  })

  inEither("sends the id of the gateway's own customer", async () => {
    await api.create(monthly())
    const customerId = booked().at(-1)?.customerId
    await api.create(monthly({ customer: undefined, gateway_customer_id: customerId }))
    expect(booked().at(-1)?.received).toMatchObject({ customerId })
    expect(booked().at(-1)?.received).not.toHaveProperty("customer")
  })

  inEither("refuses an unknown customer and a wrong term, before anything is written or sent", async () => {
    const before = world.emulator.callsTo("createSubscription").length
    const { count } = await api.list({})
    await expect(api.create(monthly({ customer: undefined, customer_id: "cus_none" }))).rejects.toThrow(
      /^customer_id: there is no customer/
    )
    await expect(api.create(monthly({ amount: 1.005 }))).rejects.toThrow(/^amount: has more decimals than AED/)
    expect(world.emulator.callsTo("createSubscription")).toHaveLength(before)
    expect((await api.list({})).count).toBe(count)
  })

  inEither("answers every problem as a field and its rule", async () => {
    const body = monthly({ amount: 0, start_date: "2099-02-29", send_on_hour: 24 })
    const response = await fetch(`${world.store.url}/admin/webcheckout/subscriptions`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${await world.admin.client.getToken()}`,
      },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      type: "invalid_data",
      message: expect.stringContaining("start_date: must be a date that exists"),
      problems: [
        { field: "start_date", rule: expect.stringMatching(/must be a date that exists/) },
        { field: "send_on_hour", rule: expect.stringMatching(/whole hour/) },
        { field: "amount", rule: expect.stringMatching(/positive/) },
      ],
    })
  })

  inEither("creates one subscription for repeated requests, simultaneous or later", async () => {
    const body = monthly()
    const before = booked().length
    const made = await Promise.all([api.create(body), api.create(body), api.create(body)])
    const again = await api.create(body)
    expect(new Set([...made, again].map(({ id }) => id)).size).toBe(1)
    expect(booked()).toHaveLength(before + 1)
    await expect(api.create({ ...body, amount: 90 })).rejects.toThrow(/^idempotency_key: has been used for another/)
  })

  inEither("returns the gateway's message if it refuses, and keeps the row as rejected", async () => {
    world.emulator.fault({ operation: "createSubscription", kind: "status-before", status: 422 })
    await expect(api.create(monthly({ description: "Refused" }))).rejects.toThrow(/rejected the request \(HTTP 422\)/)
    expect((await api.list({ q: "Refused" })).subscriptions).toMatchObject([{ status: "rejected" }])
  })

  for (const kind of ["drop-after", "garbled", "delay-after"] satisfies FaultKind[]) {
    inEither(`is unconfirmed and not sent again after ${kind}`, async () => {
      const before = booked().length
      world.emulator.fault({ operation: "createSubscription", kind, delayMs: 3000 })
      const { status, failure } = await api.create(monthly({ description: `Lost by ${kind}` }))
      expect(status).toBe("unconfirmed")
      expect(failure).toMatch(/^POST \/subscription: /)
      expect(booked()).toHaveLength(before + 1)
    })
  }

  it("can be sent again after a refusal, and only once", async () => {
    world.emulator.fault({ operation: "createSubscription", kind: "status-before", status: 400 })
    await expect(api.create(monthly({ description: "Second try" }))).rejects.toThrow(/rejected the request/)
    const [row] = (await api.list({ q: "Second try" })).subscriptions
    const sent = await api.act(row.id, "send-again")
    expect(sent.status).toBe(created)
    expect(sent.actions.map(({ action }) => action)).toEqual(["create", "send_again"])
    await expect(api.act(row.id, "send-again")).rejects.toThrow(/no longer unconfirmed or rejected/)
  })

  it("becomes unconfirmed if the process is killed during the call", async () => {
    world.emulator.fault({ operation: "createSubscription", kind: "delay-before", delayMs: 600 })
    const description = "Killed"
    const before = world.emulator.callsTo("createSubscription").length
    const creating = api.create(monthly({ description })).catch(() => undefined)
    await until("the call", async () => world.emulator.callsTo("createSubscription").length > before)
    await world.killAndRestart()
    await creating
    const statusNow = async () => (await api.list({ q: description })).subscriptions[0].status
    await world.runTasks("search_subscription")
    // The call may still be under way.
    expect(await statusNow()).toBe("creating")
    await world.sql("UPDATE webcheckout_subscription SET sent_at = sent_at - interval '2 minutes'")
    await world.runTasks("search_subscription")
    expect(await statusNow()).toBe(afterKill)
  })

  inEither("emits events for the store's subscribers", async () => {
    const { id } = await api.create(monthly())
    await until("the event", async () =>
      (await world.events()).some(({ name, data }) => name === "webcheckout.subscription.created" && data.id === id)
    )
  })
})

describe("a subscription while the gateway cannot be reached", () => {
  let world: World

  afterEach(() => world.stop())

  it("is rejected, because the call was not sent", async () => {
    world = await World.shared()
    await world.emulator.stop()
    const api = calls(world)
    await expect(api.create(monthly())).rejects.toThrow(/POST \/subscription: The payment service cannot be reached/)
    expect((await api.list({})).subscriptions).toMatchObject([{ status: "rejected" }])
  })
})

describe("managing subscriptions", () => {
  let world: World
  let api: ReturnType<typeof calls>

  beforeAll(async () => {
    world = await World.shared({ extendedApi: true })
    api = calls(world)
  })

  afterAll(() => world.stop())

  it("pauses and resumes at the gateway, and records who did", async () => {
    const { id, subscription_id } = await api.create(monthly())
    expect((await api.act(id, "pause")).status).toBe("inactive")
    expect(world.emulator.books.subscription(subscription_id ?? "").status).toBe("INACTIVE")
    const { status, actions } = await api.act(id, "resume")
    expect(status).toBe("active")
    expect(actions.map(({ action }) => action)).toEqual(["create", "pause", "resume"])
    expect(actions.every(({ actor_id }) => actor_id?.startsWith("user_"))).toBe(true)
  })

  it("pauses once although the answer is lost, and a repeated request changes nothing", async () => {
    const { id, subscription_id } = await api.create(monthly())
    world.emulator.fault({ operation: "pauseSubscription", kind: "drop-after" })
    expect((await api.act(id, "pause")).status).toBe("inactive")
    expect((await api.act(id, "pause")).status).toBe("inactive")
    expect(
      world.emulator.callsTo("pauseSubscription").filter(({ path }) => path.includes(`/${subscription_id}/`))
    ).toHaveLength(1)
  })

  it("lists the links sent so far with their checkouts", async () => {
    const { id } = await api.create(monthly({ start_date: "2020-01-31" }))
    const { payments, count } = await api.payments(id)
    expect(count).toBe(1)
    expect(payments).toMatchObject([{ cancelled: false }])
  })

  it("returns a clear message if the gateway does not answer", async () => {
    const { id } = await api.create(monthly())
    world.emulator.fault({ operation: "getSubscription", kind: "status-before", status: 503, times: 5 })
    await expect(api.act(id, "sync")).rejects.toThrow(/GET \/subscription\/\{id\}/)
    world.emulator.faults.clear()
  })

  it("searches, filters, sorts and pages by Medusa's conventions", async () => {
    const customer = await api.newCustomer()
    for (const [index, send_every] of ["WEEK", "YEAR", "YEAR"].entries()) {
      await api.create(
        monthly({ description: `Tea ${"abc"[index]}-leaf`, send_every, customer: undefined, customer_id: customer.id })
      )
    }
    const own = { customer_id: customer.id }
    expect((await api.list({ q: "tea b-leaf" })).subscriptions).toMatchObject([{ description: "Tea b-leaf" }])
    expect((await api.list({ ...own, send_every: "YEAR" })).count).toBe(2)
    expect((await api.list({ ...own, status: ["rejected"] })).count).toBe(0)
    const page = await api.list({ ...own, order: "-description", limit: 2, offset: 1 })
    expect(page).toMatchObject({ count: 3, limit: 2, offset: 1 })
    expect(page.subscriptions.map(({ description }) => description)).toEqual(["Tea b-leaf", "Tea a-leaf"])
    await expect(api.list({ order: "customer.email" })).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/order/),
    })
  })

  it("reads the customer through the link", async () => {
    const customer = await api.newCustomer()
    const { id } = await api.create(monthly({ customer: undefined, customer_id: customer.id }))
    const { subscription } = await world.admin.client.fetch<{ subscription: { customer: { email: string } } }>(
      `${PATH}/${id}`,
      { query: { fields: "id,customer.email,customer.addresses.*,customer.metadata" } }
    )
    expect(subscription.customer).toEqual({ id: customer.id, email: customer.email })
  })

  describe("by a person without permission", () => {
    const signedUp = async () => {
      const sdk = new Medusa({
        baseUrl: world.store.url,
        publishableKey: world.key,
        auth: { type: "jwt", jwtTokenStorageMethod: "memory" },
      })
      const email = `${randomUUID()}@shop.example`
      const token = await sdk.auth.register("customer", "emailpass", { email, password: "supersecret" })
      const { customer } = await sdk.store.customer.create(
        { email, first_name: "Omar", last_name: "Said" },
        {},
        { Authorization: `Bearer ${token}` }
      )
      await sdk.auth.login("customer", "emailpass", { email, password: "supersecret" })
      const own = (query: Record<string, unknown> = {}) =>
        sdk.client.fetch<{ subscriptions: Record<string, unknown>[]; count: number }>(
          "/store/webcheckout/subscriptions",
          { query }
        )
      return { customer, own, sdk }
    }

    it("a customer lists their own and nobody else's, and nothing that is not theirs to see", async () => {
      const [omar, other] = [await signedUp(), await signedUp()]
      await api.create(monthly({ customer: undefined, customer_id: omar.customer.id, description: "Omar's" }))
      world.emulator.fault({ operation: "createSubscription", kind: "drop-before" })
      await api.create(monthly({ customer: undefined, customer_id: omar.customer.id, description: "Not made" }))
      const { subscriptions, count } = await omar.own()
      expect(count).toBe(1)
      expect(subscriptions[0]).toMatchObject({ description: "Omar's", amount: 89.95, status: "active" })
      expect(Object.keys(subscriptions[0])).not.toContain("idempotency_key")
      expect((await other.own()).count).toBe(0)
      await api.create(monthly({ customer: undefined, customer_id: omar.customer.id, description: "Omar's second" }))
      const all = await omar.own()
      expect(all.subscriptions.map(({ description }) => description)).toEqual(["Omar's", "Omar's second"])
      await expect(other.own({ customer_id: omar.customer.id })).rejects.toMatchObject({ status: 400 })
      const shown = await omar.own({ fields: "id,idempotency_key,failure" })
      expect(shown.subscriptions.map((subscription) => Object.keys(subscription))).toEqual([["id"], ["id"]])
      const hidden = await omar.own({ fields: "failure,customer.*,*customer" })
      expect(JSON.stringify(hidden.subscriptions)).not.toMatch(/failure|customer/)
    })

    it("nobody without signing in", async () => {
      const shopper = new Shopper(world.store.url, world.key)
      const statusOf = (path: string) =>
        shopper.sdk.client.fetch(path).then(
          () => 200,
          (error: unknown) => (error instanceof FetchError ? error.status : 0)
        )
      expect(await statusOf("/store/webcheckout/subscriptions")).toBe(401)
      expect(await statusOf(PATH)).toBe(401)
    })

    it("no customer in the admin", async () => {
      const { sdk } = await signedUp()
      const refused = sdk.client.fetch(PATH, { method: "POST", body: monthly() })
      await expect(refused).rejects.toMatchObject({ status: 401 })
    })
  })
})
