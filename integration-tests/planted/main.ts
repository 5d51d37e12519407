import { execFileSync, spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { ROOT } from "../harness/store"
import { plant } from "./plant"
import { PLANTED_FAULTS, type PlantedFault } from "./planted-faults"

/**
 * Breaks one piece of the plugin's wiring at a time and checks that the named test notices.
 *
 * - `npm run test:planted`: all of them
 * - `npm run test:planted -- --only <id>`: one of them
 * - `npm run test:planted -- --some 2`: so many, by rotation on the number of commits, so that a failure can be repeated
 */
const SERVER = join(ROOT, ".medusa/server/src")

interface JestReport {
  testResults: { assertionResults: { fullName: string; status: string }[] }[]
}

/** The tests that fail while the fault is there. */
function failuresWith({ breaks, change, spec, test }: PlantedFault): string[] {
  const folder = mkdtempSync(join(tmpdir(), "planted-"))
  const report = join(folder, "report.json")
  const restore = plant(SERVER, breaks, change)
  try {
    spawnSync(
      process.execPath,
      [
        "--experimental-vm-modules",
        join(ROOT, "node_modules/jest/bin/jest.js"),
        ...["--bail", "--forceExit", "--selectProjects", "http", "--runInBand", "--json", "--outputFile", report],
        ...["--testPathPattern", `integration-tests/http/${spec}\\.spec\\.ts$`, "--testNamePattern", escaped(test)],
      ],
      { cwd: ROOT, stdio: "ignore" }
    )
    const { testResults } = JSON.parse(readFileSync(report, "utf8")) as JestReport
    return testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === "failed")
      .map(({ fullName }) => fullName)
  } finally {
    restore()
    rmSync(folder, { recursive: true, force: true })
  }
}

function escaped(words: string): string {
  return words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
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
    const failures = failuresWith(fault)
    const isFound = failures.some((name) => name.includes(fault.test))
    missed += isFound ? 0 : 1
    console.log(`${isFound ? "found " : "MISSED"}  ${fault.id}: ${fault.harm}`)
    console.log(`        by ${fault.spec}: ${isFound ? failures.join("; ") : `not by "${fault.test}"`}`)
  }
  console.log(`${faults.length - missed} of ${faults.length} planted faults were found`)
  return missed === 0 && faults.length > 0 ? 0 : 1
}

process.exit(main())
