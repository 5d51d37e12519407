import { describeInBothModes } from "../harness/modes"
import { paidOrder } from "../harness/paid-order"
import { until } from "../harness/shop"
import { World } from "../harness/world"

describeInBothModes("a refund whose process is killed", ({ extendedApi, inDocumented, inExtended, pick }) => {
  let world: World

  beforeAll(async () => {
    world = await World.shared({ extendedApi })
  })

  afterEach(() => world.emulator.faults.clear())

  afterAll(() => world.stop())

  // Only the extended operations contain the refunded amount.
  const refundedAmount = pick({ documented: { amount: 30.2 }, extended: {} })

  /** The number of calls to the gateway about a checkout. */
  const callsAbout = (operation: "getCheckout" | "refundCheckout", { id }: { id: string }) =>
    world.emulator.callsTo(operation).filter(({ path }) => path.includes(id)).length

  /** Delays the gateway's next answer about a checkout by almost the shop's timeoutMs, so that all are unfinished at the kill. */
  const delay = (operation: "getCheckout" | "refundCheckout", { id }: { id: string }) =>
    world.emulator.fault({ operation, kind: "delay-before", delayMs: 1900, checkoutId: id })

  /** The statuses of the plugin's refund rows for a checkout. */
  const refundStatuses = async ({ id }: { id: string }) =>
    (
      await world.sql<{ status: string }>(
        `SELECT r.status FROM webcheckout_refund r JOIN webcheckout_checkout c ON c.id = r.ledger_id WHERE c.checkout_id = $1`,
        [id]
      )
    ).map(({ status }) => status)

  /** Refunds 50 of an order in Medusa, until the gateway gets this call. @returns the request, which is still running */
  const refundUntil = async (
    { checkout, refund }: Awaited<ReturnType<typeof paidOrder>>,
    operation: "getCheckout" | "refundCheckout"
  ) => {
    const before = callsAbout(operation, checkout)
    delay(operation, checkout)
    const running = refund(50).catch(() => undefined)
    await until("the call", async () => callsAbout(operation, checkout) > before)
    return { running }
  }

  /**
   * Kills the process during three refunds. The first order's refund waits for the gateway's status. The second order's refund was sent to
   * the gateway (extended mode only). The third order's refund was made in the dashboard and is being recorded.
   */
  const killWhileRefunding = async () => {
    const [asking, sending, recording] = [await paidOrder(world), await paidOrder(world), await paidOrder(world)]
    world.emulator.refund(recording.checkout.id, "30.2", "AED")
    const [{ id }] = await world.ledger({ checkout_id: recording.checkout.id })
    await world.act(id, "sync")
    const running = world.act(id, "record-refund", refundedAmount).catch(() => undefined)
    await until("Medusa's refund", async () => {
      delay("getCheckout", recording.checkout)
      return (await recording.refunds()).length > 0
    })
    const requests = await Promise.all([
      refundUntil(asking, "getCheckout"),
      ...(extendedApi ? [refundUntil(sending, "refundCheckout")] : []),
    ])
    const left: unknown[] = []
    await world.killAndRestart(async () => {
      left.push(callsAbout("refundCheckout", asking.checkout))
      left.push(await refundStatuses(recording.checkout), await refundStatuses(sending.checkout))
    })
    // The kill came in time: the first order's refund was not sent, and those of the other two are not finished.
    expect(left).toEqual([0, ["unclaimed"], extendedApi ? ["open"] : []])
    await Promise.all([running, ...requests.map((request) => request.running)])
    world.emulator.faults.clear()
    return { asking, sending, recording: { ...recording, id } }
  }

  describe("in the middle of it", () => {
    let killed: Awaited<ReturnType<typeof killWhileRefunding>>

    beforeAll(async () => {
      killed = await killWhileRefunding()
    })

    inExtended("before the gateway was called is sent by the job, once", async () => {
      const { checkout, refunds } = killed.asking
      expect(await refunds()).toHaveLength(1)
      const booked = await until("the refund", async () => {
        await world.reconcile()
        const { refunds, totalRefunded } = world.emulator.books.checkout(checkout.id)
        return refunds.length > 0 && { refunds, totalRefunded }
      })
      await world.reconcile()
      expect(booked.totalRefunded).toBe(50)
      expect(callsAbout("refundCheckout", checkout)).toBe(1)
    })

    inExtended("while the gateway was processing it, is found again, and not sent twice", async () => {
      const { cart, checkout, refunds } = killed.sending
      expect(await refunds()).toHaveLength(1)
      const order = await until("the order's books", async () => {
        await world.reconcile(checkout)
        const found = await world.order(cart.id)
        return found.transactions?.length === 2 && found
      })
      await world.reconcile()
      expect(world.emulator.books.checkout(checkout.id)).toMatchObject({ totalRefunded: 50, refunds: [{ amount: 50 }] })
      expect(callsAbout("refundCheckout", checkout)).toBe(1)
      // As after a complete refund: the refunded amount is not owed again.
      expect(order.summary).toMatchObject({ transaction_total: expect.closeTo(60.2), pending_difference: 0 })
      expect(await world.ledger({ checkout_id: checkout.id })).toMatchObject([
        { attention: null, agreed_at: expect.any(String) },
      ])
    })

    inDocumented("becomes a case if the plugin cannot send it", async () => {
      const { cart, refunds } = killed.asking
      expect(await refunds()).toHaveLength(1)
      const [row] = await until("the attention", async () => {
        await world.reconcile()
        const rows = await world.ledger({ cart_id: cart.id })
        return rows[0].attention !== null && rows
      })
      expect(row).toMatchObject({ attention: "refund_missing", status: "settled" })
    })

    it("while a refund made in the dashboard was being recorded, is recognized as that refund", async () => {
      const { id, checkout, refunds } = killed.recording
      const row = await until("the books to agree", async () => {
        await world.runJob()
        await world.reconcile(checkout)
        const [found] = await world.ledger({ checkout_id: checkout.id })
        return found.agreed_at !== null && found
      })
      expect(row).toMatchObject({ attention: null })
      expect(await refunds()).toMatchObject([{ amount: 30.2 }])
      expect(
        await world.sql("SELECT status, amount::float FROM webcheckout_refund WHERE ledger_id = $1", [id])
      ).toEqual([{ status: "done", amount: 30.2 }])
    })
  })

  /** A paid order with refunds as a process leaves them that dies right after Medusa has recorded them. */
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
    /** The intent of a refund that the gateway has not answered. */
    const leaveIntent = (refund_id: string, amount: number) =>
      world.sql(
        `INSERT INTO webcheckout_refund
           (id, ledger_id, kind, refund_id, amount, raw_amount, refunded_before, raw_refunded_before, status, created_at, updated_at)
         VALUES ('wref_' || gen_random_uuid(), $1, 'medusa', $2, $3::numeric, jsonb_build_object('value', $3::text), 0, '{"value":"0"}',
           'open', now() - interval '1 hour', now() - interval '1 hour')`,
        [ledger_id, refund_id, amount]
      )
    const finish = async () => {
      await world.runTasks("find_interrupted_refunds")
      await world.runTasks("finish_interrupted_refunds")
    }
    return { checkout, ledger_id, row, leaveRefund, leaveIntent, finish }
  }

  inDocumented("becomes a case although the database failed when the case was opened", async () => {
    const { ledger_id, row, leaveRefund, finish } = await withRefundsLeft()
    await leaveRefund(10)
    await finish()
    expect(await row()).toMatchObject({ attention: "refund_missing" })
    await world.act(ledger_id, "resolve", { note: "Refunded in the dashboard." })
    await leaveRefund(20)
    // A comparison during the refund has already recorded Medusa's amount.
    await world.sql("UPDATE webcheckout_checkout SET medusa_refunded = 30 WHERE id = $1", [ledger_id])
    await world.sql(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no database'; END $$;
      CREATE TRIGGER fail BEFORE INSERT ON webcheckout_case EXECUTE FUNCTION fail()`)
    await finish()
    await world.sql("DROP FUNCTION fail CASCADE")
    expect(await row()).toMatchObject({ attention: null })
    await finish()
    expect(await row()).toMatchObject({ attention: "refund_missing" })
  })

  inDocumented("becomes one case if it was started while the plugin could still send it", async () => {
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

  inExtended("is sent once beside another refund of the same payment that was also left", async () => {
    const { checkout, row, leaveRefund, leaveIntent, finish } = await withRefundsLeft()
    await leaveRefund(20)
    await leaveIntent(await leaveRefund(10), 10)
    await finish()
    await finish()
    const { refunds, totalRefunded } = world.emulator.books.checkout(checkout.id)
    expect(refunds.map(({ amount }) => amount)).toEqual([10, 20])
    expect(totalRefunded).toBe(30)
    expect(await row()).toMatchObject({ attention: null })
  })

  inExtended("is sent in full although a person has made an earlier one in the dashboard", async () => {
    const { checkout, row, leaveRefund, finish } = await withRefundsLeft()
    world.emulator.fault({ operation: "refundCheckout", kind: "status-before", status: 400 })
    await leaveRefund(10)
    await finish()
    expect(await row()).toMatchObject({ attention: "refund_missing" })
    world.emulator.refund(checkout.id, "10", "AED")
    await leaveRefund(20)
    await finish()
    expect(world.emulator.books.checkout(checkout.id).totalRefunded).toBe(30)
  })

  inExtended("is left to a person beside a refund of another amount that only the gateway has", async () => {
    const { checkout, row, leaveRefund, finish } = await withRefundsLeft()
    world.emulator.refund(checkout.id, "10", "AED")
    await leaveRefund(20)
    await finish()
    expect(await row()).toMatchObject({ attention: "refund_missing" })
    expect(callsAbout("refundCheckout", checkout)).toBe(0)
  })

  inDocumented("is recognized as made if only the answer was lost", async () => {
    const { checkout, row, leaveRefund, leaveIntent, finish } = await withRefundsLeft()
    await leaveIntent(await leaveRefund(110.2), 110.2)
    world.emulator.refund(checkout.id, "110.2", "AED")
    await finish()
    expect(await row()).toMatchObject({ attention: null, gateway_status: "REFUNDED" })
  })

  it("after Medusa has recorded a refund made in the dashboard, is not recorded again", async () => {
    const { checkout, refunds } = await paidOrder(world)
    world.emulator.refund(checkout.id, "30.2", "AED")
    const [{ id }] = await world.ledger({ checkout_id: checkout.id })
    expect((await world.act(id, "sync")).attention).toBe("refunded_outside")
    await world.act(id, "record-refund", refundedAmount)
    // As if its process had died after it recorded the refund and nothing else.
    await world.passHours(checkout, 1)
    /** The subscriber of Medusa's refund event may close the case in the meantime: then it is reopened here. */
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
    expect(await recordAgain(refundedAmount)).toMatchObject({ attention: null })
    expect(await refunds()).toHaveLength(1)
  })
})
