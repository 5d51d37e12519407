import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { moduleIntegrationTestRunner } from "@medusajs/test-utils"
import { Emulator } from "../../src/emulator/server"
import type { CheckoutAction } from "../../src/emulator/checkouts-and-subscriptions"
import { WEB_CHECKOUT } from "../../src/modules/web-checkout"
import type { WebCheckoutService } from "../../src/modules/web-checkout/service"
import { WebCheckoutProviderService } from "../../src/providers/webcheckout/service"
import { openRowOf } from "../harness/open-row"
import { EMULATOR_OPTIONS, EMULATOR_PORT, MODULE_MODELS, useServerOfThisRun } from "../harness/module-models"
import type { LedgerCheckout } from "../../src/modules/web-checkout/rules/ledger"
import { Leases } from "../../src/modules/web-checkout/services/leases"

jest.setTimeout(120_000)

useServerOfThisRun()

moduleIntegrationTestRunner<WebCheckoutService>({
  moduleName: WEB_CHECKOUT,
  resolve: `${process.cwd()}/src/modules/web-checkout`,
  moduleModels: MODULE_MODELS,
  moduleOptions: EMULATOR_OPTIONS,
  testSuite: ({ service }) => {
    let emulator: Emulator
    const warnings: string[] = []

    beforeAll(async () => {
      emulator = await Emulator.start({ port: EMULATOR_PORT, extendedApi: true })
    })

    afterAll(() => emulator.stop())

    const provider = () =>
      new WebCheckoutProviderService({
        webCheckout: service,
        logger: { warn: (text: string) => warnings.push(text) } as never,
        query: {
          graph: () => Promise.reject(new Error("these methods read nothing of the store")),
        },
      })

    const openRow = () => openRowOf(service)

    const dataOf = (row: LedgerCheckout) => ({ session_id: row.payment_session_id, checkout_id: row.checkout_id })
    const act = (row: LedgerCheckout, ...actions: CheckoutAction[]) =>
      actions.forEach((action) => emulator.act(row.checkout_id ?? "", action))

    describe("the ledger", () => {
      it("stores a return token as a hash only, and finds its row by the token", async () => {
        const attempt = {
          request_id: "payses_t",
          payment_session_id: "payses_t",
          payment_collection_id: "pay_col_1",
          provider_id: "pp_webcheckout_default",
          cart_id: null,
          order_id: null,
          order_reference: "pay_col_1",
          gateway_order_id: "pay_col_1",
          account: "default",
          amount: 1.005,
          currency_code: "KWD",
        }
        const first = service.tokens.prepareReturn()
        const row = await service.checkouts.create(attempt, first.tokenRow)
        const further = await service.tokens.returnOfTakenOver(row)
        const tokens = [first.returnUrl, further].map((url) => url.split("/").at(-1) ?? "")
        const stored = JSON.stringify([await service.listWebcheckoutTokens(), await service.listWebcheckoutCheckouts()])
        for (const token of tokens) {
          expect(token).toMatch(/^[0-9a-f]{32}$/)
          expect(stored).not.toContain(token)
          expect((await service.tokens.findReturn(token))?.id).toBe(row.id)
          expect(await service.tokens.findReturn(token.toUpperCase())).toBeUndefined()
        }
        expect(await service.tokens.findReturn("0".repeat(32))).toBeUndefined()
      })

      it("never accepts the same requestId twice", async () => {
        const row = await openRow()
        const {
          request_id,
          payment_collection_id,
          provider_id,
          cart_id,
          order_reference,
          account,
          amount,
          currency_code,
        } = row
        const attempt = {
          request_id,
          payment_collection_id,
          provider_id,
          cart_id,
          order_id: null,
          order_reference,
          gateway_order_id: order_reference,
          account,
          amount,
          currency_code,
          payment_session_id: "payses_other",
        }
        const { tokenRow } = service.tokens.prepareReturn()
        await expect(service.checkouts.create(attempt, tokenRow)).rejects.toThrow(/request_id/)
        expect(await service.listWebcheckoutTokens({ id: tokenRow.id })).toEqual([])
      })

      it("drops an answer whose request is older than that of the stored one", async () => {
        const row = await openRow()
        const pending = await service.gateways.client("default").getCheckout(row.checkout_id ?? "")
        const askedEarlier = new Date()
        act(row, "pay")
        expect((await service.checkouts.ask(row)).gateway_status).toBe("PAID")
        const after = await service.answers.record(row, pending, new Date(askedEarlier.getTime() - 1000))
        expect(after.gateway_status).toBe("PAID")
      })

      it("reopens a closed row when the gateway reports it as paid", async () => {
        const row = await openRow()
        act(row, "expire")
        const closed = await service.checkouts.ask(row)
        expect(closed.status).toBe("closed")
        const answer = await service.gateways.client("default").getCheckout(row.checkout_id ?? "")
        const reopened = await service.answers.record(row, { ...answer, status: "PAID" }, new Date())
        expect(reopened).toMatchObject({ status: "open", gateway_status: "PAID" })
      })

      it("supersedes a row once, and only for the session that holds it", async () => {
        const row = await openRow()
        const sessionId = row.payment_session_id ?? ""
        expect(await service.checkouts.supersede("payses_stranger", row.checkout_id ?? "")).toBeUndefined()
        const results = await Promise.all(
          [1, 2, 3].map(() => service.checkouts.supersede(sessionId, row.checkout_id ?? ""))
        )
        expect(results.filter(Boolean)).toMatchObject([{ status: "superseded", payment_session_id: null }])
      })

      it("records an answer correctly while the row changes at the same time", async () => {
        const row = await openRow()
        act(row, "pay")
        const checkout = await service.gateways.client("default").getCheckout(row.checkout_id ?? "")
        await service.checkouts.ask(row)
        const settled = await service.checkouts.recordSettled(row.id, null, row.payment_session_id ?? "")
        const refunded = { ...checkout, status: "PARTIALLY_REFUNDED" as const, totalRefunded: 5 }
        await Promise.all([
          service.checkouts.recordAgreed(settled, { medusa_captured: 0, medusa_refunded: 0 }),
          ...Array.from({ length: 5 }, () => service.answers.record(row, refunded, new Date())),
        ])
        const now = await service.checkouts.retrieve(row.id)
        expect(now).toMatchObject({ gateway_status: "PARTIALLY_REFUNDED", total_refunded: 5, agreed_at: null })
        expect(now.next_check_at).not.toBeNull()
      })

      it("does not ask the gateway about a row of the other environment", async () => {
        const row = await openRow()
        const before = emulator.calls.length
        await expect(service.checkouts.ask({ ...row, environment: "live" })).rejects.toThrow(
          /belongs to the live environment/
        )
        expect(emulator.calls).toHaveLength(before)
      })

      it("has one open refund per checkout", async () => {
        const row = await openRow()
        const of = { ledger_id: row.id, kind: "medusa" as const }
        const intent = { ...of, refund_id: "ref_1", amount: 10, refunded_before: 0 }
        const results = await Promise.allSettled([1, 2, 3].map(() => service.refundIntents.open(intent)))
        expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
        const [open] = await service.refundIntents.list([row.id])
        await service.refundIntents.close(open, "done")
        await expect(service.refundIntents.open({ ...intent, refund_id: "ref_2" })).resolves.toMatchObject({
          status: "open",
        })
      })

      it("closes a refund only as it was read, open or unclaimed", async () => {
        const row = await openRow()
        const intent = { ledger_id: row.id, kind: "outside" as const, refund_id: null, amount: 10, refunded_before: 0 }
        await service.refundIntents.add({ ...intent, status: "unclaimed" })
        const [unclaimed] = await service.refundIntents.list([row.id])
        await service.refundIntents.close(unclaimed, "void")
        await service.refundIntents.close(unclaimed, "done")
        expect(await service.refundIntents.list([row.id])).toMatchObject([{ status: "void" }])
      })

      it("makes a refund once, even if it is repeated with an outdated row", async () => {
        const row = await openRow()
        act(row, "pay")
        const asked = await service.checkouts.ask(row)
        const refund = { kind: "medusa" as const, refund_id: "ref_slow", amount: "1" }
        await service.refunds.refund(asked, refund)
        const calls = emulator.callsTo("refundCheckout").length
        await expect(service.refunds.refund(asked, refund)).resolves.toMatchObject({ id: row.id })
        expect(emulator.callsTo("refundCheckout")).toHaveLength(calls)
      })

      it("lists an account's unanswered rows if giveUpAfterHours is 1.5", async () => {
        const row = await openRow()
        const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000)
        const rows = Reflect.get(service.leases, "knex")("webcheckout_checkout").where({ id: row.id })
        await rows.update({ created_at: twoHoursAgo, last_checked_at: twoHoursAgo })
        const replaced = jest.replaceProperty(service.options.reconcile, "giveUpAfterHours", 1.5)
        const without = await service.dueCheckouts.listWithoutAnswer(row.account).finally(() => replaced.restore())
        expect(without.map(({ id }) => id)).toContain(row.id)
      })
    })

    describe("a lease", () => {
      const times = { waitMs: 200, ttlMs: 300 }
      /** Another process on the same database. */
      const elsewhere = () =>
        new Leases({ [ContainerRegistrationKeys.PG_CONNECTION]: Reflect.get(service.leases, "knex") } as never)

      it("is held while its work runs, longer than its own expiry", async () => {
        const holder = await service.leases.take("long", times)
        const other = elsewhere()
        const end = Date.now() + 3 * times.ttlMs
        while (Date.now() < end) {
          expect(await other.take("long", times)).toBeUndefined()
        }
        await service.leases.release("long", holder ?? "")
        expect(await other.take("long", times)).toEqual(expect.any(String))
        other.close()
      })

      it("expires when its process dies", async () => {
        const dying = elsewhere()
        expect(await dying.take("dying", times)).toEqual(expect.any(String))
        dying.close()
        expect(await service.leases.take("dying", { waitMs: 2000, ttlMs: 300 })).toEqual(expect.any(String))
      })

      it("is lost by a process that was paused for longer than its expiry", async () => {
        const slow = elsewhere()
        await slow.hold("slow", times, async () => {
          expect([slow.isHeld("slow"), slow.isHeld("another")]).toEqual([true, false])
          // Nothing prolongs it any more.
          slow.close()
          await service.leases.hold("slow", { waitMs: 2000, ttlMs: 300 }, async () => {
            expect([slow.isHeld("slow"), service.leases.isHeld("slow")]).toEqual([false, true])
          })
        })
      })

      it("is held by one work, and by no other of the same process", async () => {
        const { leases } = service
        let isHeldOutside: boolean | undefined
        let finish: () => void = () => undefined
        const done = new Promise<void>((end) => {
          finish = end
        })
        const outside = new Promise<void>((begin) => {
          void done.then(begin)
        }).then(() => (isHeldOutside = leases.isHeld("own")))
        const held = await leases.hold("own", times, async () => {
          finish()
          await outside
          return leases.isHeld("own")
        })
        expect([held, isHeldOutside]).toEqual([{ result: true }, false])
      })

      it("is passed on within a process in the order of requests, one at a time", async () => {
        const order: number[] = []
        let atOnce = 0
        await Promise.all(
          [1, 2, 3, 4, 5].map(async (number) => {
            const holder = await service.leases.take("queue", { waitMs: 5000, ttlMs: 1000 })
            atOnce += 1
            expect(atOnce).toBe(1)
            order.push(number)
            await new Promise((next) => setTimeout(next, 20))
            atOnce -= 1
            await service.leases.release("queue", holder ?? "")
          })
        )
        expect(order).toEqual([1, 2, 3, 4, 5])
      })

      it("is given up by a caller that has waited too long, and the next caller still gets it", async () => {
        const holder = await service.leases.take("late", times)
        expect(await service.leases.take("late", times)).toBeUndefined()
        const next = service.leases.take("late", { waitMs: 2000, ttlMs: 300 })
        await service.leases.release("late", holder ?? "")
        expect(await next).toEqual(expect.any(String))
      })

      it("keeps the result of its work if it cannot be released, and then expires", async () => {
        const knex = Reflect.get(service.leases, "knex")
        await knex.raw("CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN 1 / 0; END'")
        await knex.raw("CREATE TRIGGER refuse BEFORE DELETE ON webcheckout_lease EXECUTE FUNCTION refuse()")
        try {
          expect(await service.leases.hold("kept", times, () => Promise.resolve("done"))).toEqual({ result: "done" })
          // The next of this process waits until the release has failed.
          expect(await service.leases.take("kept", { waitMs: 2000, ttlMs: 300 })).toEqual(expect.any(String))
        } finally {
          await knex.raw("DROP FUNCTION refuse() CASCADE")
        }
      })
    })

    it("ignores an answer about another checkout", async () => {
      const [mine, other] = [await openRow(), await openRow()]
      act(mine, "pay")
      emulator.fault({
        operation: "getCheckout",
        kind: "patch",
        patch: { id: other.checkout_id, requestId: other.request_id, status: "EXPIRED" },
      })
      await expect(service.checkouts.ask(mine)).rejects.toThrow(/is another checkout's/)
      const [after] = await service.listWebcheckoutCheckouts({ id: mine.id })
      expect(after).toMatchObject({ status: "open", gateway_status: "PENDING" })
    })

    describe("the provider", () => {
      it.each<[string, CheckoutAction[], string]>([
        ["PENDING", [], "pending"],
        ["AUTHORIZED", ["authorize"], "authorized"],
        ["PAID", ["pay"], "captured"],
        ["FAILED", ["decline"], "error"],
        ["CANCELLED", ["cancel"], "canceled"],
        ["EXPIRED", ["expire"], "canceled"],
      ])("reports %s as its table says", async (status, actions, expected) => {
        const row = await openRow()
        act(row, ...actions)
        const answer = await provider().getPaymentStatus({ data: dataOf(row) })
        expect(answer).toMatchObject({ status: expected, data: { status } })
      })

      it.each([
        ["REFUNDED", "50", "canceled"],
        ["PARTIALLY_REFUNDED", "20", "captured"],
      ])("reports %s as its table says", async (_, refunded, expected) => {
        const row = await openRow()
        act(row, "pay")
        emulator.refund(row.checkout_id ?? "", refunded, "AED")
        expect((await provider().getPaymentStatus({ data: dataOf(row) })).status).toBe(expected)
      })

      it("throws for a missing checkout and for an unknown status, and never reports them as paid", async () => {
        const row = await openRow()
        emulator.fault({ operation: "getCheckout", kind: "status-before", status: 404 })
        await expect(provider().getPaymentStatus({ data: dataOf(row) })).rejects.toThrow(/HTTP 404/)
        emulator.fault({ operation: "getCheckout", kind: "patch", patch: { status: "Mostly paid" } })
        await expect(provider().getPaymentStatus({ data: dataOf(row) })).rejects.toThrow(/is not a documented status/)
      })

      it("accepts the ids of a payment only together", async () => {
        const [mine, other] = [await openRow(), await openRow()]
        const forged = { session_id: mine.payment_session_id, checkout_id: other.checkout_id }
        for (const data of [
          forged,
          { session_id: mine.payment_session_id },
          { checkout_id: mine.checkout_id },
          {},
          undefined,
        ]) {
          await expect(provider().retrievePayment({ data })).rejects.toThrow(/has no checkout/)
        }
      })

      it.each<[string, CheckoutAction[], RegExp]>([
        ["PAID", ["pay"], /Refund it instead/],
        ["AUTHORIZED", ["authorize"], /is AUTHORIZED at the payment service/],
      ])("does not cancel a payment that is %s", async (_, actions, words) => {
        const row = await openRow()
        act(row, ...actions)
        await expect(provider().cancelPayment({ data: dataOf(row) })).rejects.toThrow(words)
      })

      it.each<[string, CheckoutAction[]]>([
        ["PENDING", []],
        ["CANCELLED", ["cancel"]],
        ["FAILED", ["decline"]],
        ["EXPIRED", ["expire"]],
      ])("cancels a payment that is %s, whose page can then no longer be paid", async (_, actions) => {
        const row = await openRow()
        act(row, ...actions)
        await provider().cancelPayment({ data: dataOf(row) })
        expect(() => act(row, "pay")).toThrow(/cannot pay/)
      })

      it("refuses to change the amount of a payment, and keeps one whose amount is unchanged", async () => {
        const row = await openRow()
        await expect(
          provider().updatePayment({ data: dataOf(row), amount: 50.004, currency_code: "aed" })
        ).resolves.toMatchObject({
          data: { checkout_id: row.checkout_id },
        })
        for (const change of [
          { amount: 51, currency_code: "aed" },
          { amount: 50, currency_code: "usd" },
        ]) {
          await expect(provider().updatePayment({ data: dataOf(row), ...change })).rejects.toThrow(
            /start a new payment session/
          )
        }
      })

      it("never throws when a session is deleted", async () => {
        const row = await openRow()
        emulator.fault({ operation: "cancelCheckout", kind: "drop-before" })
        await expect(provider().deletePayment({ data: dataOf(row) })).resolves.toEqual({})
        expect(warnings.at(-1)).toMatch(/could not be cancelled/)
        for (const data of [{}, undefined, { session_id: 7 }, dataOf(row)]) {
          await expect(provider().deletePayment({ data })).resolves.toEqual({})
        }
      })

      it("ignores webhooks: the gateway documents none, and anybody can post one", async () => {
        const row = await openRow()
        const [before] = await service.listWebcheckoutCheckouts({ id: row.id })
        await expect(provider().getWebhookActionAndData()).resolves.toEqual({ action: "not_supported" })
        expect(await service.listWebcheckoutCheckouts({ id: row.id })).toEqual([before])
      })

      it("refuses a refund without Medusa's refund id", async () => {
        const row = await openRow()
        act(row, "pay")
        const before = emulator.callsTo("refundCheckout").length
        await expect(provider().refundPayment({ data: dataOf(row), amount: 10 })).rejects.toThrow(/idempotency_key/)
        expect(emulator.callsTo("refundCheckout")).toHaveLength(before)
      })
    })
  },
})
