import { randomBytes } from "node:crypto"
import { Client } from "pg"

/** A PostgreSQL server: the one of DATABASE_URL, or one of our own that lives in a folder. */
export interface Postgres {
  /** Address of a database on this server. */
  url(database: string): string
  /** A new, empty database, or a copy of another. */
  createDatabase(name: string, template?: string): Promise<void>
  dropDatabase(name: string): Promise<void>
  /** Drops what this run has left: the databases of shops that were kept until its end. */
  dropDatabasesOfRun(): Promise<void>
  hasDatabase(name: string): Promise<boolean>
  /** Waits until a database has run no statement for a moment. @throws Error when it stays busy */
  untilQuiet(name: string): Promise<void>
  /** Copies a database that a process uses: its connections are closed, and it opens new ones when it needs them. */
  copyDatabase(name: string, copy: string): Promise<void>
  stop(): Promise<void>
  /** Down and up again on the same port, with something done in between; only for a server of our own. */
  restart?: (meanwhile?: () => void) => Promise<void>
}

/** How the names of this run's databases begin. The first process of a run chooses it, and the workers inherit it. */
export function runPrefix(): string {
  process.env.WEBCHECKOUT_RUN ??= randomBytes(4).toString("hex")
  return `webcheckout_${process.env.WEBCHECKOUT_RUN}_`
}

/** A migrated and seeded shop that every test file copies. */
export const TEMPLATE = "webcheckout_template"

/** The server behind an address. @param stop for whoever started it */
export function postgresAt(
  address: string,
  stop: () => Promise<void> = async () => undefined,
  restart?: Postgres["restart"]
): Postgres {
  return new Server((database) => withDatabase(address, database), stop, restart)
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.toString()
}

/** No store pauses longer between two statements of the same work. */
const QUIET_MS = 300
const LONGEST_BUSY_MS = 30_000

class Server implements Postgres {
  constructor(
    readonly url: (database: string) => string,
    readonly stop: () => Promise<void>,
    readonly restart?: Postgres["restart"]
  ) {}

  async createDatabase(name: string, template?: string): Promise<void> {
    await this.run(`CREATE DATABASE "${name}"${template ? ` TEMPLATE "${template}"` : ""}`)
  }

  async dropDatabase(name: string): Promise<void> {
    await this.run(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
  }

  async dropDatabasesOfRun(): Promise<void> {
    const rows = await this.run<{ datname: string }>(
      `SELECT datname FROM pg_database WHERE starts_with(datname, '${runPrefix()}')`
    )
    for (const { datname } of rows) {
      await this.dropDatabase(datname)
    }
  }

  async hasDatabase(name: string): Promise<boolean> {
    const rows = await this.run(`SELECT 1 FROM pg_database WHERE datname = '${name}'`)
    return rows.length > 0
  }

  async untilQuiet(name: string): Promise<void> {
    const deadline = Date.now() + LONGEST_BUSY_MS
    const busy = `SELECT 1 FROM pg_stat_activity WHERE datname = '${name}'
      AND (state <> 'idle' OR state_change > now() - interval '${QUIET_MS} milliseconds')`
    while ((await this.run(busy)).length > 0) {
      if (Date.now() > deadline) {
        throw new Error(`the database ${name} stays busy`)
      }
      await new Promise((next) => setTimeout(next, 50))
    }
  }

  async copyDatabase(name: string, copy: string): Promise<void> {
    await this.run(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS false`)
    try {
      await this.run(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`)
      await this.createDatabase(copy, name)
    } finally {
      await this.run(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS true`)
    }
  }

  private async run<Row = unknown>(sql: string): Promise<Row[]> {
    const client = new Client({ connectionString: this.url("postgres") })
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
}
