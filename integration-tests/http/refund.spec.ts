import { describeInBothModes } from "../harness/modes"
import { until } from "../harness/shop"
import { World } from "../harness/world"

async function paidOrder(world: World) {
  const { cart, checkout } = await world.startedPayment()
  world.emulator.act(checkout.id, "pay")
  await world.comeBack(checkout)
  const order = await world.order(cart.id)
  const payment = order.payment_collections?.[0].payments?.[0]
  if (!payment) {
    throw new Error("the order has no payment")
  }
  const refund = (amount: number) => world.admin.admin.payment.refund(payment.id, { amount })
  const refunds = async () => (await world.order(cart.id)).payment_collections?.[0].payments?.[0].refunds ?? []
  return { cart, order, checkout, refund, refunds }
}

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

  it("is made once although the answer is about another amount than the checkout's", async () => {
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

  it("is not repeated while nobody knows, and is found again afterwards", async () => {
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

  it("is not made again when the job has found it and a person tries once more", async () => {
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

  it("is known to be made although the last answer was written down by a clock that is ahead", async () => {
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
      "SELECT to_jsonb(t) AS task FROM webcheckout_task t WHERE subject_id = $1 AND kind = 'credit_refunds'",
      [order.id]
    )
    expect(copied).toHaveLength(1)
    await world.runTasks("credit_refunds")
    expect(await amounts()).toEqual({ credited: 60, owed: 0 })
    // As if its process had died before the task was deleted.
    await world.sql("INSERT INTO webcheckout_task SELECT * FROM jsonb_populate_record(NULL::webcheckout_task, $1)", [
      JSON.stringify(copied[0].task),
    ])
    await world.runTasks("credit_refunds")
    expect(await amounts()).toEqual({ credited: 60, owed: 0 })
  })

  it("gives back only what is left after a refund in the gateway's dashboard", async () => {
    const { checkout, refund } = await paidOrder(world)
    world.emulator.refund(checkout.id, "30.2", "AED")
    await refund(110.2)
    expect(world.emulator.books.checkout(checkout.id)).toMatchObject({ status: "REFUNDED", totalRefunded: 110.2 })
  })

  it("leaves nothing behind when the gateway refuses", async () => {
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

describeInBothModes("a refund whose process is killed", ({ extendedApi, inDocumented, inExtended, pick }) => {
  let world: World

  beforeAll(async () => {
    world = await World.shared({ extendedApi })
  })

  afterEach(() => world.emulator.faults.clear())

  afterAll(() => world.stop())

  /** How often the gateway was asked about a checkout, or told something. */
  const callsAbout = (operation: "getCheckout" | "refundCheckout", { id }: { id: string }) =>
    world.emulator.callsTo(operation).filter(({ path }) => path.includes(id)).length

  const killedWhile = async (operation: "getCheckout" | "refundCheckout") => {
    const { cart, checkout, refund, refunds } = await paidOrder(world)
    const before = callsAbout(operation, checkout)
    world.emulator.fault({ operation, kind: "delay-before", delayMs: 800, checkoutId: checkout.id })
    const refunding = refund(50).catch(() => undefined)
    await until("the call", async () => callsAbout(operation, checkout) > before)
    await world.killAndRestart()
    await refunding
    expect(await refunds()).toHaveLength(1)
    return { cart, checkout }
  }

  inExtended("before the gateway was called is sent by the job, once", async () => {
    const { checkout } = await killedWhile("getCheckout")
    const booked = await until("the refund", async () => {
      await world.reconcile()
      const { refunds, totalRefunded } = world.emulator.books.checkout(checkout.id)
      return refunds.length > 0 && { refunds, totalRefunded }
    })
    await world.reconcile()
    expect(booked.totalRefunded).toBe(50)
    expect(callsAbout("refundCheckout", checkout)).toBe(1)
  })

  inExtended("while the gateway was at it is found again, and not sent twice", async () => {
    const { cart, checkout } = await killedWhile("refundCheckout")
    await until("the job to have asked", async () => {
      const before = callsAbout("getCheckout", checkout)
      await world.reconcile()
      return callsAbout("getCheckout", checkout) > before
    })
    await world.reconcile()
    expect(world.emulator.books.checkout(checkout.id)).toMatchObject({ totalRefunded: 50, refunds: [{ amount: 50 }] })
    expect(callsAbout("refundCheckout", checkout)).toBe(1)
    const order = await until("the order's books", async () => {
      await world.reconcile(checkout)
      const found = await world.order(cart.id)
      return found.transactions?.length === 2 && found
    })
    // As after a refund that came to its end: what went back is not owed anew.
    expect(order.summary).toMatchObject({ transaction_total: expect.closeTo(60.2), pending_difference: 0 })
    expect(await world.ledger({ checkout_id: checkout.id })).toMatchObject([
      { attention: null, agreed_at: expect.any(String) },
    ])
  })

  inDocumented("is told to a person where the plugin cannot send it", async () => {
    const { cart } = await killedWhile("getCheckout")
    const [row] = await until("the attention", async () => {
      await world.reconcile()
      const rows = await world.ledger({ cart_id: cart.id })
      return rows[0].attention !== null && rows
    })
    expect(row).toMatchObject({ attention: "refund_missing", status: "settled" })
  })

  /** A paid order, and refunds of it as a process leaves them that died right after Medusa wrote them down. */
  const withRefundsLeft = async () => {
    const { checkout, order } = await paidOrder(world)
    const payment_id = order.payment_collections?.[0].payments?.[0].id
    const row = async () => (await world.ledger({ checkout_id: checkout.id }))[0]
    const { id: ledger_id } = await row()
    const leaveRefund = async (amount: number) => {
      const [{ id }] = await world.sql<{ id: string }>(
        `INSERT INTO refund (id, amount, raw_amount, payment_id, created_at, updated_at)
         VALUES ('ref_' || gen_random_uuid(), $1::numeric, jsonb_build_object('value', $1::text, 'precision', 20), $2,
           now() - interval '1 hour', now() - interval '1 hour') RETURNING id`,
        [amount, payment_id]
      )
      return id
    }
    /** As it stands while the gateway has not answered. */
    const leaveIntent = (refund_id: string, amount: number) =>
      world.sql(
        `INSERT INTO webcheckout_refund
           (id, ledger_id, kind, refund_id, amount, raw_amount, refunded_before, raw_refunded_before, status, created_at, updated_at)
         VALUES ('wref_' || gen_random_uuid(), $1, 'medusa', $2, $3::numeric, jsonb_build_object('value', $3::text), 0, '{"value":"0"}',
           'open', now() - interval '1 hour', now() - interval '1 hour')`,
        [ledger_id, refund_id, amount]
      )
    const finish = async () => {
      await world.runTasks("find_lost_refunds")
      await world.runTasks("finish_refunds")
    }
    return { checkout, ledger_id, row, leaveRefund, leaveIntent, finish }
  }

  inDocumented("is told to a person although the database failed when its case was opened", async () => {
    const { ledger_id, row, leaveRefund, finish } = await withRefundsLeft()
    await leaveRefund(10)
    await finish()
    expect(await row()).toMatchObject({ attention: "refund_missing" })
    await world.act(ledger_id, "resolve", { note: "Refunded in the dashboard." })
    await leaveRefund(20)
    // A comparison that found it under way has recorded what Medusa shows.
    await world.sql("UPDATE webcheckout_checkout SET medusa_refunded = 30 WHERE id = $1", [ledger_id])
    await world.sql(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no database'; END $$;
      CREATE TRIGGER fail BEFORE INSERT ON webcheckout_case EXECUTE FUNCTION fail()`)
    await finish()
    await world.sql("DROP FUNCTION fail CASCADE")
    expect(await row()).toMatchObject({ attention: null })
    await finish()
    expect(await row()).toMatchObject({ attention: "refund_missing" })
  })

  inDocumented("is told to a person once where it was begun while the plugin could still send it", async () => {
    const { ledger_id, row, leaveRefund, leaveIntent, finish } = await withRefundsLeft()
    await leaveIntent(await leaveRefund(10), 10)
    const cases = () => world.sql("SELECT reason, opened_at FROM webcheckout_case WHERE ledger_id = $1", [ledger_id])
    await finish()
    const opened = await cases()
    expect(opened).toMatchObject([{ reason: "refund_missing" }])
    await finish()
    expect(await cases()).toEqual(opened)
    await world.act(ledger_id, "resolve", { note: "Refunded in the dashboard." })
    await finish()
    expect(await row()).toMatchObject({ attention: null })
  })

  inDocumented("is known to be made where only the plugin's answer was lost", async () => {
    const { checkout, row, leaveRefund, leaveIntent, finish } = await withRefundsLeft()
    await leaveIntent(await leaveRefund(110.2), 110.2)
    world.emulator.refund(checkout.id, "110.2", "AED")
    await finish()
    expect(await row()).toMatchObject({ attention: null, gateway_status: "REFUNDED" })
  })

  // Only the extended operations tell how much.
  const told = pick({ documented: { amount: 30.2 }, extended: {} })

  it("while one that was made outside was recorded, is known for that one", async () => {
    const { checkout, refunds } = await paidOrder(world)
    world.emulator.refund(checkout.id, "30.2", "AED")
    const [{ id }] = await world.ledger({ checkout_id: checkout.id })
    await world.act(id, "sync")
    const recording = world.act(id, "record-refund", told).catch(() => undefined)
    await until("Medusa's refund", async () => {
      world.emulator.fault({ operation: "getCheckout", kind: "delay-before", delayMs: 900 })
      return (await refunds()).length > 0
    })
    await world.killAndRestart()
    await recording
    world.emulator.faults.clear()
    const row = await until("the end of it", async () => {
      await world.runJob()
      await world.reconcile(checkout)
      const [found] = await world.ledger({ checkout_id: checkout.id })
      return found.agreed_at !== null && found
    })
    expect(row).toMatchObject({ attention: null })
    expect(await refunds()).toMatchObject([{ amount: 30.2 }])
    expect(await world.sql("SELECT status, amount::float FROM webcheckout_refund WHERE ledger_id = $1", [id])).toEqual([
      { status: "done", amount: 30.2 },
    ])
  })

  it("after Medusa has booked what was given back outside, is not booked again", async () => {
    const { checkout, refunds } = await paidOrder(world)
    world.emulator.refund(checkout.id, "30.2", "AED")
    const [{ id }] = await world.ledger({ checkout_id: checkout.id })
    expect((await world.act(id, "sync")).attention).toBe("refunded_outside")
    await world.act(id, "record-refund", told)
    // As if its process had died before anything but the refund was written down.
    await world.passHours(checkout, 1)
    /** What Medusa's event about the refund began may end the case meanwhile: then it is forgotten again. */
    const recordAgain = async (body: Record<string, unknown>) =>
      until("an answer about the open case", async () => {
        await world.sql(
          "UPDATE webcheckout_case SET closed_at = NULL WHERE ledger_id = $1 AND reason = 'refunded_outside'",
          [id]
        )
        await world.sql("UPDATE webcheckout_checkout SET agreed_at = NULL WHERE id = $1", [id])
        const answer = await world.act(id, "record-refund", body).catch((error: unknown) => error)
        return answer instanceof Error && /^(idempotency_key|There is no refund outside)/.test(answer.message)
          ? undefined
          : answer
      })
    if (!extendedApi) {
      expect(await recordAgain({ amount: 20 })).toMatchObject({
        status: 400,
        message: expect.stringMatching(/already recorded for this refund: 30\.20/),
      })
    }
    expect(await recordAgain(told)).toMatchObject({ attention: null })
    expect(await refunds()).toHaveLength(1)
  })
})
