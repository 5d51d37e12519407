import { parseArgs } from "node:util"
import { setUpShop } from "../harness/global-setup"
import globalTeardown from "../harness/global-teardown"
import { Mailbox } from "../harness/mailbox"
import { World } from "../harness/world"
import { leastLinksPaid, leastPaid, planEachOnce, planRun, seededRandom, type RunPlan } from "./fault-plan"
import { FaultRunner } from "./fault-run"
import { judgeBooks } from "./judge-books"
import { faultTable, outboxTable } from "./fault-table"
import { judgeOutbox, SHOP_EMAIL } from "./outbox"

/**
 * Purchases through faults, and a table of what became of the money.
 *
 * - `npm run test:faults -- --runs 200 --seed 1 [--documented]`: random runs in one mode, then an outage of the gateway
 * - `npm run test:faults -- --each-once`: each story and disturbance once in each mode, both modes at the same time; a kill in each step in
 *   at least one of them
 */
interface Mode {
  extendedApi: boolean
  /** The purchases of a batch run together: several do so only for one kill. */
  batches: RunPlan[][]
  /** The least number of purchases that must be paid. */
  leastPaid: number
  /** The least number of different links that must be paid. */
  leastLinks: number
  /** Whether each disturbance must meet a call of the gateway: one drawn at random may come in a step without any. */
  mustMeet: boolean
  outageSeconds: number
}

/** A mode whose purchases are made. */
interface Driven {
  mode: Mode
  name: string
  world: World
  mailbox: Mailbox
  runner: FaultRunner
}

/** Makes the purchases of one mode in a shop of its own. */
async function drive(mode: Mode): Promise<Driven> {
  const { extendedApi, batches, outageSeconds } = mode
  const name = extendedApi ? "extended" : "documented"
  const mailbox = await Mailbox.start()
  const world = await World.start({
    runsJobs: true,
    emulator: { extendedApi },
    options: { extendedApi, timeoutMs: 1000, notifications: { emails: [SHOP_EMAIL] } },
    env: { SMTP_URL: mailbox.url },
  })
  const log = (line: string) => console.log(`${name}: ${line}`)
  const runner = new FaultRunner(world, log, globalThis.webcheckoutPostgres?.restart)
  for (const [index, plans] of batches.entries()) {
    const names = plans.map(({ story, step, disturbance }) => `${story}; ${step}: ${disturbance}`)
    log(`${index + 1}/${batches.length} ${names.join(" | ")}`)
    await runner.run(plans)
  }
  if (outageSeconds > 0) {
    log(`the gateway is away for ${outageSeconds} s …`)
    await runner.outage(outageSeconds)
  }
  return { mode, name, world, mailbox, runner }
}

/** Lets the shop of a mode recover. @returns whether nothing was lost, doubled or untold */
async function judge({ mode, name, world, mailbox, runner }: Driven): Promise<boolean> {
  console.log(`${name}: recovering …`)
  await runner.recover()
  const verdict = await judgeBooks(world, runner.carts)
  const outbox = await judgeOutbox(world, mailbox)
  const unmet = mode.mustMeet ? runner.undisturbed : []
  verdict.problems.forEach((problem) => console.error(`${name}: ${problem}`))
  unmet.forEach((run) => console.error(`${name}: the disturbance met no call, or no step under way: ${run}`))
  console.log(`\n${name}\n\n${faultTable(mode.batches.flat(), verdict)}\n\n${outboxTable(outbox)}`)
  const [{ links }] = await world.sql<{ links: number }>(
    `SELECT count(DISTINCT pay_link_id)::int AS links FROM webcheckout_checkout
     WHERE pay_link_id IS NOT NULL AND status = 'settled' AND gateway_status = 'PAID'`
  )
  await world.stop()
  await mailbox.stop()
  if (verdict.purchases < mode.leastPaid || links < mode.leastLinks) {
    console.error(
      `${name}: ${verdict.purchases} purchases paid of ${mode.leastPaid}, ${links} links of ${mode.leastLinks}`
    )
    return false
  }
  const { twice, lost, tasks } = outbox
  return verdict.lost + verdict.doubled + verdict.untold + unmet.length + twice + lost + tasks === 0
}

function eachOnce(extendedApi: boolean, random: () => number): Mode {
  const batches = planEachOnce(extendedApi, random)
  return {
    extendedApi,
    batches,
    leastPaid: leastPaid(batches.flat()),
    leastLinks: leastLinksPaid(batches.flat()),
    mustMeet: true,
    outageSeconds: 0,
  }
}

function atRandom(extendedApi: boolean, batches: RunPlan[][], outageSeconds: number): Mode {
  return { extendedApi, batches, leastPaid: 1, leastLinks: 0, mustMeet: false, outageSeconds }
}

function times<Item>(count: number, make: () => Item): Item[] {
  return Array.from({ length: count }, make)
}

/** @returns the exit code */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      "each-once": { type: "boolean", default: false },
      runs: { type: "string", default: "20" },
      seed: { type: "string", default: "1" },
      "outage-seconds": { type: "string", default: "120" },
      documented: { type: "boolean", default: false },
    },
  })
  const [runs, seed, outageSeconds] = [values.runs, values.seed, values["outage-seconds"]].map(Number)
  if (![runs, seed, outageSeconds].every(Number.isInteger) || runs < 1) {
    throw new Error("--runs, --seed and --outage-seconds: must be whole numbers")
  }
  const random = seededRandom(seed)
  const modes = values["each-once"]
    ? [false, true].map((extendedApi) => eachOnce(extendedApi, random))
    : [
        atRandom(
          !values.documented,
          times(runs, () => [planRun(random)]),
          outageSeconds
        ),
      ]
  await setUpShop()
  try {
    // One PostgreSQL serves both modes: neither recovers while the other may still restart it.
    const driven = await Promise.all(modes.map(drive))
    const results = await Promise.all(driven.map(judge))
    return results.every(Boolean) ? 0 : 1
  } finally {
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
