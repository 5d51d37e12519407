import { readFileSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { costsOfFlows, type FlowCost } from "../harness/flows"
import { offerProviders, SYSTEM } from "../harness/payment-providers"
import { PROVIDER } from "../harness/shop"
import { Statements } from "../harness/statements"
import { ROOT } from "../harness/store"
import { World } from "../harness/world"

/** What a flow may cost: Medusa's own statements and ours, ours alone, the reads of ledger rows, and the gateway's calls. */
type Limit = [statements: number, own: number, ledgerReads: number, gatewayCalls: string[]]

/** integration-tests/bench/notes/performance.md says what each of them is for. Who makes a flow dearer changes the limit, and says there why. */
const LIMITS: Record<string, Limit> = {
  create: [68, 11, 5, ["createCheckout"]],
  change: [193, 4, 2, ["getCheckout"]],
  "create again": [48, 14, 7, ["getCheckout", "createCheckout"]],
  complete: [172, 17, 5, ["getCheckout"]],
  // The page of the cart as it was before can still be paid, where the gateway offers no way to close it.
  "complete, changed cart": [173, 18, 5, ["getCheckout", "getCheckout"]],
  "complete, authorized": [148, 17, 5, ["getCheckout"]],
  "the job, captured": [85, 23, 7, ["getCheckout"]],
  "return, paid": [173, 18, 5, ["getCheckout"]],
  "return once more": [5, 2, 1, []],
  "complete after the return": [49, 2, 2, []],
  outcome: [3, 1, 1, []],
  "an empty round of the job": [13, 9, 2, []],
  "the job, nothing happened": [15, 11, 2, ["getCheckout"]],
  "the job, paid": [184, 28, 7, ["getCheckout"]],
}
/** Medusa's own workflows do not always send the same number: a step that finds its work done sends less. */
const MEDUSAS_SLACK = 4

describe("the statements and calls of each flow", () => {
  const costs = new Map<string, FlowCost>()

  beforeAll(async () => {
    const statements = new Statements()
    const world = await World.start(statements.settings)
    try {
      await offerProviders(world, [PROVIDER, SYSTEM])
      for (const cost of await costsOfFlows(world, statements)) {
        costs.set(cost.flow, cost)
      }
    } finally {
      await world.stop()
      statements.forget()
    }
  })

  it.each(Object.entries(LIMITS))("%s: no more statements and gateway calls than before", (flow, limit) => {
    const [statements, own, ledgerReads, gatewayCalls] = limit
    const cost = costs.get(flow)
    console.info(
      `${flow}: ${cost?.statements} statements, ${cost?.own} of them on the plugin's tables, ${cost?.ledger_reads} reads of ledger rows; ${cost?.gateway_calls.join(", ")}`
    )
    expect(cost?.gateway_calls).toEqual(gatewayCalls)
    expect(cost?.own).toBeLessThanOrEqual(own)
    expect(cost?.ledger_reads).toBeLessThanOrEqual(ledgerReads)
    expect(cost?.statements).toBeLessThanOrEqual(statements + MEDUSAS_SLACK)
    expect(cost?.statements).toBeGreaterThan(0)
  })
})

describe("the sizes that a store installs and a merchant's browser loads", () => {
  const BUILT = join(ROOT, ".medusa/server/src")
  const bytesOf = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  /** Every package that the plugin's `dependencies` bring, and that theirs bring. */
  const bytesOfDependencies = () => {
    const found = new Set<string>()
    const visit = (name: string) => {
      if (found.has(name)) {
        return
      }
      found.add(name)
      visitAll(join(ROOT, "node_modules", name))
    }
    const visitAll = (folder: string) => {
      const { dependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
      Object.keys(dependencies).forEach(visit)
    }
    visitAll(ROOT)
    return [...found].reduce((sum, name) => sum + bytesOf(join(ROOT, "node_modules", name)), 0)
  }

  it.each([
    // With the telephone numbers' library and its smallest metadata, of which a store would install 10 MB; and with texts that name who
    // does what, which the server reads from the admin's file. 95 kB more than before the cases had a table (its service, trigger and
    // answers), refunds were credited after a death, the search for unknown payments (its command, its card in the admin), one outbox for
    // every mail, and answers ordered by the database's clock.
    ["the package's code", () => bytesOf(BUILT), 2_120_000],
    ["the admin's extension", () => statSync(join(BUILT, "admin/index.mjs")).size, 230_000],
    ["the package with its own dependencies", () => bytesOf(BUILT) + bytesOfDependencies(), 20_000_000],
  ])("%s is no larger than before", (what, bytes, most) => {
    console.info(`${what}: ${bytes()} bytes`)
    expect(bytes()).toBeLessThanOrEqual(most)
    expect(bytes()).toBeGreaterThan(most / 2)
  })
})
