import Medusa, { FetchError } from "@medusajs/js-sdk"
import { migrate } from "../harness/store"
import { apiRoutes } from "../../src/__tests__/api-routes"
import { signInAdmin } from "../harness/shop"
import { World } from "../harness/world"

const SUBSCRIPTIONS = "/admin/webcheckout/subscriptions"

/** Every route of the plugin's admin API, and what a role needs for it. */
const READ_CHECKOUTS = [
  "GET /checkouts",
  "GET /checkouts/:id",
  "GET /status",
  "GET /setup",
  "POST /setup/check",
  "GET /statement",
]
const UPDATE_CHECKOUTS = [
  "POST /statement/compare",
  ...["sync", "place-order", "resolve"].map((action) => `POST /checkouts/:id/${action}`),
]
const REFUND_CHECKOUTS = ["POST /checkouts/:id/refund", "POST /checkouts/:id/record-refund"]
const READ_SUBSCRIPTIONS = ["GET /subscriptions", "GET /subscriptions/:id", "GET /subscriptions/:id/payments"]
const CREATE_SUBSCRIPTIONS = ["POST /subscriptions", "POST /subscriptions/:id/send-again"]
const UPDATE_SUBSCRIPTIONS = ["sync", "pause", "resume", "confirm", "resolve"].map(
  (action) => `POST /subscriptions/:id/${action}`
)
const READ_PAY_LINKS = ["GET /pay-links"]
const CREATE_PAY_LINKS = [
  "POST /pay-links",
  ...["url", "send", "renew"].map((action) => `POST /pay-links/:id/${action}`),
]
const UPDATE_PAY_LINKS = ["POST /pay-links/:id/end"]
/** Asks for Medusa's own of "Mark as paid" too. */
const BOOK_PAY_LINKS = ["POST /pay-links/:id/paid-another-way"]
const ALL = [
  ...READ_CHECKOUTS,
  ...UPDATE_CHECKOUTS,
  ...REFUND_CHECKOUTS,
  ...READ_SUBSCRIPTIONS,
  ...CREATE_SUBSCRIPTIONS,
  ...UPDATE_SUBSCRIPTIONS,
  ...READ_PAY_LINKS,
  ...CREATE_PAY_LINKS,
  ...UPDATE_PAY_LINKS,
  ...BOOK_PAY_LINKS,
]

