import { execFileSync } from "node:child_process"
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import type Medusa from "@medusajs/js-sdk"
import type { Browser, ConsoleMessage } from "playwright-core"
import { signInToAdmin } from "../harness/admin-page"
import { DESKTOP, launchBrowser } from "../harness/browser"
import { commitOf, recordRun } from "../harness/compatibility"
import { freePort } from "../harness/free-port"
import { Project, testedVersion, type Manager } from "../harness/project"
import { atEnd, runToEnd } from "../harness/run-to-end"
import { publishableKey, signInAdmin, until } from "../harness/shop"
import { startPostgres } from "../harness/start-postgres"
import { say, step } from "../harness/steps"
import { ROOT } from "../harness/store"
import { buy, createSubscription, payByLink, refund } from "./payments"
import { readInstallSection, readKitCommand } from "./readme"
import { writeConfig, writeEnv, writeStore, type StoreAddresses } from "./store-project"
import { writeStorefront } from "./storefront-project"

/**
 * Does what the README's section on installing says, with its commands and its config block, in a store of the layout of Medusa's
 * starter that knows nothing of this repository: installs the packed plugin, migrates, builds, starts in production mode, buys
 * something in a storefront of the packed kit, refunds it, is paid by a pay link, makes a subscription, and opens the
 * admin's pages in Chromium.
 *
 * - `--manager pnpm` does it with pnpm
 * - `--medusa 2.19.0` installs that version of Medusa
 * - `--record` writes a run that passed into docs/compatibility.md
 * - `--keep` leaves the folder where it is
 */
const DATABASE = "fresh_store"
const START_TIMEOUT_MS = 120_000

interface Options {
  manager: Manager
  medusa: string
  isRecorded: boolean
  isKept: boolean
}

async function main({ manager, medusa, isRecorded, isKept }: Options): Promise<void> {
  const started = Date.now()
  const commit = commitOf()
  const folder = mkdtempSync(join(tmpdir(), "fresh-store-"))
  // PostgreSQL runs as another user where this is root.
  chmodSync(folder, 0o755)
  atEnd(() => (isKept ? say(`kept: ${folder}`) : rmSync(folder, { recursive: true, force: true })))
  const tarballs = await step("Packing both packages", () => pack(join(folder, "packed")))
  const store = new Project(join(folder, "store"), manager, tarballs)
  const storefront = new Project(join(folder, "storefront"), manager, tarballs)
  await installStore(store, medusa)
  const addresses = await startSurroundings(folder, store)
  const shop = await startStore(store, addresses)
  await installStorefront(storefront, addresses, await publishableKey(shop))
  const browser = await launchBrowser()
  atEnd(() => browser.close())
  const orderId = await step("A purchase in the storefront", () => buy(browser, addresses.storefrontUrl, shop))
  await step("A refund", () => refund(shop, addresses, orderId))
  await step("A pay link", () => payByLink(browser, shop))
  const subscriptionId = await step("A subscription", () => createSubscription(shop))
  const pages = await openAdminPages(browser, addresses, shop, { orderId, subscriptionId })
  const result = `installed with ${manager}, a purchase, a refund, a pay link, a subscription, ${pages} pages of the admin`
  console.log(`\nMedusa ${medusa}: ${result}`)
  if (isRecorded) {
    const ofRun = [
      manager === "npm" ? "" : ` --manager ${manager}`,
      medusa === NEWEST ? "" : ` --medusa ${medusa}`,
    ].join("")
    const command = `npm run fresh-store${ofRun && ` --${ofRun}`}`
    recordRun({ command, medusa, node: process.versions.node, result, commit, seconds: (Date.now() - started) / 1000 })
  }
}

/** @returns the tarball of each package, by the package's name */
async function pack(folder: string): Promise<Record<string, string>> {
  mkdirSync(folder)
  execFileSync("npm", ["run", "--silent", "pack-both", "--", "--pack-destination", folder], { cwd: ROOT })
  return Object.fromEntries(readdirSync(folder).map((file) => [file.replace(/-\d.*$/, ""), join(folder, file)]))
}

async function installStore(store: Project, medusa: string): Promise<void> {
  const { install } = readInstallSection()
  writeStore(store, medusa)
  await step(`A fresh store with Medusa ${medusa}: install`, () => store.install("npm install"))
  await step(install, () => store.run(install))
}

/** PostgreSQL, and the emulator that the packed plugin brings. */
async function startSurroundings(folder: string, store: Project): Promise<StoreAddresses> {
  const postgres = await step("Starting PostgreSQL", () => startPostgres(folder))
  atEnd(() => postgres.stop())
  await postgres.dropDatabase(DATABASE)
  await postgres.createDatabase(DATABASE)
  const gateway = `http://localhost:${await freePort()}`
  // --extended is for payments.ts alone, which refunds as the gateway's dashboard does: the store does not set extendedApi.
  const command = `npx -p medusa-payment-webcheckout webcheckout-emulator --extended --port ${new URL(gateway).port}`
  await step(command, () => serve(store, command, `${gateway}/emulator`))
  const [, baseUrl] = /baseUrl {2}(\S+)/.exec(store.lastLines) ?? []
  if (!baseUrl) {
    throw new Error(`${command} does not print its baseUrl:\n${store.lastLines}`)
  }
  return {
    databaseUrl: postgres.url(DATABASE),
    storeUrl: `http://localhost:${await freePort()}`,
    storefrontUrl: `http://localhost:${await freePort()}`,
    gateway: { baseUrl, apiKey: "test-key", apiSecret: "test-secret" },
  }
}

