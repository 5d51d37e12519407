import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { TEMPLATE, type Postgres } from "./postgres"
import { NO_GATEWAY } from "./set-up"
import { KEPT_MODULES, migrate, ROOT, seed } from "./store"

/** Beside the packages: whoever installs anew prepares anew. */
const KEPT = join(ROOT, "node_modules/.cache/webcheckout-shops")

/** What a prepared database depends on: Medusa's migrations and ours, the store and what is put into it. */
const MADE_OF = [
  "package-lock.json",
  "src/links",
  "src/modules/web-checkout/migrations",
  "integration-tests/harness/store.ts",
  "integration-tests/store/medusa-config.ts",
  "integration-tests/store/src",
]

/** Makes TEMPLATE anew, and keeps it for later runs where the server is our own. @param folder where such a server has its data */
export async function prepareShop(postgres: Postgres, folder: string): Promise<void> {
  await postgres.dropDatabase(TEMPLATE)
  await postgres.createDatabase(TEMPLATE)
  const settings = { ...NO_GATEWAY, databaseUrl: postgres.url(TEMPLATE), preload: [KEPT_MODULES] }
  await migrate(settings)
  await seed(settings)
  await postgres.restart?.(() => keepShop(folder))
}

/**
 * Where a server of our own is to start for the first time: copies what an earlier run has kept, with TEMPLATE in it.
 *
 * @returns whether there was something to copy
 */
export function restoreShop(folder: string): boolean {
  const kept = join(KEPT, print())
  const data = join(folder, "postgres")
  if (process.env.DATABASE_URL || existsSync(data) || !existsSync(kept)) {
    return false
  }
  copy(kept, data)
  return true
}

/** Keeps the data of a server that stands still for later runs; those that it was made of before go. */
function keepShop(folder: string): void {
  const name = print()
  const unfinished = join(KEPT, `${name}.${process.pid}`)
  rmSync(KEPT, { recursive: true, force: true })
  mkdirSync(KEPT, { recursive: true })
  copy(join(folder, "postgres"), unfinished)
  // Under its name only when it is whole.
  renameSync(unfinished, join(KEPT, name))
}

/** As root, the files belong to another user, and must stay theirs. */
function copy(from: string, to: string): void {
  execFileSync("cp", ["-a", from, to])
}

function print(): string {
  const hash = createHash("sha256")
  for (const path of MADE_OF.flatMap((path) => filesOf(path))) {
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(ROOT, path)))
      .update("\0")
  }
  return hash.digest("hex")
}

function filesOf(path: string): string[] {
  return statSync(join(ROOT, path)).isDirectory()
    ? readdirSync(join(ROOT, path))
        .sort()
        .flatMap((name) => filesOf(`${path}/${name}`))
    : [path]
}
