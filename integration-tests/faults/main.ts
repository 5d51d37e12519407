import { parseArgs } from "node:util"
import { setUpShop } from "../harness/global-setup"
import globalTeardown from "../harness/global-teardown"
import { World } from "../harness/world"
import { FaultRunner, planRun, seededRandom } from "./fault-run"
import { faultTable } from "./fault-table"

/** `npm run test:faults -- --runs 200 --seed 1 [--documented]`: purchases through faults, and a table of what became of the money. */
/** @returns the exit code */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      runs: { type: "string", default: "20" },
      seed: { type: "string", default: "1" },
      "outage-seconds": { type: "string", default: "120" },
      documented: { type: "boolean", default: false },
    },
  })
  const [runs, seed, outage] = [values.runs, values.seed, values["outage-seconds"]].map(Number)
  if (![runs, seed, outage].every(Number.isInteger) || runs < 1) {
    throw new Error("--runs, --seed and --outage-seconds: must be whole numbers")
  }
  await setUpShop()
  const extendedApi = !values.documented
  const world = await World.start({
    hasClock: true,
    emulator: { extendedApi },
    options: { extendedApi, timeoutMs: 1000 },
  })
  const runner = new FaultRunner(world, console.log, globalThis.webcheckoutPostgres?.restart)
  try {
    const random = seededRandom(seed)
    const plans = Array.from({ length: runs }, () => planRun(random))
    for (const [index, plan] of plans.entries()) {
      console.log(`${index + 1}/${runs} ${plan.story}; ${plan.step}: ${plan.disturbance}`)
      await runner.run(plan)
    }
    console.log(`The gateway is away for ${outage} s …`)
    await runner.outage(outage)
    console.log("Recovering …")
    await runner.recover()
    const verdict = await runner.judge()
    verdict.problems.forEach((problem) => console.error(problem))
    console.log(`\n${faultTable(plans, verdict)}`)
    return verdict.lost + verdict.doubled + verdict.untold === 0 && verdict.paid > 0 ? 0 : 1
  } finally {
    await world.stop()
    await globalTeardown()
  }
}

// The embedded PostgreSQL has an exit hook of its own: the code is given explicitly, so that it stands.
main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error)
    process.exit(1)
  }
)
