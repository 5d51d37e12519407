import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { gzipSync } from "node:zlib"
import { median, spread } from "./rounds"
import { postgresAt, TEMPLATE } from "../harness/postgres"
import { residentMb } from "./memory"
import { ROOT, startStore, type StoreSettings } from "../harness/store"

const ROUNDS = 5
const IMPORT_ROUNDS = 9
const BUILT = join(ROOT, ".medusa/server/src")

/** A store without a payment provider of anybody's, one with ours, and one with Stripe's. */
const STORES: Record<string, Record<string, string>> = {
  "Medusa alone": { WITHOUT_PLUGIN: "true" },
  "with this plugin": {},
  "with the Stripe provider": { WITHOUT_PLUGIN: "true", STRIPE_STAND_IN: "http://127.0.0.1:1" },
}

const MODULES: Record<string, string> = {
  "our provider": join(BUILT, "providers/webcheckout/index.js"),
  "our client": join(BUILT, "gateway/client.js"),
  "the Stripe provider": join(ROOT, "node_modules/@medusajs/payment-stripe"),
  "the stripe package": join(ROOT, "node_modules/stripe"),
}

/** What the plugin adds to a store's start and memory, and what is installed and downloaded. */
export async function benchStart(): Promise<void> {
  await benchBoot()
  benchImports()
  printSizes()
}

async function benchBoot(): Promise<void> {
  const postgres = postgresAt(process.env.DATABASE_URL ?? "")
  const database = "webcheckout_start"
  await postgres.dropDatabase(database)
  await postgres.createDatabase(database, TEMPLATE)
  const gateway = { baseUrl: "http://127.0.0.1:1/merchant/2.0", apiKey: "key", apiSecret: "secret" }
  const taken = Object.keys(STORES).map((store) => ({ store, seconds: [] as number[], megabytes: [] as number[] }))
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { store, seconds, megabytes } of taken) {
        const settings: StoreSettings = { databaseUrl: postgres.url(database), gateway, env: STORES[store] }
        const started = performance.now()
        const running = await startStore(settings)
        seconds.push((performance.now() - started) / 1000)
        megabytes.push(residentMb(running.process))
        await running.stop()
      }
    }
  } finally {
    await postgres.dropDatabase(database)
  }
  console.log("| a store starts | seconds (spread) | resident MB | Medusa alone = 1 |\n|---|---|---|---|")
  for (const { store, seconds, megabytes } of taken) {
    const shown = spread(seconds).map((one) => one.toFixed(1))
    const ratio = median(seconds) / median(taken[0].seconds)
    console.log(
      `| ${store} | ${median(seconds).toFixed(1)} (${shown.join("–")}) | ${median(megabytes).toFixed(0)} | ${ratio.toFixed(2)} |`
    )
  }
  console.log(`\n${JSON.stringify({ start: taken })}\n`)
}

/** Each in a process of its own, the processes in turns. */
function benchImports(): void {
  const taken = new Map(Object.keys(MODULES).map((name) => [name, [] as number[]]))
  for (let round = 0; round < IMPORT_ROUNDS; round += 1) {
    for (const [name, path] of Object.entries(MODULES)) {
      const code = "const s = performance.now(); require(process.argv[1]); console.log(performance.now() - s)"
      taken.get(name)?.push(Number(execFileSync(process.execPath, ["-e", code, path], { encoding: "utf8" })))
    }
  }
  console.log("| imported in a process of its own | ms (spread) |\n|---|---|")
  for (const [name, times] of taken) {
    const shown = spread(times).map((one) => one.toFixed(0))
    console.log(`| ${name} | ${median(times).toFixed(0)} (${shown.join("–")}) |`)
  }
  console.log("")
}

function printSizes(): void {
  const [packed] = JSON.parse(
    execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: ROOT, encoding: "utf8" })
  ) as { size: number; unpackedSize: number }[]
  const admin = readFileSync(join(BUILT, "admin/index.mjs"))
  const kit = readFileSync(join(BUILT, "storefront/index.mjs"))
  const rows: [string, number][] = [
    ["the package, packed", packed.size],
    ["the package, unpacked", packed.unpackedSize],
    ["its dependencies, unpacked, as far as Medusa does not bring them", dependencyBytes()],
    ["the admin's extension", admin.length],
    ["the admin's extension, gzipped", gzipSync(admin).length],
    ["the storefront kit", kit.length],
    ["the storefront kit, gzipped", gzipSync(kit).length],
  ]
  console.log("| size | kB |\n|---|---|")
  for (const [what, bytes] of rows) {
    console.log(`| ${what} | ${(bytes / 1000).toFixed(1)} |`)
  }
  console.log(`\n${JSON.stringify({ sizes: Object.fromEntries(rows) })}`)
}

/** Every package that only this one brings into a Medusa store, as npm has laid them out here. */
function dependencyBytes(): number {
  const { dependencies, peerDependencies } = manifestOf(ROOT)
  const own = closureOf(Object.keys(dependencies ?? {}))
  const medusas = closureOf(Object.keys(peerDependencies ?? {}))
  return [...own].filter((folder) => !medusas.has(folder)).reduce((sum, folder) => sum + bytesOf(folder), 0)
}

interface Manifest {
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest
}

/** The folders of some packages and of all that they depend on. */
function closureOf(names: string[]): Set<string> {
  const found = new Set<string>()
  const add = (name: string, from: string) => {
    const folder = installedFor(name, from)
    if (folder !== undefined && !found.has(folder)) {
      found.add(folder)
      Object.keys(manifestOf(folder).dependencies ?? {}).forEach((one) => add(one, folder))
    }
  }
  names.forEach((name) => add(name, ROOT))
  return found
}

/** Where a package's dependency is: in its own node_modules, or in those above it. */
function installedFor(name: string, from: string): string | undefined {
  for (let folder = from; folder.startsWith(ROOT); folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name)
    if (existsSync(join(candidate, "package.json"))) {
      return candidate
    }
  }
  return undefined
}

function bytesOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules")
    .reduce((sum, entry) => {
      const path = join(folder, entry.name)
      return sum + (entry.isDirectory() ? bytesOf(path) : statSync(path).size)
    }, 0)
}
