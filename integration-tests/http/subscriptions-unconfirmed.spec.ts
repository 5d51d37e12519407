import { until } from "../harness/shop"
import { calls, monthly } from "../harness/subscription-calls"
import { World } from "../harness/world"

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
  /** Moves every create call two minutes back, so that none can be running. */
  const minutesLater = () => world.sql("UPDATE webcheckout_subscription SET sent_at = sent_at - interval '2 minutes'")

  it("is found by the sync where the gateway can be searched", async () => {
    const { id } = await lost(true, "drop-after")
    await expect(api.act(id, "send-again")).rejects.toThrow(/has this subscription. Refresh its status/)
    expect(await api.act(id, "sync")).toMatchObject({ status: "active", subscription_id: booked()[0].id })
    expect(booked()).toHaveLength(1)
  })

  it("is not found if the gateway does not have it, and a person sends it again", async () => {
    const { id } = await lost(true, "drop-before")
    await expect(api.act(id, "sync")).rejects.toThrow(/returned no matching subscription/)
    await expect(api.act(id, "send-again")).rejects.toThrow(/may still process the last request/)
    await minutesLater()
    const outcomes = await Promise.allSettled([api.act(id, "send-again"), api.act(id, "send-again")])
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    expect(booked()).toHaveLength(1)
    expect((await api.get(id)).status).toBe("active")
  })

  it("accepts the id from the gateway's dashboard, and only the right one", async () => {
    const { id } = await lost(true, "drop-after")
    const other = await api.create(monthly({ amount: 5, description: "Another" }))
    await expect(api.act(id, "confirm", { subscription_id: other.subscription_id })).rejects.toThrow(
      /^subscription_id: already belongs to another/
    )
    expect(await api.act(id, "confirm", { subscription_id: booked()[0].id })).toMatchObject({ status: "active" })
  })

  it("of the gateway's own customer is not searched: an equal one may be another customer's", async () => {
    await lost(true, "drop-after")
    const gateway_customer_id = booked()[0].customerId
    world.emulator.fault({ operation: "createSubscription", kind: "drop-before" })
    const { id } = await api.create(monthly({ customer: undefined, gateway_customer_id }))
    await expect(api.act(id, "sync")).rejects.toThrow(/cannot be searched/)
    await minutesLater()
    await world.runTasks("search_subscription")
    expect(await api.get(id)).toMatchObject({ status: "unconfirmed", attention: "unconfirmed" })
    expect(await api.act(id, "send-again")).toMatchObject({ status: "active", attention: null })
    expect(booked()).toHaveLength(2)
  })

  it("is not confused with one that differs only in frequency or end date", async () => {
    const { id } = await lost(true, "drop-before")
    await api.create(monthly({ send_every: "YEAR" }))
    await api.create(monthly({ end_date: "2099-12-31" }))
    await expect(api.act(id, "sync")).rejects.toThrow(/returned no matching subscription/)
  })

  it("becomes a case when its search has ended, until it is sent again", async () => {
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

  it("is reported if its search keeps failing, and is then searched for daily", async () => {
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

  it("gets no new case after a person has closed it", async () => {
    const { id } = await lost(false, "drop-before")
    await api.act(id, "resolve", { note: "The dashboard has none." })
    await world.runTasks("search_subscription")
    expect(await api.get(id)).toMatchObject({ status: "unconfirmed", attention: null })
  })

  it("rings the bell if its first call succeeds after a person has sent it again", async () => {
    world = await World.shared({ extendedApi: true })
    api = calls(world)
    world.emulator.fault({ operation: "createSubscription", kind: "delay-after", delayMs: 1500 })
    const creating = api.create(monthly())
    await until("the call", async () => booked().length === 1)
    const [{ id }] = await world.sql<{ id: string }>(
      "UPDATE webcheckout_subscription SET sent_at = now() WHERE status = 'creating' RETURNING id"
    )
    await expect(creating).rejects.toThrow(/was sent again meanwhile/)
    expect((await world.bell(id)).map(({ data }) => data.title)).toEqual([
      "A customer may get two recurring payment links",
    ])
  })

  it("can be confirmed or sent again without the extended operations, too", async () => {
    const { id } = await lost(false, "drop-after")
    expect(await api.get(id)).toMatchObject({ status: "unconfirmed", attention: "unconfirmed" })
    await expect(api.act(id, "sync")).rejects.toThrow(/Set the plugin option extendedApi/)
    expect(await api.act(id, "confirm", { subscription_id: booked()[0].id })).toMatchObject({
      status: "created",
      subscription_id: booked()[0].id,
    })
    world.emulator.fault({ operation: "createSubscription", kind: "drop-before" })
    const second = await api.create(monthly({ description: "Second" }))
    await minutesLater()
    expect(await api.act(second.id, "send-again")).toMatchObject({ status: "created" })
    expect(booked()).toHaveLength(2)
    expect(world.emulator.callsTo("getSubscription")).toHaveLength(0)
    expect(world.emulator.callsTo("findSubscriptions")).toHaveLength(0)
  })
})
