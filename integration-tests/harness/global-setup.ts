import { chmodSync, mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runPrefix, type Postgres } from "./postgres"
import { prepareShop, restoreShop } from "./prepared-shop"
import { setUp } from "./set-up"
import { startPostgres } from "./start-postgres"
import { linkPlugin } from "./store"

declare global {
  var webcheckoutPostgres: Postgres | undefined
}

/** Tests kill the server too, but nobody pulls the plug: what it has written need not reach the disk. */
const UNSYNCED = ["-c", "fsync=off", "-c", "full_page_writes=off"]

/** Before the tests, once for all projects of a run. */
export default async function globalSetup(): Promise<void> {
  await setUpShop(UNSYNCED)
}

/** PostgreSQL, and one shop to copy. @param flags of the server, unless it is that of DATABASE_URL */
export async function setUpShop(flags?: string[]): Promise<void> {
  if (globalThis.webcheckoutPostgres) {
    return
  }
  linkPlugin()
  runPrefix()
  const folder = mkdtempSync(join(tmpdir(), "webcheckout-"))
  // As root, the server runs as another user, who must get at its files.
  chmodSync(folder, 0o755)
  const isRestored = restoreShop(folder)
  const postgres = await startPostgres(folder, flags)
  globalThis.webcheckoutPostgres = postgres
  if (!isRestored) {
    await setUp("Preparing a shop for the tests", () => prepareShop(postgres, folder))
  }
  process.env.DATABASE_URL = postgres.url("postgres")
}
