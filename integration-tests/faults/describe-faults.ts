import { World } from "../harness/world"
import { FaultRunner, planRun, seededRandom, STEPS, STORIES, type RunPlan } from "./fault-run"

const RUNS = 3

/** The short run of CI, in one mode. */
export function describeFaults(mode: string, { extendedApi, seed }: { extendedApi: boolean; seed: number }): void {
  describe(`purchases through faults, ${mode}`, () => {
    let world: World

    beforeAll(async () => {
      world = await World.start({
        hasClock: true,
        emulator: { extendedApi },
        options: { extendedApi, timeoutMs: 1000 },
      })
    })

    afterAll(() => world.stop())

    it("lose nothing, double nothing and tell of every difference, whichever step the process is killed in", async () => {
      const random = seededRandom(seed)
      const kills: RunPlan[] = STEPS.map((step) => ({ story: "paid", step, disturbance: "kill", afterMs: 120 }))
      const stories: RunPlan[] = STORIES.map((story) => ({ ...planRun(random), story, disturbance: "status-before" }))
      const plans = [...kills, ...stories, ...Array.from({ length: RUNS }, () => planRun(random))]
      const runner = new FaultRunner(world, () => undefined)
      for (const plan of plans) {
        await runner.run(plan)
      }
      await runner.recover()
      const verdict = await runner.judge()
      expect(verdict).toMatchObject({ lost: 0, doubled: 0, untold: 0, problems: [] })
      expect(verdict.paid).toBeGreaterThanOrEqual(STORIES.length)
    }, 600_000)
  })
}
