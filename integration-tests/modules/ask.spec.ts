import { moduleIntegrationTestRunner } from "@medusajs/test-utils"
import { Emulator } from "../../src/emulator/server"
import { WEB_CHECKOUT } from "../../src/modules/web-checkout"
import type { LedgerCheckout } from "../../src/modules/web-checkout/rules/ledger"
import type { WebCheckoutService } from "../../src/modules/web-checkout/service"
import { EMULATOR_OPTIONS, EMULATOR_PORT, MODULE_MODELS, useServerOfThisRun } from "../harness/module-models"
import { openRowOf } from "../harness/open-row"
import { until } from "../harness/shop"

jest.setTimeout(120_000)

useServerOfThisRun()

moduleIntegrationTestRunner<WebCheckoutService>({
  moduleName: WEB_CHECKOUT,
  resolve: `${process.cwd()}/src/modules/web-checkout`,
  moduleModels: MODULE_MODELS,
  moduleOptions: EMULATOR_OPTIONS,
  testSuite: ({ service }) => {
    let emulator: Emulator

    beforeAll(async () => {
      emulator = await Emulator.start({ port: EMULATOR_PORT, extendedApi: true })
    })

    afterAll(() => emulator.stop())

    const questions = () => emulator.callsTo("getCheckout").length

    /** The answer to the next question about a row takes a while, before or after the gateway has looked. */
    const delay = ({ checkout_id }: LedgerCheckout, kind: "delay-before" | "delay-after") =>
      emulator.fault({ operation: "getCheckout", kind, delayMs: 400, checkoutId: checkout_id ?? "", times: 1 })

    /** Another process asks, and writes the answer down. */
    const asksElsewhere = async (row: LedgerCheckout) => {
      const askedAt = service.checkouts.now()
      const answer = await service.gateways.client("default").getCheckout(row.checkout_id ?? "")
      return service.answers.record(row, answer, askedAt)
    }

    it("returns another process's newer answer to the earlier caller", async () => {
      const row = await openRowOf(service)
      const asked = questions()
      delay(row, "delay-after")
      const early = service.checkouts.ask(row)
      await until("the question", async () => questions() > asked)
      emulator.act(row.checkout_id ?? "", "pay")
      expect((await asksElsewhere(row)).gateway_status).toBe("PAID")
      expect((await early).gateway_status).toBe("PAID")
      expect(questions()).toBe(asked + 2)
    })

    it("treats a payment as newer than a pending answer, even if it was requested first", async () => {
      const row = await openRowOf(service)
      const asked = questions()
      delay(row, "delay-before")
      const early = service.checkouts.ask(row)
      await until("the question", async () => questions() > asked)
      const pending = await asksElsewhere(row)
      expect(pending.gateway_status).toBe("PENDING")
      emulator.act(row.checkout_id ?? "", "pay")
      expect((await early).gateway_status).toBe("PAID")
      const [now] = await service.listWebcheckoutCheckouts({ id: row.id })
      expect(now.gateway_status).toBe("PAID")
      expect(now.last_checked_at).toEqual(pending.last_checked_at)
    })

    it("asks once for simultaneous callers, and again for those who call before a PENDING answer arrives", async () => {
      const row = await openRowOf(service)
      const before = questions()
      delay(row, "delay-after")
      const first = [service.checkouts.ask(row), service.checkouts.ask(row)]
      await until("the question", async () => questions() > before)
      emulator.act(row.checkout_id ?? "", "pay")
      const later = [service.checkouts.ask(row), service.checkouts.ask(row, { maxAgeMs: 5000 })]
      const statuses = (rows: LedgerCheckout[]) => rows.map(({ gateway_status }) => gateway_status)
      expect(statuses(await Promise.all(first))).toEqual(["PENDING", "PENDING"])
      const paid = await Promise.all(later)
      expect(statuses(paid)).toEqual(["PAID", "PAID"])
      await service.checkouts.ask(paid[0], { maxAgeMs: 5000 })
      expect(questions()).toBe(before + 2)
    })

    it("shares the running request with callers that accept a recent answer, unless it is PENDING", async () => {
      const row = await openRowOf(service)
      const before = questions()
      emulator.act(row.checkout_id ?? "", "pay")
      delay(row, "delay-after")
      const first = service.checkouts.ask(row)
      await until("the question", async () => questions() > before)
      expect((await service.checkouts.ask(row, { maxAgeMs: 5000 })).gateway_status).toBe("PAID")
      await first
      expect(questions()).toBe(before + 1)
    })

    it("records in which field an answer differs, and clears it with an answer that does not", async () => {
      const row = await openRowOf(service)
      emulator.fault({ operation: "getCheckout", kind: "patch", patch: { amount: 1 }, times: 1 })
      expect((await service.checkouts.ask(row)).mismatch).toBe("amount")
      expect((await service.checkouts.ask(row)).mismatch).toBeNull()
    })
  },
})
