import { execFileSync, spawnSync } from "node:child_process"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { escaped } from "../harness/escaped"
import { ROOT } from "../harness/store"
import { plant } from "./plant"
import { PLANTED_FAULTS, PLUGIN_FOLDER, type PlantedFault } from "./planted-faults"

/**
 * Breaks one piece of the plugin's wiring at a time and checks that the named test notices.
 *
 * - `npm run test:planted`: all of them
 * - `npm run test:planted -- --only <id>`: one of them
 * - `npm run test:planted -- --some 2`: so many, by rotation on the number of commits, so that a failure can be repeated
 */
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024

/** A failed test as jest prints it: the names of its suites and its own. Jest writes no report of a run that it bails out of. */
const FAILED_TEST = /^ {2}\u25cf (.+ \u203a .+)$/gm

/** A failure of the shop's start, which notices nothing: the place where it was thrown, or a hook's timeout. */
const FAILED_START = /harness\/(?:host|store|shared-hosts)\.ts:|Exceeded timeout of \d+ ms for a hook/
const LAST_LINES = 40

interface Outcome {
  /** The tests that failed. */
  failures: string[]
  output: string
}

/** Runs the named test while the fault is there. */
function runWith({ breaks, change, spec, test }: PlantedFault): Outcome {
  const restore = plant(PLUGIN_FOLDER, breaks, change)
  try {
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [
        "--experimental-vm-modules",
        join(ROOT, "node_modules/jest/bin/jest.js"),
        ...["--bail", "--forceExit", "--selectProjects", "http", "--runInBand"],
        ...["--testPathPattern", `integration-tests/http/${spec}\\.spec\\.ts$`, "--testNamePattern", escaped(test)],
      ],
      {
        cwd: ROOT,
        encoding: "utf8",
        maxBuffer: MOST_OUTPUT_BYTES,
        env: { ...process.env, WEBCHECKOUT_PLANTED: "true" },
      }
    )
    const output = `${stdout}\n${stderr}`
    const names = [...output.matchAll(FAILED_TEST)].map(([, name]) => name.replaceAll(" \u203a ", " "))
    return { failures: [...new Set(names)], output }
  } finally {
    restore()
  }
}

function chosen(only: string | undefined, some: string | undefined): readonly PlantedFault[] {
  if (only !== undefined) {
    return PLANTED_FAULTS.filter(({ id }) => id === only)
  }
  if (some === undefined) {
    return PLANTED_FAULTS
  }
  const count = Number(some)
  const commits = Number(execFileSync("git", ["rev-list", "--count", "HEAD"], { cwd: ROOT, encoding: "utf8" }))
  const first = commits * count
  return Array.from({ length: count }, (_, index) => PLANTED_FAULTS[(first + index) % PLANTED_FAULTS.length])
}

/** @returns the exit code */
function main(): number {
  const { values } = parseArgs({ options: { only: { type: "string" }, some: { type: "string" } } })
  const faults = chosen(values.only, values.some)
  let missed = 0
  for (const fault of faults) {
    const { failures, output } = runWith(fault)
    const isFound = failures.some((name) => name.includes(fault.test)) && !FAILED_START.test(output)
    missed += isFound ? 0 : 1
    console.log(`${isFound ? "found " : "MISSED"}  ${fault.id}: ${fault.harm}`)
    console.log(`        by ${fault.spec}: ${isFound ? failures.join("; ") : `not by "${fault.test}"`}`)
    if (!isFound) {
      console.log(output.trimEnd().split("\n").slice(-LAST_LINES).join("\n"))
    }
  }
  console.log(`${faults.length - missed} of ${faults.length} planted faults were found`)
  return missed === 0 && faults.length > 0 ? 0 : 1
}

process.exit(main())
