import { paidOrder } from "../harness/paid-order"
import { until } from "../harness/shop"
import { World } from "../harness/world"

describe("a refund with the extended operations", () => {
  let world: World

  beforeAll(async () => {
    world = await World.shared({ extendedApi: true })
  })

  afterAll(() => world.stop())

  it("goes through at the gateway, in part and then in full", async () => {
    const { checkout, refund, refunds } = await paidOrder(world)
    await refund(10.2)
    expect(world.emulator.books.checkout(checkout.id)).toMatchObject({
      status: "PARTIALLY_REFUNDED",
      totalRefunded: 10.2,
    })
    await refund(100)
    expect(world.emulator.books.checkout(checkout.id)).toMatchObject({ status: "REFUNDED", totalRefunded: 110.2 })
    expect(await refunds()).toHaveLength(2)
  })

  it("is made once although its answer is lost", async () => {
    const { checkout, refund, refunds } = await paidOrder(world)
    world.emulator.fault({ operation: "refundCheckout", kind: "drop-after" })
    await refund(50)
    expect(world.emulator.books.checkout(checkout.id).refunds).toHaveLength(1)
    expect(await refunds()).toHaveLength(1)
  })

  it("is made once although the answer contains another amount than the checkout's", async () => {
    const { checkout, refund, refunds } = await paidOrder(world)
    world.emulator.fault({
      operation: "refundCheckout",
      kind: "patch",
      patch: { amount: 1, status: "REFUNDED", totalRefunded: 1 },
    })
    await refund(50)
    expect(world.emulator.books.checkout(checkout.id)).toMatchObject({ totalRefunded: 50, refunds: [{ amount: 50 }] })
    expect(await refunds()).toHaveLength(1)
    expect(await world.ledger({ checkout_id: checkout.id })).toMatchObject([
      { gateway_status: "PARTIALLY_REFUNDED", total_refunded: 50 },
    ])
  })

  it("is not repeated while its outcome is unknown, and is found afterwards", async () => {
    const { checkout, refund, refunds } = await paidOrder(world)
    world.emulator.fault({ operation: "refundCheckout", kind: "drop-after" })
    world.emulator.fault({ operation: "getCheckout", kind: "patch", patch: {} })
    world.emulator.fault({ operation: "getCheckout", kind: "status-before", status: 503 })
    await expect(refund(50)).rejects.toThrow(/may have carried out/)
    expect(await refunds()).toHaveLength(0)
    await refund(50)
    expect(world.emulator.books.checkout(checkout.id).refunds).toHaveLength(1)
    expect(await refunds()).toHaveLength(1)
  })

  it("is not made again if the job has found it and a person tries again", async () => {
    const { cart, checkout, refund, refunds } = await paidOrder(world)
    world.emulator.fault({ operation: "refundCheckout", kind: "drop-after" })
    world.emulator.fault({ operation: "getCheckout", kind: "patch", patch: {} })
    world.emulator.fault({ operation: "getCheckout", kind: "status-before", status: 503 })
    await expect(refund(50)).rejects.toThrow(/may have carried out/)
    const attention = async () => (await world.ledger({ cart_id: cart.id }))[0].attention
    // The unanswered call can no longer arrive.
    await world.sql("UPDATE webcheckout_refund SET created_at = created_at - interval '10 minutes'")
    await until("the attention", async () => {
      await world.reconcile()
      return (await attention()) === "refunded_outside"
    })
    await refund(50)
    expect(world.emulator.books.checkout(checkout.id).refunds).toHaveLength(1)
    expect(await refunds()).toHaveLength(1)
    await until("the end of the case", async () => (await attention()) === null)
  })

  it("waits until an unanswered call can no longer arrive before it is sent again", async () => {
    const { checkout, refund } = await paidOrder(world)
    world.emulator.fault({ operation: "refundCheckout", kind: "drop-before" })
    await expect(refund(50)).rejects.toThrow(/may have carried out/)
    await expect(refund(50)).rejects.toThrow(/has not been answered yet/)
    expect(world.emulator.books.checkout(checkout.id).refunds).toHaveLength(0)
    expect(world.emulator.callsTo("refundCheckout").filter(({ path }) => path.includes(checkout.id))).toHaveLength(1)
  })

  it("is recognized as made although the last answer was recorded by a clock that is ahead", async () => {
    const { checkout, refund } = await paidOrder(world)
    await world.sql(
      "UPDATE webcheckout_checkout SET last_checked_at = now() + interval '60 seconds' WHERE checkout_id = $1",
      [checkout.id]
    )
    world.emulator.fault({ operation: "refundCheckout", kind: "drop-after" })
    await refund(50)
    expect(world.emulator.books.checkout(checkout.id).refunds).toHaveLength(1)
    expect(await world.ledger({ checkout_id: checkout.id })).toMatchObject([{ total_refunded: 50 }])
  })

  it.each([
    ["died before it was written", 1],
    ["lived", 0],
  ])("has its credit on the order once where the process %s", async (_, dies) => {
    const { order, refund } = await paidOrder(world)
    await refund(50)
    await refund(10)
    const amounts = async () => {
      const { order: read } = await world.admin.admin.order.retrieve(order.id, {
        fields: "summary,total,*credit_lines",
      })
      return {
        credited: (read.credit_lines ?? []).reduce((sum, { amount }) => sum + Number(amount), 0),
        owed: read.summary.pending_difference,
      }
    }
    expect(await amounts()).toEqual({ credited: 60, owed: 0 })
    if (dies) {
      await world.sql("UPDATE order_credit_line SET deleted_at = now() WHERE order_id = $1 AND amount = 50", [order.id])
      expect((await amounts()).credited).toBe(10)
      // Medusa had begun to write it: nothing else can change the order meanwhile.
      await world.sql(
        `INSERT INTO order_change (id, order_id, version, change_type, status, created_at)
         VALUES ($1, $2, 99, 'credit_line', 'pending', now() - interval '1 hour')`,
        [`ordch_${order.id}`, order.id]
      )
    }
    const copied = await world.sql<{ task: unknown }>(
      "SELECT to_jsonb(t) AS task FROM webcheckout_task t WHERE subject_id = $1 AND kind = 'add_credit_lines'",
      [order.id]
    )
    expect(copied).toHaveLength(1)
    await world.runTasks("add_credit_lines")
    expect(await amounts()).toEqual({ credited: 60, owed: 0 })
    // As if its process had died before the task was deleted.
    await world.sql("INSERT INTO webcheckout_task SELECT * FROM jsonb_populate_record(NULL::webcheckout_task, $1)", [
      JSON.stringify(copied[0].task),
    ])
    await world.runTasks("add_credit_lines")
    expect(await amounts()).toEqual({ credited: 60, owed: 0 })
  })

  it("refunds only the rest after a refund in the gateway's dashboard", async () => {
    const { checkout, refund } = await paidOrder(world)
    world.emulator.refund(checkout.id, "30.2", "AED")
    await refund(110.2)
    expect(world.emulator.books.checkout(checkout.id)).toMatchObject({ status: "REFUNDED", totalRefunded: 110.2 })
  })

  it("changes nothing if the gateway refuses", async () => {
    const { checkout, refund, refunds } = await paidOrder(world)
    world.emulator.fault({ operation: "refundCheckout", kind: "status-before", status: 400 })
    await expect(refund(50)).rejects.toThrow(/rejected the request/)
    expect(await refunds()).toHaveLength(0)
    await refund(50)
    expect(world.emulator.books.checkout(checkout.id).refunds).toHaveLength(1)
  })
})

describe("a refund with the documented operations only", () => {
  let world: World

  beforeAll(async () => {
    world = await World.shared()
  })

  afterAll(() => world.stop())

  it("says where to refund while the gateway shows the payment as paid", async () => {
    const { refund, refunds } = await paidOrder(world)
    await expect(refund(110.2)).rejects.toThrow(/in the payment service's dashboard first/)
    expect(await refunds()).toHaveLength(0)
  })

  it("is accepted once the gateway shows it in full", async () => {
    const { checkout, refund, refunds } = await paidOrder(world)
    world.emulator.refund(checkout.id, "110.2", "AED")
    await refund(110.2)
    expect(await refunds()).toHaveLength(1)
  })

  it("does not accept a partial refund, whose amount it cannot see", async () => {
    const { checkout, refund } = await paidOrder(world)
    world.emulator.refund(checkout.id, "10", "AED")
    await expect(refund(10)).rejects.toThrow(/partial refund/)
  })
})
