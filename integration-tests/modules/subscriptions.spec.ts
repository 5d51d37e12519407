import { randomUUID } from "node:crypto"
import { moduleIntegrationTestRunner } from "@medusajs/test-utils"
import { WEB_CHECKOUT } from "../../src/modules/web-checkout"
import type { WebCheckoutService } from "../../src/modules/web-checkout/service"
import { MODULE_MODELS, MODULE_OPTIONS, useServerOfThisRun } from "../harness/module-models"
import type { NewSubscription } from "../../src/modules/web-checkout/subscription"

jest.setTimeout(120_000)

useServerOfThisRun()

const monthly = (changes: Partial<NewSubscription> = {}): NewSubscription => ({
  idempotency_key: randomUUID(),
  account: "default",
  description: "Coffee, monthly",
  currency_code: "AED",
  amount: 89.95,
  start_date: "2099-01-31",
  end_date: null,
  send_on_hour: 6,
  send_every: "MONTH",
  customer_id: null,
  gateway_customer_id: null,
  first_name: "Aisha",
  last_name: "Khan",
  email: "aisha@shop.example",
  phone: null,
  ...changes,
})

moduleIntegrationTestRunner<WebCheckoutService>({
  moduleName: WEB_CHECKOUT,
  resolve: `${process.cwd()}/src/modules/web-checkout`,
  moduleModels: MODULE_MODELS,
  moduleOptions: MODULE_OPTIONS,
  testSuite: ({ service }) => {
    describe("a subscription's row", () => {
      it("is created once for one key, with any number of simultaneous requests", async () => {
        const subscription = monthly()
        const opened = await Promise.all(Array.from({ length: 20 }, () => service.subscriptions.create(subscription)))
        expect(opened.filter(({ isNew }) => isNew)).toHaveLength(1)
        expect(new Set(opened.map(({ row }) => row.id)).size).toBe(1)
      })

      it("keeps its exact amount and its calendar days", async () => {
        const { row } = await service.subscriptions.create(monthly({ amount: 0.1, end_date: "2100-02-28" }))
        const read = await service.subscriptions.retrieve(row.id)
        expect(read).toMatchObject({
          amount: 0.1,
          start_date: "2099-01-31",
          end_date: "2100-02-28",
          status: "creating",
        })
      })

      it("leaves the status creating once", async () => {
        const { row } = await service.subscriptions.create(monthly())
        await service.subscriptions.recordNotCreated(row, "rejected", "the payment service refused it")
        await expect(service.subscriptions.recordExisting(row, "created", { status: "created" })).rejects.toThrow(
          /no longer creating/
        )
        expect((await service.subscriptions.retrieve(row.id)).status).toBe("rejected")
      })

      it("accepts a late answer after the call was given up", async () => {
        const { row } = await service.subscriptions.create(monthly())
        await service.subscriptions.recordNotCreated(row, "unconfirmed", "the process was thought to have died")
        const created = await service.subscriptions.recordExisting(row, "created", { status: "created" })
        expect(created).toMatchObject({ status: "created", failure: null })
      })

      it("is reopened by only one of two people", async () => {
        const { row } = await service.subscriptions.create(monthly())
        const rejected = await service.subscriptions.recordNotCreated(row, "rejected", "refused")
        const reopen = () => service.subscriptions.reopen(rejected)
        const outcomes = await Promise.allSettled([reopen(), reopen()])
        expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
        const sent = await service.subscriptions.retrieve(row.id)
        await service.subscriptions.recordNotCreated(sent, "rejected", "refused again")
        await expect(reopen()).rejects.toThrow(/was sent again meanwhile/)
      })

      it("is not reopened while its call may still be running", async () => {
        const { row } = await service.subscriptions.create(monthly())
        const lost = await service.subscriptions.recordNotCreated(row, "unconfirmed", "the answer was lost")
        await expect(service.subscriptions.reopen(lost)).rejects.toThrow(/may still process the last request/)
      })

      it("keeps the outcome of a call that was sent again apart from the first one's, which comes late", async () => {
        const { row: first } = await service.subscriptions.create(monthly())
        const refused = await service.subscriptions.recordNotCreated(first, "rejected", "refused")
        const again = await service.subscriptions.reopen(refused)
        for (const late of [
          () => service.subscriptions.recordExisting(first, "created", { status: "created" }),
          () => service.subscriptions.recordNotCreated(first, "rejected", "late"),
          () => service.subscriptions.recordNotCreated(first, "unconfirmed", "late"),
        ]) {
          await expect(late()).rejects.toThrow(/was sent again meanwhile/)
        }
        expect(await service.subscriptions.recordExisting(again, "created", { status: "created" })).toMatchObject({
          status: "created",
        })
      })

      it("is still searched after the case of its deleted customer was closed", async () => {
        const { row } = await service.subscriptions.create(monthly())
        await service.subscriptions.recordNotCreated(row, "unconfirmed", "the answer was lost")
        await service.subscriptions.openCase(row.id, "customer_deleted")
        await service.tasks.drop("search_subscription", row.id)
        expect(await service.subscriptions.closeCase(row.id, "customer_deleted")).toBe(true)
        expect(await service.tasks.claim("search_subscription", row.id)).toMatchObject({ subject_id: row.id })
      })

      it("keeps a case that was opened since a person looked", async () => {
        const { row } = await service.subscriptions.create(monthly())
        await service.subscriptions.openCase(row.id, "customer_deleted")
        expect(await service.subscriptions.closeCase(row.id, "unconfirmed")).toBe(false)
        expect((await service.subscriptions.retrieve(row.id)).attention).toBe("customer_deleted")
      })

      it("does not let an earlier answer replace a later one", async () => {
        const { row } = await service.subscriptions.create(monthly())
        await service.subscriptions.recordExisting(row, "created", { status: "active", subscription_id: "1" })
        const [early, late] = [new Date(Date.now() + 1000), new Date(Date.now() + 2000)]
        await service.subscriptions.recordAnswer(row.id, { status: "inactive" }, late)
        await service.subscriptions.recordAnswer(row.id, { status: "active" }, early)
        expect((await service.subscriptions.retrieve(row.id)).status).toBe("inactive")
      })

      it("counts as lost only when its call can no longer be running", async () => {
        const { row } = await service.subscriptions.create(monthly())
        expect(await service.tasks.claim("search_subscription", row.id)).toBeUndefined()
        await service.tasks.schedule("search_subscription", row.id)
        expect(await service.tasks.claim("search_subscription", row.id)).toMatchObject({ attempts: 1 })
        // Whoever has claimed it has it for a while.
        expect(await service.tasks.claim("search_subscription", row.id)).toBeUndefined()
      })

      it("does not share the gateway's id with another row", async () => {
        const [one, two] = [
          await service.subscriptions.create(monthly()),
          await service.subscriptions.create(monthly()),
        ]
        await service.subscriptions.recordExisting(one.row, "created", { status: "active", subscription_id: "7" })
        await expect(
          service.subscriptions.recordExisting(two.row, "created", { status: "active", subscription_id: "7" })
        ).rejects.toThrow()
        expect(await service.subscriptions.listTakenIds(["7", "8"])).toEqual(new Set(["7"]))
      })

      it("keeps its actions in order", async () => {
        const { row } = await service.subscriptions.create(monthly())
        for (const action of ["create", "pause", "resume"] as const) {
          await service.history.record({ subject_id: row.id, action, actor_id: "user_1" })
        }
        expect((await service.history.list([row.id])).map(({ what }) => what)).toEqual(["create", "pause", "resume"])
      })
    })
  },
})
