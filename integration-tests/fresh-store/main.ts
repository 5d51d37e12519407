import { execFileSync } from "node:child_process"
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import type Medusa from "@medusajs/js-sdk"
import { DateTime } from "luxon"
import type { Browser } from "playwright-core"
import { Emulator } from "../../src/emulator/server"
import { signInToAdmin } from "../harness/admin-page"
import { DESKTOP, launchBrowser } from "../harness/browser"
import { freePort } from "../harness/free-port"
import { publishableKey, signInAdmin, until } from "../harness/shop"
import { startPostgres } from "../harness/start-postgres"
import { say, step } from "../harness/steps"
import { ROOT } from "../harness/store"
import { end, Project, type Manager } from "../harness/project"
import { readInstallSection, readKitCommand } from "./readme"
import { writeConfig, writeStore, type StoreAddresses } from "./store-project"
import { writeStorefront } from "./storefront-project"

/**
 * Does what the README's section on installing says, with its commands and its config block, in a store of the layout of Medusa's
 * starter that knows nothing of this repository: installs the packed plugin, migrates, builds, starts in production mode, buys
 * something from a storefront of the packed kit, and opens every page of the admin in Chromium.
 *
 * `--manager pnpm` does it with pnpm; `--keep` leaves the folder where it is.
 */
const DATABASE = "fresh_store"
const START_TIMEOUT_MS = 120_000

const SUBSCRIPTION = {
  description: "Coffee of the month",
  amount: 59,
  currency_code: "aed",
  send_every: "MONTH",
  start_date: DateTime.utc().plus({ days: 7 }).toISODate(),
  send_on_hour: 9,
  idempotency_key: "fresh-store",
  customer: { first_name: "Aisha", last_name: "Rahman", email: "aisha@shop.example" },
}

/** What is to be undone at the end, last begun first. */
const undo: (() => unknown)[] = []

async function main({ manager, isKept }: { manager: Manager; isKept: boolean }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "fresh-store-"))
  // PostgreSQL runs as another user where this is root.
  chmodSync(folder, 0o755)
  undo.push(() => (isKept ? say(`kept: ${folder}`) : rmSync(folder, { recursive: true, force: true })))
  const tarballs = await step("Packing both packages", () => pack(join(folder, "packed")))
  const addresses = await startSurroundings(folder)
  const store = new Project(join(folder, "store"), manager, tarballs)
  const shop = await installStore(store, addresses)
  const storefront = new Project(join(folder, "storefront"), manager, tarballs)
  await installStorefront(storefront, addresses, await publishableKey(shop))
  const browser = await launchBrowser()
  undo.push(() => browser.close())
  const orderId = await step("Buying something from the storefront", () => buy(browser, addresses, shop))
  await openAdminPages(browser, addresses, shop, orderId)
}

/** @returns the tarball of each package, by the package's name */
async function pack(folder: string): Promise<Record<string, string>> {
  mkdirSync(folder)
  execFileSync("npm", ["run", "--silent", "pack-both", "--", "--pack-destination", folder], { cwd: ROOT })
  return Object.fromEntries(readdirSync(folder).map((file) => [file.replace(/-\d.*$/, ""), join(folder, file)]))
}

async function startSurroundings(folder: string): Promise<StoreAddresses> {
  const postgres = await step("Starting PostgreSQL", () => startPostgres(folder))
  undo.push(() => postgres.stop())
  await postgres.dropDatabase(DATABASE)
  await postgres.createDatabase(DATABASE)
  const emulator = await step("Starting the gateway emulator", () => Emulator.start({ port: 0 }))
  undo.push(() => emulator.stop())
  return {
    databaseUrl: postgres.url(DATABASE),
    storeUrl: `http://localhost:${await freePort()}`,
    storefrontUrl: `http://localhost:${await freePort()}`,
    gateway: emulator,
  }
}