describe("roles, with Medusa's rbac flag on", () => {
  const CLERK = { email: "clerk@shop.example", password: "supersecret" }
  let world: World
  let clerkId: string

  beforeAll(async () => {
    // Medusa's migration lets everybody who was there before do everything: the seed's user stays the owner.
    world = await World.start({ env: { MEDUSA_FF_RBAC: "true" }, prepare: migrate })
    const { invite } = await world.admin.admin.invite.create({ email: CLERK.email })
    const browser = new Medusa({ baseUrl: world.store.url, auth: { type: "jwt", jwtTokenStorageMethod: "memory" } })
    await browser.auth.register("user", "emailpass", CLERK)
    await browser.admin.invite.accept({ invite_token: invite.token, email: CLERK.email })
    const { users } = await world.admin.admin.user.list({ email: CLERK.email })
    clerkId = users[0].id
  })

  afterAll(() => world.stop())

  interface Policy {
    resource: string
    operation: string
  }

  /** What the clerk gets to see with a role of these policies. */
  const asRole = async <Result>(policies: Policy[], see: (user: Medusa) => Promise<Result>): Promise<Result> => {
    const { policies: known } = await world.admin.client.fetch<{
      policies: { id: string; resource: string; operation: string }[]
    }>("/admin/rbac/policies", { query: { limit: 1000 } })
    const ids = policies.map(
      ({ resource, operation }) =>
        known.find((policy) => policy.resource === resource && policy.operation === operation)?.id ?? `no ${resource}`
    )
    const { role } = await world.admin.client.fetch<{ role: { id: string } }>("/admin/rbac/roles", {
      method: "POST",
      body: { name: `Role ${Date.now()}`, policy_ids: ids },
    })
    await world.admin.client.fetch(`/admin/rbac/roles/${role.id}/users`, { method: "POST", body: { users: [clerkId] } })
    try {
      return await see(await signInAdmin(world.store.url, CLERK))
    } finally {
      await world.admin.client.fetch(`/admin/rbac/roles/${role.id}/users`, {
        method: "DELETE",
        body: { users: [clerkId] },
      })
    }
  }

  const statusOf = (answer: Promise<unknown>) =>
    answer.then(
      () => 200,
      (error: unknown) => (error instanceof FetchError ? error.status : 0)
    )

  /** The routes that let the clerk in with a role of these policies. */
  const openTo = (...policies: Policy[]) =>
    asRole(policies, async (user) => {
      const open: string[] = []
      for (const route of ALL) {
        const [method, path] = route.split(" ")
        const body = method === "POST" ? {} : undefined
        const url = `/admin/webcheckout${path.replace(":id", "none")}`
        if ((await statusOf(user.client.fetch(url, { method, body }))) !== 403) {
          open.push(route)
        }
      }
      return open
    })

  it("cover every route of the plugin's admin API", () => {
    const routes = apiRoutes().flatMap((route) => {
      const [method, path] = route.split(" /admin/webcheckout")
      return path === undefined ? [] : [`${method} ${path}`]
    })
    expect(ALL.toSorted()).toEqual(routes.toSorted())
  })

  it.each<[string, string, string[]]>([
    ["webcheckout_checkout", "read", READ_CHECKOUTS],
    ["webcheckout_checkout", "update", UPDATE_CHECKOUTS],
    ["webcheckout_refund", "create", REFUND_CHECKOUTS],
    ["webcheckout_subscription", "read", READ_SUBSCRIPTIONS],
    ["webcheckout_subscription", "create", CREATE_SUBSCRIPTIONS],
    ["webcheckout_subscription", "update", UPDATE_SUBSCRIPTIONS],
    ["webcheckout_pay_link", "read", READ_PAY_LINKS],
    ["webcheckout_pay_link", "create", CREATE_PAY_LINKS],
    ["webcheckout_pay_link", "update", UPDATE_PAY_LINKS],
  ])("open the routes of %s to whoever may %s, and no other", async (resource, operation, routes) => {
    expect((await openTo({ resource, operation })).sort()).toEqual([...routes].sort())
  })

  const TERMS = {
    description: "Coffee every month",
    currency_code: "AED",
    amount: 90,
    send_every: "MONTH",
    send_on_hour: 9,
    start_date: "2030-01-01",
  }
  const CUSTOMERS = { resource: "customer", operation: "read" }

  it("read no customer with webcheckout_subscription alone, however the field is written", async () => {
    const { customer } = await world.admin.admin.customer.create({
      email: "layla@shop.example",
      first_name: "Layla",
      last_name: "Haddad",
      phone: "+971501112233",
    })
    interface Seen {
      customer?: unknown
    }
    const { subscription } = await world.admin.client.fetch<{ subscription: { id: string } }>(SUBSCRIPTIONS, {
      method: "POST",
      body: { ...TERMS, customer_id: customer.id, idempotency_key: "of-a-customer" },
    })
    const read = { resource: "webcheckout_subscription", operation: "read" }
    const customerIn = (path: string, fields: string) => (user: Medusa) =>
      user.client.fetch<{ subscription?: Seen; subscriptions?: Seen[] }>(path, { query: { fields } }).then(
        ({ subscription: one, subscriptions }) => (one ?? subscriptions?.[0])?.customer,
        (error: unknown) => (error instanceof FetchError && error.status === 403 ? undefined : error)
      )
    const one = `${SUBSCRIPTIONS}/${subscription.id}`
    for (const [path, fields] of [
      [SUBSCRIPTIONS, "id,customer.email"],
      [one, "id,customer.email"],
      [one, "id,++customer.email"],
      [one, "id,+-customer.first_name"],
    ]) {
      expect(await asRole([read], customerIn(path, fields))).toBeUndefined()
    }
    for (const path of [SUBSCRIPTIONS, one]) {
      expect(await asRole([read, CUSTOMERS], customerIn(path, "id,customer.email"))).toMatchObject({
        email: expect.any(String),
      })
    }
  })

  it("find no payment by a customer's email address with webcheckout_checkout alone", async () => {
    const read = { resource: "webcheckout_checkout", operation: "read" }
    const see = (user: Medusa) =>
      statusOf(user.client.fetch("/admin/webcheckout/checkouts", { query: { q: "aisha@shop.example" } }))
    expect(await asRole([read], see)).toBe(403)
    expect(await asRole([read, CUSTOMERS], see)).toBe(200)
  })

  it("read no customer by creating a subscription for one", async () => {
    const create = { resource: "webcheckout_subscription", operation: "create" }
    const body = { ...TERMS, customer_id: "cus_unknown", idempotency_key: "read-no-customer" }
    const see = (user: Medusa) => statusOf(user.client.fetch(SUBSCRIPTIONS, { method: "POST", body }))
    expect(await asRole([create], see)).toBe(403)
    expect(await asRole([create, CUSTOMERS], see)).not.toBe(403)
  })

  it("book what was paid another way for whoever may mark a collection as paid", async () => {
    const routes = await openTo(
      { resource: "webcheckout_pay_link", operation: "update" },
      { resource: "payment_collection", operation: "update" }
    )
    expect(routes.sort()).toEqual([...UPDATE_PAY_LINKS, ...BOOK_PAY_LINKS].sort())
  })

  it("prevent refunds through an order that the user may not change", async () => {
    const { order, checkout } = await world.paidOrder()
    const refund = { resource: "webcheckout_refund", operation: "create" }
    expect(await asRole([refund], (user) => statusOf(user.admin.order.cancel(order.id)))).toBe(403)
    expect(world.emulator.books.checkout(checkout.id)).toMatchObject({ status: "PAID", refunds: [] })
  })
})
