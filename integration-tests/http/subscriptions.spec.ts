import Medusa, { FetchError } from "@medusajs/js-sdk"
import { randomUUID } from "node:crypto"
import type { FaultKind } from "../../src/emulator/faults"
import { describeInBothModes } from "../harness/modes"
import { Shopper, until } from "../harness/shop"
import { World } from "../harness/world"

interface ShownSubscription {
  id: string
  status: string
  attention: string | null
  description: string
  amount: number
  subscription_id: string | null
  customer_id: string | null
  failure: string | null
  actions: { action: string; actor_id: string | null }[]
}

const PATH = "/admin/webcheckout/subscriptions"

function monthly(changes: Record<string, unknown> = {}) {
  return {
    description: "Coffee, monthly",
    currency_code: "aed",
    amount: 89.95,
    start_date: "2099-01-31",
    send_on_hour: 6,
    send_every: "MONTH",
    customer: { first_name: "Aisha", last_name: "Khan", email: "aisha@shop.example", phone: "+971 50 123 4567" },
    idempotency_key: randomUUID(),
    ...changes,
  }
}

function calls(world: World) {
  const { client } = world.admin
  return {
    create: async (body: Record<string, unknown>) =>
      (await client.fetch<{ subscription: ShownSubscription }>(PATH, { method: "POST", body })).subscription,
    act: async (id: string, action: string, body: Record<string, unknown> = {}) =>
      (await client.fetch<{ subscription: ShownSubscription }>(`${PATH}/${id}/${action}`, { method: "POST", body }))
        .subscription,
    get: async (id: string) => (await client.fetch<{ subscription: ShownSubscription }>(`${PATH}/${id}`)).subscription,
    list: async (query: Record<string, unknown>) =>
      client.fetch<{ subscriptions: ShownSubscription[]; count: number; limit: number; offset: number }>(PATH, {
        query,
      }),
    payments: async (id: string) =>
      client.fetch<{ payments: { checkout: unknown }[]; count: number }>(`${PATH}/${id}/payments`),
    newCustomer: async (changes: Record<string, string> = {}) =>
      (
        await world.admin.admin.customer.create({
          first_name: "Aisha",
          last_name: "Khan",
          email: `${randomUUID()}@shop.example`,
          phone: "+971501234567",
          ...changes,
        })
      ).customer,
  }
}

