import { chmodSync, mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Config } from "@jest/types"
import { TEMPLATE, type Postgres } from "./postgres"
import { startPostgres } from "./start-postgres"
import { findChromium } from "./browser"
import { buildAdmin, linkPlugin, migrate, seed, type StoreSettings } from "./store"

/** A store that is prepared and not started needs no gateway. */
const NO_GATEWAY: StoreSettings = {
  databaseUrl: "postgres://127.0.0.1:9/none",
  gateway: { baseUrl: "http://127.0.0.1:9", apiKey: "none", apiSecret: "none" },
}

declare global {
  var webcheckoutPostgres: Postgres | undefined
}

/** Once for all projects of a run: PostgreSQL, and one shop to copy. */
export default async function globalSetup(_?: unknown, project?: Config.ProjectConfig): Promise<void> {
  if (!globalThis.webcheckoutPostgres) {
    await prepareShop()
  }
  if (project?.displayName?.name === "browser" && findChromium()) {
    await step("Building the admin for the tests", () => buildAdmin(NO_GATEWAY))
  }
}

async function prepareShop(): Promise<void> {
  linkPlugin()
  const folder = mkdtempSync(join(tmpdir(), "webcheckout-"))
  // As root, the server runs as another user, who must get at its files.
  chmodSync(folder, 0o755)
  const postgres = await startPostgres(folder)
  globalThis.webcheckoutPostgres = postgres
  process.env.DATABASE_URL = postgres.url("postgres")
  await postgres.dropDatabase(TEMPLATE)
  await postgres.createDatabase(TEMPLATE)
  const settings = { ...NO_GATEWAY, databaseUrl: postgres.url(TEMPLATE) }
  await step("Preparing a shop for the tests", async () => {
    await migrate(settings)
    await seed(settings)
  })
}

async function step(what: string, work: () => Promise<void>): Promise<void> {
  process.stdout.write(`\n${what} … `)
  await work()
  process.stdout.write("done\n")
}
