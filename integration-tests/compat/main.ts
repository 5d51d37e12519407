import { execFileSync } from "node:child_process"
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { parseArgs } from "node:util"
import { recordRun } from "../harness/compatibility"
import { findChromium } from "../harness/machine.cjs"
import { Project } from "../harness/project"
import { say, step } from "../harness/steps"
import { ROOT } from "../harness/store"

/**
 * Runs the tests on another version of Medusa than the one that this repository is developed with: in a copy of its files, whose
 * packages of Medusa are of that version.
 *
 * - `npm run compat -- 2.19.0` runs all tests; `--short` those of a purchase, a refund, a pay link, a subscription, and the admin
 * - `--node 22` runs them on the newest Node of that line
 * - `--record` writes a run that passed into docs/compatibility.md
 * - `--keep` leaves the copy
 */
const SHORT = {
  files: "(http/(purchase|refund|subscriptions)|browser/(payments|pay-links|statement|subscriptions))[.]spec",
  tests: [
    "becomes one captured order when the shopper pays and comes back",
    "goes through at the gateway, in part and then in full",
    "goes from a draft order to a captured one: converted, sent on, paid on a phone",
    "a customer lists their own and nobody else's, and nothing that is not theirs to see",
    "creates a subscription for a customer of the store, and sees its next dates",
    "sees that the books agree, for a month, a week and a day, and has them as a file",
    "sees how the plugin is set up, and what is wrong with it",
  ],
}
const RESULT = "compat-result.json"

interface Options {
  medusa: string
  /** A line of Node's versions, as 22; the one that runs this unless told. */
  nodeLine?: string
  isShort: boolean
  isRecorded: boolean
}

interface PackageJson {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

async function main(project: Project, { medusa, nodeLine, isShort, isRecorded }: Options): Promise<void> {
  const started = Date.now()
  if (!findChromium()) {
    throw new Error("There is no Chromium here: the admin's pages would not be seen.")
  }
  copyRepository(project.folder)
  setVersions(project.folder, medusa)
  unlockMedusa(project.folder)
  const env = nodeLine ? await installNode(project, nodeLine) : {}
  const node = execFileSync("node", ["--version"], { env: { ...process.env, ...env }, encoding: "utf8" })
    .trim()
    .slice(1)
  await step(`Installing Medusa ${medusa}`, () => project.run("npm install", { env }))
  await step(`Building on Node ${node}`, () => project.run("npm run build", { env }))
  const only = isShort ? ` --testPathPattern "${SHORT.files}" --testNamePattern "${SHORT.tests.join("|")}"` : ""
  await project.show(`npm run --silent jest -- --json --outputFile ${RESULT}${only} >&2`, { env })
  const result = readResult(project.folder, isShort ? SHORT.tests : [])
  const command = [
    "npm run compat --",
    medusa,
    ...(nodeLine ? ["--node", nodeLine] : []),
    ...(isShort ? ["--short"] : []),
  ]
  say(`Medusa ${medusa} on Node ${node}: ${result}`)
  if (isRecorded) {
    recordRun({ command: command.join(" "), medusa, node, result, seconds: (Date.now() - started) / 1000 })
  }
}

/** What git knows of, as it is now. */
function copyRepository(folder: string): void {
  const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: ROOT })
  for (const file of files
    .toString()
    .split("\0")
    .filter((name) => name && existsSync(join(ROOT, name)))) {
    cpSync(join(ROOT, file), join(folder, file))
  }
}

/** Each package of Medusa at this version; its components have versions of their own, which the dashboard names. */
function setVersions(folder: string, medusa: string): void {
  const asked = execFileSync("npm", ["view", `@medusajs/dashboard@${medusa}`, "dependencies", "--json"], {
    encoding: "utf8",
  })
  if (!asked.trim()) {
    throw new Error(`npm knows no Medusa ${medusa}.`)
  }
  const ofDashboard = JSON.parse(asked) as Record<string, string>
  for (const file of ["package.json", "integration-tests/store/package.json"]) {
    const path = join(folder, file)
    const packageJson = JSON.parse(readFileSync(path, "utf8")) as PackageJson
    for (const versions of [packageJson.dependencies ?? {}, packageJson.devDependencies ?? {}]) {
      for (const name of Object.keys(versions).filter((name) => name.startsWith("@medusajs/"))) {
        versions[name] = name === "@medusajs/ui" ? ofDashboard[name] : medusa
      }
    }
    writeFileSync(path, JSON.stringify(packageJson, null, 2))
  }
}

/** What the lock file says of Medusa's own packages goes; the others stay as they are tested. */
function unlockMedusa(folder: string): void {
  const path = join(folder, "package-lock.json")
  const lock = JSON.parse(readFileSync(path, "utf8")) as { packages: Record<string, unknown> }
  const kept = Object.entries(lock.packages).filter(([name]) => !name.includes("node_modules/@medusajs/"))
  writeFileSync(path, JSON.stringify({ ...lock, packages: Object.fromEntries(kept) }, null, 2))
}

/** @returns the environment in which `node` is the newest of this line */
async function installNode(project: Project, line: string): Promise<Record<string, string>> {
  const name = `node-${process.platform}-${process.arch}`
  const prefix = join(project.folder, ".node")
  await step(`Installing Node ${line}`, () =>
    project.run(`npm install --no-audit --no-fund --prefix ${prefix} ${name}@${line}`)
  )
  return { PATH: `${join(prefix, "node_modules", name, "bin")}${delimiter}${process.env.PATH}` }
}

interface JestResult {
  testResults: { assertionResults: { title: string; status: string }[] }[]
}

/** @throws Error where no test ran, or none with a name that was asked for */
function readResult(folder: string, asked: string[]): string {
  const result = JSON.parse(readFileSync(join(folder, RESULT), "utf8")) as JestResult
  const tests = result.testResults.flatMap(({ assertionResults }) => assertionResults)
  const passed = tests.filter(({ status }) => status === "passed").map(({ title }) => title)
  const missing = asked.filter((name) => !passed.includes(name))
  if (passed.length === 0 || missing.length > 0) {
    throw new Error(`No test ran${missing.length > 0 ? ` that is called: ${missing.join("; ")}` : ""}.`)
  }
  return `${passed.length} tests`
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    node: { type: "string" },
    short: { type: "boolean", default: false },
    record: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
  },
})
const [medusa] = positionals
if (!/^\d+\.\d+\.\d+$/.test(medusa ?? "")) {
  throw new Error("Which Medusa? npm run compat -- 2.19.0")
}

const folder = mkdtempSync(join(tmpdir(), "compat-"))
// PostgreSQL runs as another user where this is root.
chmodSync(folder, 0o755)
const options = { medusa, nodeLine: values.node, isShort: values.short, isRecorded: values.record }
void main(new Project(folder, "npm", {}), options)
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
  .finally(() => (values.keep ? say(`kept: ${folder}`) : rmSync(folder, { recursive: true, force: true })))