describeInBothModes("creating a subscription", ({ extendedApi, inEither, pick }) => {
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

  inEither("sends what the store knows of one of its customers", async () => {
    const customer = await api.newCustomer()
    const { customer_id } = await api.create(monthly({ customer: undefined, customer_id: customer.id }))
    expect(customer_id).toBe(customer.id)
    expect(booked().at(-1)?.received).toMatchObject({
      customer: { id: customer.id, firstName: "Aisha", lastName: "Khan", email: customer.email, phone: "971501234567" },
    })
  })

  inEither("names the gateway's own customer", async () => {
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

  inEither("is one subscription for a repeated request, at once and one after another", async () => {
    const body = monthly()
    const before = booked().length
    const made = await Promise.all([api.create(body), api.create(body), api.create(body)])
    const again = await api.create(body)
    expect(new Set([...made, again].map(({ id }) => id)).size).toBe(1)
    expect(booked()).toHaveLength(before + 1)
    await expect(api.create({ ...body, amount: 90 })).rejects.toThrow(/^idempotency_key: has been used for another/)
  })

  inEither("answers with the gateway's words when it refuses, and keeps the row as rejected", async () => {
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

  it("can be sent once more after it was refused, and only once", async () => {
    world.emulator.fault({ operation: "createSubscription", kind: "status-before", status: 400 })
    await expect(api.create(monthly({ description: "Second try" }))).rejects.toThrow(/rejected the request/)
    const [row] = (await api.list({ q: "Second try" })).subscriptions
    const sent = await api.act(row.id, "send-again")
    expect(sent.status).toBe(created)
    expect(sent.actions.map(({ action }) => action)).toEqual(["create", "send_again"])
    await expect(api.act(row.id, "send-again")).rejects.toThrow(/no longer unconfirmed or rejected/)
  })

  it("becomes unconfirmed when the process is killed in the call", async () => {
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

  inEither("tells the store's own subscribers", async () => {
    const { id } = await api.create(monthly())
    await until("the event", async () =>
      (await world.events()).some(({ name, data }) => name === "webcheckout.subscription.created" && data.id === id)
    )
  })
})

describe("a subscription while the gateway cannot be reached", () => {
  let world: World

  afterEach(() => world.stop())

  it("is rejected, because the call never left", async () => {
    world = await World.shared()
    await world.emulator.stop()
    const api = calls(world)
    await expect(api.create(monthly())).rejects.toThrow(/POST \/subscription: The payment service cannot be reached/)
    expect((await api.list({})).subscriptions).toMatchObject([{ status: "rejected" }])
  })
})

describe("an unconfirmed subscription", () => {
  let world: World
  let api: ReturnType<typeof calls>

  afterEach(() => world.stop())

  const lost = async (extendedApi: boolean, kind: "drop-after" | "drop-before") => {
    world = await World.shared({ extendedApi })
    api = calls(world)
    world.emulator.fault({ operation: "createSubscription", kind })
    return api.create(monthly())
  }
  const booked = () => world.emulator.books.allSubscriptions()

  it("is found by the sync where the gateway can be searched", async () => {
    const { id } = await lost(true, "drop-after")
    await expect(api.act(id, "send-again")).rejects.toThrow(/has this subscription. Refresh its status/)
    expect(await api.act(id, "sync")).toMatchObject({ status: "active", subscription_id: booked()[0].id })
    expect(booked()).toHaveLength(1)
  })

  it("is not found where there is none, and sent again by a person", async () => {
    const { id } = await lost(true, "drop-before")
    await expect(api.act(id, "sync")).rejects.toThrow(/returned no matching subscription/)
    const outcomes = await Promise.allSettled([api.act(id, "send-again"), api.act(id, "send-again")])
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    expect(booked()).toHaveLength(1)
    expect((await api.get(id)).status).toBe("active")
  })

  it("takes the id that a person read in the dashboard, and only the right one", async () => {
    const { id } = await lost(true, "drop-after")
    const other = await api.create(monthly({ amount: 5, description: "Another" }))
    await expect(api.act(id, "confirm", { subscription_id: other.subscription_id })).rejects.toThrow(
      /^subscription_id: already belongs to another/
    )
    expect(await api.act(id, "confirm", { subscription_id: booked()[0].id })).toMatchObject({ status: "active" })
  })

  it("is not taken for another that is alike but for how often, or how long, it is sent", async () => {
    const { id } = await lost(true, "drop-before")
    await api.create(monthly({ send_every: "YEAR" }))
    await api.create(monthly({ end_date: "2099-12-31" }))
    await expect(api.act(id, "sync")).rejects.toThrow(/returned no matching subscription/)
  })

  it("is told when the search for it has ended in vain, until it is there", async () => {
    const { id } = await lost(true, "drop-before")
    await world.runTasks("search_subscription")
    expect(await api.get(id)).toMatchObject({ status: "unconfirmed", attention: null })
    await world.sql("UPDATE webcheckout_subscription SET sent_at = now() - interval '80 hours'")
    await world.runTasks("search_subscription")
    expect(await api.get(id)).toMatchObject({ attention: "unconfirmed" })
    await until("the bell", async () => (await world.bell(id)).length === 1)
    await api.act(id, "send-again")
    expect(await api.get(id)).toMatchObject({ status: "active", attention: null })
  })

  it("is told when the search for it keeps failing, and is searched for once a day from then on", async () => {
    const { id } = await lost(true, "drop-after")
    world.emulator.fault({ operation: "findSubscriptions", kind: "status-before", status: 503, times: 9 })
    await world.runTasks("search_subscription")
    expect(await world.bell(id)).toEqual([])
    await world.sql("UPDATE webcheckout_task SET attempts = 12 WHERE subject_id = $1", [id])
    await world.runTasks("search_subscription")
    expect((await world.bell(id)).map(({ data }) => data.title)).toEqual(["A task of the plugin keeps failing"])
    const due = "SELECT due_at FROM webcheckout_task WHERE subject_id = $1 AND due_at > now() + interval '20 hours'"
    expect(await world.sql(due, [id])).toHaveLength(1)
    world.emulator.faults.clear()
    await world.runTasks("search_subscription")
    expect(await api.get(id)).toMatchObject({ status: "active", attention: null })
  })

  it("stays closed once a person has closed it", async () => {
    const { id } = await lost(false, "drop-before")
    await api.act(id, "resolve", { note: "The dashboard has none." })
    await world.runTasks("search_subscription")
    expect(await api.get(id)).toMatchObject({ status: "unconfirmed", attention: null })
  })

  it("has both ways out without the extended operations, too", async () => {
    const { id } = await lost(false, "drop-after")
    expect(await api.get(id)).toMatchObject({ status: "unconfirmed", attention: "unconfirmed" })
    await expect(api.act(id, "sync")).rejects.toThrow(/Set the plugin option extendedApi/)
    expect(await api.act(id, "confirm", { subscription_id: booked()[0].id })).toMatchObject({
      status: "created",
      subscription_id: booked()[0].id,
    })
    world.emulator.fault({ operation: "createSubscription", kind: "drop-before" })
    const second = await api.create(monthly({ description: "Second" }))
    expect(await api.act(second.id, "send-again")).toMatchObject({ status: "created" })
    expect(booked()).toHaveLength(2)
    expect(world.emulator.callsTo("getSubscription")).toHaveLength(0)
    expect(world.emulator.callsTo("findSubscriptions")).toHaveLength(0)
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

  it("pauses and resumes at the gateway, and writes down who did", async () => {
    const { id, subscription_id } = await api.create(monthly())
    expect((await api.act(id, "pause")).status).toBe("inactive")
    expect(world.emulator.books.subscription(subscription_id ?? "").status).toBe("INACTIVE")
    const { status, actions } = await api.act(id, "resume")
    expect(status).toBe("active")
    expect(actions.map(({ action }) => action)).toEqual(["create", "pause", "resume"])
    expect(actions.every(({ actor_id }) => actor_id?.startsWith("user_"))).toBe(true)
  })

  it("pauses once although the answer is lost, and can be asked for twice", async () => {
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

  it("says in plain words when the gateway does not answer", async () => {
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

  describe("and who may", () => {
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
      await expect(other.own({ customer_id: omar.customer.id })).rejects.toMatchObject({ status: 400 })
      const shown = await omar.own({ fields: "id,idempotency_key,failure" })
      expect(shown.subscriptions.map((subscription) => Object.keys(subscription))).toEqual([["id"]])
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
