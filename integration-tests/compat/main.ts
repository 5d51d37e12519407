import { execFileSync } from "node:child_process"
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { parseArgs } from "node:util"
import { commitOf, recordRun } from "../harness/compatibility"
import { findChromium } from "../harness/machine.cjs"
import { PATH, Project } from "../harness/project"
import { atEnd, runToEnd } from "../harness/run-to-end"
import { say, step } from "../harness/steps"
import { ROOT } from "../harness/store"

/**
 * Runs the tests on another version of Medusa than the one that this repository is developed with: in a copy of its files and of its
 * build, as a store of that version gets it, whose packages of Medusa are of that version.
 *
 * - `npm run compat -- 2.19.0` runs the module and HTTP tests and the admin's pages
 * - `--node 22` runs them on the newest Node of that line
 * - `--record` writes a run that passed into docs/compatibility.md
 * - `--keep` leaves the copy
 */

/** The module and HTTP tests, and the admin's pages in Chromium. */
const TESTS = "integration-tests/(modules|http)/|browser/(setup|payments|statement)[.]spec"
const RESULT = "compat-result.json"
const BUILD = join(ROOT, "scripts/build.mjs")
const BUILT = [
  ".medusa/server",
  "src/storefront/dist",
  "integration-tests/node_modules/medusa-payment-webcheckout-storefront",
]

interface Options {
  medusa: string
  /** A line of Node's versions, as 22; the one that runs this unless told. */
  nodeLine?: string
  isRecorded: boolean
}

async function main(project: Project, { medusa, nodeLine, isRecorded }: Options): Promise<void> {
  const started = Date.now()
  const commit = commitOf()
  if (!findChromium()) {
    throw new Error("There is no Chromium here: the admin's pages would not be seen.")
  }
  execFileSync("node", [BUILD, "--if-needed"], { stdio: "inherit" })
  copyRepository(project.folder)
  copyPackages(project.folder)
  setVersions(project.folder, medusa)
  unlockMedusa(project.folder)
  const env = nodeLine ? await installNode(project, nodeLine) : {}
  const node = execFileSync("node", ["--version"], { env: { ...process.env, ...env }, encoding: "utf8" })
    .trim()
    .slice(1)
  await step(`Installing Medusa ${medusa}`, () => project.run("npm install", { env }))
  await project.run("node scripts/build.mjs --as-built", { env })
  await project.run(`npm run --silent jest -- --json --outputFile ${RESULT} --testPathPattern "${TESTS}"`, {
    env,
    isShown: true,
  })
  const result = readResult(project.folder)
  say(`Medusa ${medusa} on Node ${node}: ${result}`)
  if (isRecorded) {
    const command = `npm run compat -- ${medusa}${nodeLine ? ` --node ${nodeLine}` : ""}`
    recordRun({ command, medusa, node, result, commit, seconds: (Date.now() - started) / 1000 })
  }
}

/** What git knows of, as it is now, and what is built of it. */
function copyRepository(folder: string): void {
  for (const built of BUILT) {
    cpSync(join(ROOT, built), join(folder, built), { recursive: true })
  }
  const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: ROOT })
  for (const file of files
    .toString()
    .split("\0")
    .filter((name) => name && existsSync(join(ROOT, name)))) {
    cpSync(join(ROOT, file), join(folder, file))
  }
}

/** npm then installs what differs. The files are the same ones on the disk, which it replaces and never writes into. */
function copyPackages(folder: string): void {
  const packages = join(folder, "node_modules")
  try {
    execFileSync("cp", ["-al", join(ROOT, "node_modules"), packages], { stdio: "ignore" })
  } catch {
    // Another disk: npm installs all of them.
    rmSync(packages, { recursive: true, force: true })
  }
  for (const own of [".package-lock.json", ".cache"]) {
    rmSync(join(packages, own), { recursive: true, force: true })
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
  const path = join(folder, "package.json")
  const packageJson = JSON.parse(readFileSync(path, "utf8")) as { devDependencies: Record<string, string> }
  const versions = packageJson.devDependencies
  for (const name of Object.keys(versions).filter((name) => name.startsWith("@medusajs/"))) {
    versions[name] = name === "@medusajs/ui" ? ofDashboard[name] : medusa
  }
  writeFileSync(path, JSON.stringify(packageJson, null, 2))
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
  return { PATH: `${join(prefix, "node_modules", name, "bin")}${delimiter}${PATH}` }
}

interface JestResult {
  testResults: { assertionResults: { status: string }[] }[]
}

/** @throws Error unless each test passed */
function readResult(folder: string): string {
  const result = JSON.parse(readFileSync(join(folder, RESULT), "utf8")) as JestResult
  const tests = result.testResults.flatMap(({ assertionResults }) => assertionResults)
  const passed = tests.filter(({ status }) => status === "passed")
  const others = tests.length - passed.length
  if (passed.length === 0 || others > 0) {
    throw new Error(
      `${passed.length} tests passed, ${others} did not: they failed, or were skipped (is there Chromium, and redis-server?).`
    )
  }
  return `${passed.length} tests`
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    node: { type: "string" },
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
atEnd(() => (values.keep ? say(`kept: ${folder}`) : rmSync(folder, { recursive: true, force: true })))
const options = { medusa, nodeLine: values.node, isRecorded: values.record }
runToEnd(() => main(new Project(folder, "npm", {}), options))
