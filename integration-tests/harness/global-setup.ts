import { chmodSync, mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { TEMPLATE, type Postgres } from "./postgres"
import { startPostgres } from "./start-postgres"
import { linkPlugin, migrate, seed } from "./store"

declare global {
  var webcheckoutPostgres: Postgres | undefined
}

/** Once for all projects of a run: PostgreSQL, and one shop to copy. */
export default async function globalSetup(): Promise<void> {
  if (globalThis.webcheckoutPostgres) {
    return
  }
  linkPlugin()
  const folder = mkdtempSync(join(tmpdir(), "webcheckout-"))
  // As root, the server runs as another user, who must get at its files.
  chmodSync(folder, 0o755)
  const postgres = await startPostgres(folder)
  globalThis.webcheckoutPostgres = postgres
  process.env.DATABASE_URL = postgres.url("postgres")
  await postgres.dropDatabase(TEMPLATE)
  await postgres.createDatabase(TEMPLATE)
  const settings = {
    databaseUrl: postgres.url(TEMPLATE),
    gateway: { baseUrl: "http://127.0.0.1:9", apiKey: "none", apiSecret: "none" },
  }
  process.stdout.write("\nPreparing a shop for the tests … ")
  await migrate(settings)
  await seed(settings)
  process.stdout.write("done\n")
}