async function installStore(store: Project, addresses: StoreAddresses): Promise<Medusa> {
  const readme = readInstallSection()
  writeStore(store, addresses)
  await step("A fresh store: install", () => store.run("npm install"))
  await step(readme.install, () => store.run(readme.install))
  writeConfig(store, readme)
  for (const command of readme.afterConfig) {
    await step(command, () => store.run(command))
  }
  await step("Filling the shop", () => store.run("npx medusa exec ./src/scripts/seed.ts"))
  await step("npx medusa build", () => store.run("npx medusa build"))
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

/** Starts what goes on running, and waits until its address answers. */
async function serve(project: Project, command: string, url: string, options = {}): Promise<void> {
  const child = project.serve(command, options)
  undo.push(() => end(child))
  const isUp = async () => {
    if (child.exitCode !== null) {
      throw new Error(`${command} ended with ${child.exitCode}: with --keep, see ${project.folder}.log`)
    }
    return fetch(url).then(
      (answer) => answer.ok,
      () => false
    )
  }
  await until(command, isUp, START_TIMEOUT_MS)
}

/** @returns the id of the order */
async function buy(browser: Browser, { storefrontUrl }: StoreAddresses, shop: Medusa): Promise<string> {
  const page = await browser.newPage(DESKTOP)
  await page.goto(storefrontUrl)
  await page.getByRole("button", { name: "Buy" }).click()
  await page.getByRole("button", { name: /^Pay \d/ }).click()
  await page.getByText("Thank you, your payment arrived.").waitFor()
  say(`back at ${page.url()}`)
  await page.close()
  return until("the paid order", async () => {
    const { orders } = await shop.admin.order.list({ fields: "id,payment_status" })
    return orders.find(({ payment_status }) => payment_status === "captured")?.id
  })
}

async function openAdminPages(
  browser: Browser,
  { storeUrl }: StoreAddresses,
  shop: Medusa,
  orderId: string
): Promise<void> {
  // Behind a proxy with https, as a store in production mode expects.
  const context = await browser.newContext({ ...DESKTOP, extraHTTPHeaders: { "x-forwarded-proto": "https" } })
  const page = await context.newPage()
  const errors: string[] = []
  page.on("pageerror", (error) => errors.push(error.message))
  page.on(
    "console",
    (message) => message.type() === "error" && !isOfMedusasPage(message.text()) && errors.push(message.text())
  )
  await step("Signing in to the admin", () => signInToAdmin(page, storeUrl))
  const { checkouts } = await shop.client.fetch<{ checkouts: { id: string }[] }>("/admin/webcheckout/checkouts")
  const { subscription } = await shop.client.fetch<{ subscription: { id: string } }>(
    "/admin/webcheckout/subscriptions",
    {
      method: "POST",
      body: SUBSCRIPTION,
    }
  )
  const paths = [
    "/settings/webcheckout",
    "/webcheckout/checkouts",
    `/webcheckout/checkouts/${checkouts[0]?.id}`,
    "/webcheckout/statement",
    "/webcheckout/subscriptions",
    `/webcheckout/subscriptions/${subscription.id}`,
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
}

/** React's warnings name the component that is nearest to the fault: Medusa's page of an order has one of its own. */
function isOfMedusasPage(error: string): boolean {
  return /^Warning: [^]*?\n\s+at \w+ \((\S+)\)/.exec(error)?.[1]?.includes("/order-detail-") ?? false
}

const { values } = parseArgs({
  options: { manager: { type: "string", default: "npm" }, keep: { type: "boolean", default: false } },
})
if (values.manager !== "npm" && values.manager !== "pnpm") {
  throw new Error(`--manager is npm or pnpm, not ${values.manager}`)
}

void main({ manager: values.manager, isKept: values.keep })
  .then(
    () => {
      console.log("\nA fresh store installs the plugin, sells, and shows each page of the admin.")
      return 0
    },
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error)
      return 1
    }
  )
  .then(async (code) => {
    for (const one of undo.reverse()) {
      await Promise.resolve(one()).catch((error: unknown) => console.error(error))
    }
    process.exit(code)
  })