async function startStore(store: Project, addresses: StoreAddresses): Promise<Medusa> {
  const readme = readInstallSection()
  writeEnv(store, readme, addresses)
  writeConfig(store, readme)
  for (const command of readme.afterConfig) {
    await step(command, () => store.run(command))
  }
  await step("Filling the shop", () => store.run("npx medusa exec ./src/scripts/seed.ts"))
  await step("npx medusa build", () => store.run("npx medusa build"))
  // Medusa's build does not copy it: https://docs.medusajs.com/learn/build
  copyFileSync(join(store.folder, ".env"), join(store.folder, ".medusa/server/.env.production"))
  await step("npx medusa start, in production mode", async () => {
    const { port } = new URL(addresses.storeUrl)
    const env = { NODE_ENV: "production" }
    await serve(store, `npx medusa start --port ${port}`, `${addresses.storeUrl}/health`, {
      env,
      folder: ".medusa/server",
    })
  })
  return signInAdmin(addresses.storeUrl)
}

async function installStorefront(storefront: Project, addresses: StoreAddresses, key: string): Promise<void> {
  writeStorefront(storefront, { storeUrl: addresses.storeUrl, key })
  const kit = readKitCommand()
  await step("A fresh storefront: install", () => storefront.run("npm install"))
  await step(kit, () => storefront.run(kit))
  await step("npx tsc", () => storefront.run("npx tsc"))
  await step("npx vite build", () => storefront.run("npx vite build"))
  const { port } = new URL(addresses.storefrontUrl)
  await serve(storefront, `npx vite preview --port ${port} --strictPort`, addresses.storefrontUrl)
}

/** Starts what goes on running, and waits until its address answers. @throws Error with its last lines */
async function serve(project: Project, command: string, url: string, options = {}): Promise<void> {
  const child = project.serve(command, options)
  const isUp = async () => {
    if (child.exitCode !== null) {
      throw new Error(`${command} ended with ${child.exitCode}.`)
    }
    return fetch(url).then(
      (answer) => answer.ok,
      () => false
    )
  }
  try {
    await until(command, isUp, START_TIMEOUT_MS)
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${project.lastLines}`, { cause: error })
  }
}

/** @returns how many pages it has opened */
async function openAdminPages(
  browser: Browser,
  { storeUrl }: StoreAddresses,
  shop: Medusa,
  { orderId, subscriptionId }: { orderId: string; subscriptionId: string }
): Promise<number> {
  // Behind a proxy with https, as a store in production mode expects.
  const context = await browser.newContext({ ...DESKTOP, extraHTTPHeaders: { "x-forwarded-proto": "https" } })
  const page = await context.newPage()
  const errors: string[] = []
  page.on("pageerror", (error) => errors.push(error.message))
  page.on("console", (message) => {
    const isOthers = isOfMedusasPage(message.text()) || isOfAnotherHost(message, storeUrl)
    if (message.type() === "error" && !isOthers) {
      errors.push(message.text())
    }
  })
  await step("Signing in to the admin", () => signInToAdmin(page, storeUrl))
  const { checkouts } = await shop.client.fetch<{ checkouts: { id: string }[] }>("/admin/webcheckout/checkouts")
  const { orders } = await shop.admin.order.list({ id: [orderId], fields: "id,customer_id" })
  const paths = [
    "/settings/webcheckout",
    "/orders",
    `/customers/${orders[0]?.customer_id}`,
    "/webcheckout/checkouts",
    `/webcheckout/checkouts/${checkouts[0]?.id}`,
    "/webcheckout/statement",
    "/webcheckout/subscriptions",
    `/webcheckout/subscriptions/${subscriptionId}`,
    `/orders/${orderId}`,
  ]
  errors.length = 0
  for (const path of paths) {
    await step(path, async () => {
      await page.goto(`${storeUrl}/app${path}`)
      await page.locator("main h1, main h2").first().waitFor()
      await page.waitForLoadState("networkidle")
      if (errors.length > 0) {
        throw new Error(`${path} has errors on the console:\n${errors.join("\n")}`)
      }
    })
  }
  return paths.length
}

/** A picture that Medusa's page has elsewhere: this machine may not reach it. */
function isOfAnotherHost(message: ConsoleMessage, storeUrl: string): boolean {
  return message.text().startsWith("Failed to load resource") && !message.location().url.startsWith(storeUrl)
}

/** React's warnings name the component that is nearest to the fault: Medusa's page of an order has one of its own. */
function isOfMedusasPage(error: string): boolean {
  return /^Warning: [^]*?\n\s+at \w+ \((\S+)\)/.exec(error)?.[1]?.includes("/order-detail-") ?? false
}

const NEWEST = testedVersion("@medusajs/medusa")
const { values } = parseArgs({
  options: {
    manager: { type: "string", default: "npm" },
    medusa: { type: "string", default: NEWEST },
    record: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
  },
})
const { manager, medusa } = values
if (manager !== "npm" && manager !== "pnpm") {
  throw new Error(`--manager is npm or pnpm, not ${manager}`)
}

runToEnd(() => main({ manager, medusa, isRecorded: values.record, isKept: values.keep }))
