import { World } from "../harness/world"
import { FaultRunner, planRun, seededRandom, STEPS, STORIES, type RunPlan } from "./fault-run"

const RUNS = 6

describe.each([
  ["with the documented operations only", false],
  ["with the extended operations", true],
])("purchases through faults, %s", (_, extendedApi) => {
  let world: World

  beforeAll(async () => {
    world = await World.start({ emulator: { extendedApi }, options: { extendedApi, timeoutMs: 1000 } })
  })

  afterAll(() => world.stop())

  it("lose nothing, double nothing and tell of every difference, whichever step the process is killed in", async () => {
    const random = seededRandom(extendedApi ? 1 : 2)
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
