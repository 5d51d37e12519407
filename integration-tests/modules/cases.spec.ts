import type { AttentionReason } from "../../src/modules/web-checkout/rules/case-reasons"
import { moduleIntegrationTestRunner } from "@medusajs/test-utils"
import { Migration20261126050000 } from "../../src/modules/web-checkout/migrations/Migration20261126050000"
import { WEB_CHECKOUT } from "../../src/modules/web-checkout"
import type { WebCheckoutService } from "../../src/modules/web-checkout/service"
import { MODULE_MODELS, MODULE_OPTIONS, useServerOfThisRun } from "../harness/module-models"
import { until } from "../harness/shop"

jest.setTimeout(120_000)

useServerOfThisRun()

const BY = { actor_id: "user_1", note: "Dealt with." }
const WAITING = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
const SHOWN = { medusa_captured: 10, medusa_refunded: 0 }

async function triggersOfMigration(): Promise<string[]> {
  const statements: string[] = []
  const addSql = (statement: string) => statements.push(statement)
  await Migration20261126050000.prototype.up.call({ addSql })
  return statements.filter((statement) => /^(create or replace function|(drop|create) trigger)/.test(statement))
}

moduleIntegrationTestRunner<WebCheckoutService>({
  moduleName: WEB_CHECKOUT,
  resolve: `${process.cwd()}/src/modules/web-checkout`,
  moduleModels: MODULE_MODELS,
  moduleOptions: MODULE_OPTIONS,
  testSuite: ({ service, MikroOrmWrapper }) => {
    let id: string

    beforeEach(async () => {
      // The tables are made from the models; what the row shows of its cases, a trigger of the migration writes.
      for (const statement of await triggersOfMigration()) {
        await MikroOrmWrapper.forkManager().execute(statement)
      }
      const row = await service.createWebcheckoutCheckouts({
        request_id: "r-1",
        payment_collection_id: "pay_col_1",
        provider_id: "pp_webcheckout_default",
        order_reference: "R7K3-F92Q-D4MX",
        gateway_order_id: "R7K3-F92Q-D4MX",
        environment: "test",
        account: "default",
        checkout_id: "1",
        amount: 10,
        currency_code: "AED",
        status: "settled",
        gateway_status: "PAID",
        gateway_amount: 10,
      })
      id = row.id
    })

    const row = () => service.checkouts.retrieve(id)
    const open = (reason: AttentionReason) => service.cases.open(id, reason)
    const reasons = async () => (await service.cases.listOpenOf(id)).map(({ reason }) => reason)
    const gatewaySays = (changes: Record<string, unknown>) => service.updateWebcheckoutCheckouts({ id, ...changes })

    describe("the cases of a payment", () => {
      it("exist side by side, and the row shows the first", async () => {
        expect(await open("paid_twice")).toMatchObject({ attention: "paid_twice", attention_at: expect.any(Date) })
        expect(await open("canceled_not_refunded")).toMatchObject({ attention: "paid_twice" })
        expect(await reasons()).toEqual(["paid_twice", "canceled_not_refunded"])
        expect(await service.cases.resolve(id, BY, "paid_twice")).toMatchObject({
          attention: "canceled_not_refunded",
          resolved_at: null,
        })
        expect(await service.cases.resolve(id, BY)).toMatchObject({ attention: null, resolved_at: expect.any(Date) })
      })

      it("are opened once for each reason, even by simultaneous callers", async () => {
        await Promise.all(Array.from({ length: 10 }, () => open("paid_twice")))
        await Promise.all([open("amount_mismatch"), open("canceled_not_refunded")])
        expect((await reasons()).sort()).toEqual(["amount_mismatch", "canceled_not_refunded", "paid_twice"])
        expect(await row()).toMatchObject({ attention: "paid_twice" })
      })

      it("schedule the next check from the row as a concurrent transaction has left it", async () => {
        const other = MikroOrmWrapper.forkManager()
        await other.begin()
        await other.execute("UPDATE webcheckout_checkout SET status = 'open' WHERE id = ?", [id])
        const opened = open("paid_twice")
        await until(
          "the case to wait for the row",
          async () => (await MikroOrmWrapper.forkManager().execute(WAITING)).length > 0
        )
        await other.commit()
        // From the row as it was before, which was settled, the date would be null.
        expect(await opened).toMatchObject({ attention: "paid_twice", next_check_at: expect.any(Date) })
      })

      it("that contradict each other replace each other, and no others", async () => {
        await open("paid_twice")
        await open("refunded_outside")
        await open("refund_missing")
        expect(await reasons()).toEqual(["paid_twice", "refund_missing"])
        await open("refunded_outside")
        expect(await reasons()).toEqual(["paid_twice", "refunded_outside"])
      })

      it("stay closed while the gateway's answer is unchanged, even if another is opened", async () => {
        await open("paid_twice")
        await service.cases.resolve(id, BY)
        await open("canceled_not_refunded")
        expect(await open("paid_twice")).toMatchObject({ attention: "canceled_not_refunded" })
        expect(await reasons()).toEqual(["canceled_not_refunded"])
        await service.cases.withdraw({ id }, ["canceled_not_refunded"])
        expect(await row()).toMatchObject({ attention: null, resolved_at: expect.any(Date) })
      })

      it("are reopened when the gateway's answer changes, and again when it changes back", async () => {
        await open("refund_missing")
        await service.cases.resolve(id, BY)
        await gatewaySays({ gateway_status: "PARTIALLY_REFUNDED", total_refunded: 2 })
        expect(await open("refund_missing")).toMatchObject({ attention: "refund_missing" })
        await service.cases.resolve(id, BY)
        await gatewaySays({ gateway_status: "PAID", total_refunded: null })
        expect(await open("refund_missing")).toMatchObject({ attention: "refund_missing" })
      })

      it("that agreement ends are closed by it; those that only a person can close stay open", async () => {
        await open("amount_mismatch")
        await open("refunded_outside")
        await service.cases.open(id, "paid_without_order")
        await service.cases.resolve(id, BY, "paid_without_order")
        const agreed = await service.checkouts.recordAgreed(await row(), SHOWN)
        expect(agreed).toMatchObject({ attention: "amount_mismatch", agreed_at: expect.any(Date) })
        expect(await reasons()).toEqual(["amount_mismatch"])
        // What a person has closed before the books agreed is forgotten.
        await open("paid_without_order")
        expect(await reasons()).toEqual(["amount_mismatch", "paid_without_order"])
      })

      it("are not closed by a comparison that is out of date", async () => {
        const read = await row()
        await open("refunded_outside")
        expect(await service.checkouts.recordAgreed(read, SHOWN)).toBeUndefined()
        expect(await reasons()).toEqual(["refunded_outside"])
      })

      it("are reported separately", async () => {
        await open("paid_twice")
        await open("canceled_not_refunded")
        const [first] = await service.cases.listUntold(10)
        await service.cases.recordTold(first)
        expect((await service.cases.listUntold(10)).map(({ attention }) => attention)).toEqual([
          "canceled_not_refunded",
        ])
        await service.cases.open(id, "paid_twice", { isNew: true })
        expect(await service.cases.listUntold(10)).toHaveLength(2)
      })
    })
  },
})
