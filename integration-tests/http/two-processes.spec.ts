import { describeWhere } from "../harness/describe-where"
import { startRedis, type Redis } from "../harness/redis"
import { Shopper, signInAdmin, visit } from "../harness/shop"
import { startStore, type Store } from "../harness/store"
import { World } from "../harness/world"

describeWhere("redis", "two Medusa processes on one PostgreSQL, with the Redis modules", () => {
  let redis: Redis
  let world: World
  let second: Store

  beforeAll(async () => {
    redis = await startRedis()
    world = await World.start({
      runsJobs: true,
      emulator: { extendedApi: true },
      options: { extendedApi: true },
      env: { REDIS_URL: redis.url },
    })
    second = await startStore({ ...world.settings, port: undefined, backendUrl: world.store.url })
  })

  afterAll(async () => {
    await second.stop()
    await world.stop()
    await redis.stop()
  })

  it("create one order, one payment and one capture for 50 simultaneous returns and completes", async () => {
    const { cart, checkout } = await world.startedPayment()
    world.emulator.act(checkout.id, "pay")
    const path = new URL(checkout.returnUrl).pathname
    const stores = [world.store.url, second.url]
    const shoppers = stores.map((url) => new Shopper(url, world.key))
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const at = index % 2
        if (index % 3 === 0) {
          await shoppers[at].complete(cart.id).catch(() => undefined)
          return undefined
        }
        return (await visit(`${stores[at]}${path}`)).location ?? ""
      })
    )
    const order = await world.order(cart.id)
    const [collection] = order.payment_collections ?? []
    expect(collection.payments).toHaveLength(1)
    expect(collection.payments?.[0].captures).toHaveLength(1)
    expect(order.payment_status).toBe("captured")
    expect(world.emulator.books.checkout(checkout.id)).toMatchObject({ status: "PAID", refunds: [] })
    const landings = new Set(answers.filter((answer) => answer !== undefined).map((answer) => new URL(answer).pathname))
    expect([...landings]).toEqual([`/ae/order/${order.id}/confirmed`])
  })

  it("settle everything once while both run the job and shoppers return", async () => {
    const payments = await Promise.all([1, 2, 3, 4].map(() => world.startedPayment()))
    payments.forEach(({ checkout }) => world.emulator.act(checkout.id, "pay"))
    const checkouts = payments.map(({ checkout }) => checkout)
    const other = await signInAdmin(second.url)
    await Promise.all([
      world.reconcile(...checkouts),
      other.client.fetch("/admin/reconcile", { method: "POST", body: {} }),
      ...checkouts.map(({ returnUrl }) => visit(`${second.url}${new URL(returnUrl).pathname}`)),
      ...checkouts.map(({ returnUrl }) => visit(`${world.store.url}${new URL(returnUrl).pathname}`)),
    ])
    for (const { cart } of payments) {
      const order = await world.order(cart.id)
      expect(order.payment_collections?.[0].payments).toHaveLength(1)
      expect(order.payment_status).toBe("captured")
    }
  })
})
