import { World } from "../harness/world"
import { FaultRunner, planRun, seededRandom, STEPS, type RunPlan } from "./fault-run"

const RUNS = 10

describe("purchases through faults", () => {
  let world: World

  beforeAll(async () => {
    world = await World.start({ emulator: { extendedApi: true }, options: { extendedApi: true, timeoutMs: 1000 } })
  })

  afterAll(() => world.stop())

  it("lose nothing and double nothing, whichever step the process is killed in", async () => {
    const random = seededRandom(1)
    const kills: RunPlan[] = STEPS.map((step) => ({ step, disturbance: "kill", afterMs: 120 }))
    const plans = [...kills, ...Array.from({ length: RUNS }, () => planRun(random))]
    const runner = new FaultRunner(world, () => undefined)
    for (const plan of plans) {
      await runner.run(plan)
    }
    await runner.recover()
    const verdict = await runner.judge()
    expect(verdict).toMatchObject({ lost: 0, doubled: 0, problems: [] })
    expect(verdict.paid).toBeGreaterThanOrEqual(RUNS)
  }, 600_000)
})
