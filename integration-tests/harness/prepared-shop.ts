import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { TEMPLATE, type Postgres } from "./postgres"
import { NO_GATEWAY } from "./set-up"
import { migrate, MODULE_CACHE, ROOT, seed } from "./store"

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

/**
 * Creates TEMPLATE anew. A server of our own is then restarted, and its data is kept for later runs.
 *
 * @param folder holds the data of a server of our own, in `postgres`
 */
export async function prepareShop(postgres: Postgres, folder: string): Promise<void> {
  const name = print()
  await postgres.dropDatabase(TEMPLATE)
  await postgres.createDatabase(TEMPLATE)
  const settings = { ...NO_GATEWAY, databaseUrl: postgres.url(TEMPLATE), preload: [MODULE_CACHE] }
  await migrate(settings)
  await seed(settings)
  await postgres.restart?.(() => keepShop(folder, name))
}

/**
 * Copies the data that an earlier run has kept, with TEMPLATE in it, into `folder`, before PostgreSQL starts there. Does nothing with DATABASE_URL,
 * nor where PostgreSQL has started before.
 *
 * @returns whether it was copied
 */
export function restoreShop(folder: string): boolean {
  const kept = join(KEPT, print())
  const data = join(folder, "postgres")
  if (process.env.DATABASE_URL || existsSync(data) || !existsSync(kept)) {
    return false
  }
  return copyWhole(kept, data)
}

/** Keeps the data of a stopped server for later runs, in the place of what was kept before. */
function keepShop(folder: string, name: string): void {
  if (copyWhole(join(folder, "postgres"), join(KEPT, name))) {
    for (const other of readdirSync(KEPT).filter((kept) => kept !== name)) {
      rmSync(join(KEPT, other), { recursive: true, force: true })
    }
  }
}

/** Copies a folder, whole or not at all: on a full disk, or where it may not be read, a later run prepares a shop anew. @returns whether it was copied */
function copyWhole(from: string, to: string): boolean {
  const unfinished = `${to}.${process.pid}`
  try {
    mkdirSync(dirname(to), { recursive: true })
    // As root, the files belong to another user, and must stay theirs.
    execFileSync("cp", ["-a", from, unfinished], { stdio: "ignore" })
    renameSync(unfinished, to)
    return true
  } catch {
    rmSync(unfinished, { recursive: true, force: true })
    return false
  }
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
