import { spawn, spawnSync, type ChildProcess } from "node:child_process"
import { createHash } from "node:crypto"
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { Socket } from "node:net"
import { join, resolve } from "node:path"
import type { Emulator } from "../../src/emulator/server"
import { freePort } from "./free-port"

export const ROOT = resolve(__dirname, "../..")
export const STORE = join(ROOT, "integration-tests/store")
const EXIT_WITH_PARENT = join(__dirname, "exit-with-parent.cjs")
/** Preloaded, it takes the paths and the compiled code of modules over from an earlier process of Medusa. */
export const MODULE_CACHE = join(__dirname, "module-cache.cjs")
const BUILD = join(ROOT, "scripts/build.mjs")
const MEDUSA = join(ROOT, "node_modules/@medusajs/cli/cli.js")
const START_TIMEOUT_MS = 180_000
/** A folder of settings in which Medusa's telemetry is off: otherwise each Medusa process starts others that send it. */
const QUIET = join(ROOT, "node_modules/.cache/quiet-settings")

export const DEFAULT_STOREFRONT = "http://localhost:8000"

export interface Credentials {
  email: string
  password: string
}

export const ADMIN: Credentials = { email: "admin@shop.example", password: "supersecret" }

/** What one Medusa process is started with. */
export interface StoreSettings {
  databaseUrl: string
  gateway: { baseUrl: string; apiKey: string; apiSecret: string }
  storefrontUrl?: string
  /** Where shoppers are sent back to; the process's own address unless told. */
  backendUrl?: string
  port?: number
  /** Further plugin options. */
  options?: Record<string, unknown>
  /** Further environment. */
  env?: Record<string, string>
  /** Modules that the process loads before its own: their paths. */
  preload?: string[]
  admin?: boolean
  /** Told every line the process prints. */
  onLine?: (line: string) => void
}

/** The gateway of a store's settings. */
export function gatewayOf({ baseUrl, apiKey, apiSecret }: Emulator, otherSecret?: string): StoreSettings["gateway"] {
  return { baseUrl, apiKey, apiSecret: otherSecret ?? apiSecret }
}

/** A running Medusa process. */
export interface Store {
  url: string
  process: ChildProcess
  /** Every line it has printed; grows while it runs. */
  lines: string[]
  /** Everything it has printed. */
  log(): string
  stop(): Promise<void>
  /** SIGKILL: no farewell. */
  kill(): Promise<void>
  /** The process that started it may end while it runs. */
  unref(): void
}

/**
 * Makes the plugin resolvable from the store by its name, as an installed package is.
 *
 * @throws Error unless the build is finished and of the source as it is now
 */
export function linkPlugin(): void {
  const planted = process.env.WEBCHECKOUT_PLANTED === "true" ? ["--planted"] : []
  if (spawnSync(process.execPath, [BUILD, "--check", ...planted]).status !== 0) {
    throw new Error("The plugin is not built, not from the source as it is now, or changed since. Run: npm run build")
  }
  const folder = join(STORE, "node_modules")
  const link = join(folder, "medusa-payment-webcheckout")
  mkdirSync(folder, { recursive: true })
  if (existsSync(link) && resolve(folder, readlinkSync(link)) === ROOT) {
    return
  }
  rmSync(link, { force: true, recursive: true })
  symlinkSync(ROOT, link, "dir")
}

/** Brings a database up to date. */
export async function migrate(settings: StoreSettings): Promise<void> {
  await runMedusa(["db:migrate"], settings)
}

/**
 * Builds the store's admin, as a merchant does for production, and puts it where `medusa start` serves it from. Done once for
 * a build of the plugin's extensions.
 */
export async function buildAdmin(settings: StoreSettings): Promise<void> {
  const built = readFileSync(join(ROOT, ".medusa/server/src/admin/index.mjs"))
  const dashboard = readFileSync(join(ROOT, "node_modules/@medusajs/dashboard/package.json"))
  const config = readFileSync(join(STORE, "medusa-config.ts"))
  const print = createHash("sha256").update(built).update(dashboard).update(config).digest("hex")
  const served = join(STORE, "public/admin")
  const stamp = join(served, "built-from")
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === print) {
    return
  }
  await runMedusa(["build", "--admin-only"], { ...settings, admin: true })
  rmSync(served, { recursive: true, force: true })
  mkdirSync(join(STORE, "public"), { recursive: true })
  renameSync(join(STORE, ".medusa/admin"), served)
  writeFileSync(stamp, print)
}

/** Puts a shop into a migrated database, unless one is in it already. */
export async function seed(settings: StoreSettings): Promise<void> {
  await runMedusa(["exec", "./src/scripts/seed.ts"], settings)
}

