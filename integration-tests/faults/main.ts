import { parseArgs } from "node:util"
import globalSetup from "../harness/global-setup"
import globalTeardown from "../harness/global-teardown"
import { World } from "../harness/world"
import { FaultRunner, planRun, seededRandom } from "./fault-run"
import { faultTable } from "./fault-table"

/** `npm run test:faults -- --runs 200 --seed 1`: purchases through faults, and a table of what became of the money. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { runs: { type: "string", default: "20" }, seed: { type: "string", default: "1" } },
  })
  const [runs, seed] = [Number(values.runs), Number(values.seed)]
  if (!Number.isInteger(runs) || runs < 1 || !Number.isInteger(seed)) {
    throw new Error("--runs and --seed: must be whole numbers")
  }
  await globalSetup()
  const world = await World.start({ emulator: { extendedApi: true }, options: { extendedApi: true, timeoutMs: 1000 } })
  const runner = new FaultRunner(world, console.log)
  try {
    const random = seededRandom(seed)
    const plans = Array.from({ length: runs }, () => planRun(random))
    for (const [index, plan] of plans.entries()) {
      console.log(`${index + 1}/${runs} ${plan.step}: ${plan.disturbance}`)
      await runner.run(plan)
    }
    console.log("Recovering …")
    await runner.recover()
    const verdict = await runner.judge()
    verdict.problems.forEach((problem) => console.error(problem))
    console.log(`\n${faultTable(plans, verdict)}`)
    process.exitCode = verdict.lost + verdict.doubled === 0 && verdict.paid > 0 ? 0 : 1
  } finally {
    await runner.stop()
    await world.stop()
    await globalTeardown()
  }
}

main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
