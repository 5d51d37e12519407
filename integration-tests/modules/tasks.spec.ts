import { moduleIntegrationTestRunner } from "@medusajs/test-utils"
import { WEB_CHECKOUT } from "../../src/modules/web-checkout"
import type { WebCheckoutService } from "../../src/modules/web-checkout/service"
import { STANDING_KINDS } from "../../src/modules/web-checkout/rules/tasks"
import type { Task } from "../../src/modules/web-checkout/services/tasks"
import { MODULE_MODELS, MODULE_OPTIONS, useServerOfThisRun } from "../harness/module-models"

jest.setTimeout(120_000)

useServerOfThisRun()

const ago = (ms: number) => new Date(Date.now() - ms)

moduleIntegrationTestRunner<WebCheckoutService>({
  moduleName: WEB_CHECKOUT,
  resolve: `${process.cwd()}/src/modules/web-checkout`,
  moduleModels: MODULE_MODELS,
  moduleOptions: MODULE_OPTIONS,
  testSuite: ({ service }) => {
    const claim = async (): Promise<Task> => {
      const task = await service.tasks.claim("process_unpaid_order")
      if (!task) {
        throw new Error("no task is due")
      }
      return task
    }

    describe("a task", () => {
      it("merges data twice in one run, although the caller holds the data from the claim", async () => {
        await service.tasks.schedule("process_unpaid_order", "one", { data: { noted_at: "2026-11-28" } })
        const task = await claim()
        await service.tasks.remember(task, { order_id: "order_1" })
        await service.tasks.remember(task, { is_seen_to: true })
        expect(await service.tasks.dataOf("process_unpaid_order", "one")).toEqual({
          noted_at: "2026-11-28",
          order_id: "order_1",
          is_seen_to: true,
        })
      })

      it("is claimed by one of many simultaneous claims, the oldest first", async () => {
        await service.tasks.schedule("process_unpaid_order", "young", { at: ago(1000) })
        await service.tasks.schedule("process_unpaid_order", "old", { at: ago(2000) })
        await service.tasks.schedule("process_unpaid_order", "later", { at: new Date(Date.now() + 60_000) })
        expect((await claim()).subject_id).toBe("old")
        await service.tasks.schedule("process_unpaid_order", "old")
        const claimed = await Promise.all(Array.from({ length: 10 }, () => service.tasks.claim("process_unpaid_order")))
        expect(claimed.flatMap((task) => task?.subject_id ?? []).sort()).toEqual(["old", "young"])
      })

      it("exists once for each kind and subject, however often it is scheduled", async () => {
        await Promise.all(Array.from({ length: 10 }, () => service.tasks.schedule("process_unpaid_order", "one")))
        await service.tasks.schedule("search_subscription", "one")
        expect(await service.listWebcheckoutTasks({ kind: "process_unpaid_order" })).toHaveLength(1)
        expect(await service.tasks.claim("search_subscription", "another")).toBeUndefined()
        expect(await service.tasks.claim("search_subscription", "one")).toMatchObject({ attempts: 1 })
      })

      it("is deleted, or is due again when its work says so", async () => {
        await service.tasks.schedule("process_unpaid_order", "over")
        await service.tasks.finish(await claim(), null)
        expect(await service.listWebcheckoutTasks()).toEqual([])
        await service.tasks.schedule("process_unpaid_order", "again")
        await service.tasks.finish(await claim(), ago(1))
        expect(await claim()).toMatchObject({ subject_id: "again", attempts: 1 })
      })

      it("stays due if it was scheduled again while it was running, even if the run failed", async () => {
        await service.tasks.schedule("process_unpaid_order", "anew")
        const done = await claim()
        await service.tasks.schedule("process_unpaid_order", "anew")
        await service.tasks.finish(done, null)
        const failed = await claim()
        await service.tasks.schedule("process_unpaid_order", "anew")
        await service.tasks.retryAfter(failed, 60_000)
        expect((await claim()).subject_id).toBe("anew")
      })

      it("counts its attempts while it fails", async () => {
        await service.tasks.schedule("process_unpaid_order", "failing")
        await service.tasks.retryAfter(await claim(), -1)
        await service.tasks.retryAfter(await claim(), -1)
        expect(await claim()).toMatchObject({ attempts: 3 })
      })

      it("waits for its pause where the clock of the process is behind", async () => {
        await service.tasks.schedule("process_unpaid_order", "behind")
        const task = await claim()
        const clock = jest.spyOn(Date, "now").mockReturnValue(Date.now() - 600_000)
        await service.tasks.retryAfter(task, 60_000)
        clock.mockRestore()
        expect(await service.tasks.claim("process_unpaid_order")).toBeUndefined()
      })

      it("does not count an attempt that did not run", async () => {
        await service.tasks.schedule("process_unpaid_order", "busy")
        await service.tasks.retryAfter(await claim(), -1, { isCounted: false })
        expect(await claim()).toMatchObject({ attempts: 1 })
      })

      it("is due again if the process that has claimed it dies", async () => {
        await service.tasks.schedule("process_unpaid_order", "dead")
        const { due_at } = await claim()
        expect(due_at.getTime()).toBeGreaterThan(Date.now() + 60_000)
        expect(due_at.getTime()).toBeLessThan(Date.now() + 180_000)
      })

      it("is created once for each recurring kind, and is then unchanged", async () => {
        await Promise.all([service.tasks.ensure(STANDING_KINDS), service.tasks.ensure(STANDING_KINDS)])
        const task = await service.tasks.claim("delete_expired")
        await service.tasks.ensure(STANDING_KINDS)
        expect(await service.tasks.claim("delete_expired")).toBeUndefined()
        expect(task).toMatchObject({ kind: "delete_expired", subject_id: "" })
        expect(await service.listWebcheckoutTasks()).toHaveLength(STANDING_KINDS.length)
      })
    })
  },
})