/** Starts a Medusa process and waits until it answers. @throws Error with its output when it does not start */
export async function startStore(settings: StoreSettings): Promise<Store> {
  const port = settings.port ?? (await freePort())
  const url = `http://localhost:${port}`
  const running = launch(["start", "--port", String(port), "--types=false"], {
    ...settings,
    backendUrl: settings.backendUrl ?? url,
  })
  const store: Store = {
    url,
    process: running.process,
    lines: running.lines,
    log: () => running.lines.join("\n"),
    stop: () => end(running.process, "SIGTERM"),
    kill: () => end(running.process, "SIGKILL"),
    unref: () => unref(running.process),
  }
  const deadline = Date.now() + START_TIMEOUT_MS
  while (!(await answers(`${url}/health`))) {
    if (running.process.exitCode !== null || Date.now() > deadline) {
      await store.kill()
      throw new Error(`The store did not start.\n${store.log()}`)
    }
    await new Promise((next) => setTimeout(next, 150))
  }
  return store
}

/** Stops the jobs of a running store: from now on only those run that a test runs. */
export async function stopClock(url: string): Promise<void> {
  const signedIn = await fetch(`${url}/auth/user/emailpass`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(ADMIN),
  })
  const { token } = (await signedIn.json()) as { token: string }
  const stopped = await fetch(`${url}/admin/clock`, { method: "DELETE", headers: { authorization: `Bearer ${token}` } })
  if (!stopped.ok) {
    throw new Error(`The store's clock did not stop: ${stopped.status} ${await stopped.text()}`)
  }
}

async function runMedusa(args: string[], settings: StoreSettings): Promise<void> {
  const running = launch(args, settings)
  const code = await new Promise<number | null>((done) => running.process.once("exit", done))
  if (code !== 0) {
    throw new Error(`medusa ${args[0]} failed.\n${running.lines.join("\n")}`)
  }
}

/** What the plugin's own command prints in the store's folder, and how it ends. */
export async function runWebcheckout(
  args: string[],
  settings: StoreSettings
): Promise<{ code: number | null; output: string }> {
  const running = launch(args, settings, join(ROOT, ".medusa/server/src/cli/webcheckout.js"))
  const code = await new Promise<number | null>((done) => running.process.once("exit", done))
  return { code, output: running.lines.join("\n") }
}

/** @returns QUIET, written unless it is there */
function quietSettings(): string {
  const config = join(QUIET, "medusa/config.json")
  if (!existsSync(config)) {
    mkdirSync(join(QUIET, "medusa"), { recursive: true })
    writeFileSync(config, JSON.stringify({ telemetry: { enabled: false } }))
  }
  return QUIET
}

/** Under jest: what every process of this file's tests has printed, for environment.ts. */
const { storeLines } = globalThis as { storeLines?: string[][] }

function launch(args: string[], settings: StoreSettings, command = MEDUSA): { process: ChildProcess; lines: string[] } {
  const lines: string[] = []
  const child = spawn(process.execPath, [command, ...args], {
    cwd: STORE,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: "test",
      STARTED_BY: String(process.pid),
      NODE_OPTIONS: [EXIT_WITH_PARENT, ...(settings.preload ?? [])].map((path) => `--require ${path}`).join(" "),
      TS_NODE_TRANSPILE_ONLY: "true",
      // Medusa records no events, and starts no processes to send them.
      MEDUSA_DISABLE_TELEMETRY: "true",
      XDG_CONFIG_HOME: quietSettings(),
      NO_COLOR: "1",
      DATABASE_URL: settings.databaseUrl,
      WEBCHECKOUT_BASE_URL: settings.gateway.baseUrl,
      WEBCHECKOUT_API_KEY: settings.gateway.apiKey,
      WEBCHECKOUT_API_SECRET: settings.gateway.apiSecret,
      WEBCHECKOUT_OPTIONS: JSON.stringify(settings.options ?? {}),
      BACKEND_URL: settings.backendUrl ?? "http://localhost:9000",
      STOREFRONT_URL: settings.storefrontUrl ?? DEFAULT_STOREFRONT,
      STORE_CORS: settings.storefrontUrl ?? DEFAULT_STOREFRONT,
      ADMIN_CORS: settings.backendUrl ?? "http://localhost:9000",
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      WITHOUT_ADMIN: String(!settings.admin),
      ...settings.env,
    },
  })
  const note = (chunk: Buffer) => {
    for (const line of chunk.toString().split("\n").filter(Boolean)) {
      lines.push(line)
      settings.onLine?.(line)
    }
  }
  child.stdout?.on("data", note)
  child.stderr?.on("data", note)
  storeLines?.push(lines)
  return { process: child, lines }
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false
  )
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) {
    return
  }
  const gone = new Promise((done) => child.once("exit", done))
  child.kill(signal)
  const hard = setTimeout(() => child.kill("SIGKILL"), 10_000)
  await gone
  clearTimeout(hard)
}

function unref(child: ChildProcess): void {
  child.unref()
  for (const stream of [child.stdout, child.stderr]) {
    if (stream instanceof Socket) {
      stream.unref()
    }
  }
}
