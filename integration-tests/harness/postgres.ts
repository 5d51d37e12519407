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
  /** Down and up again on the same port; only for a server of our own. */
  restart?: () => Promise<void>
}

/** A migrated and seeded shop that every test file copies. */
export const TEMPLATE = "webcheckout_template"

/** The server behind an address. @param stop for whoever started it */
export function postgresAt(
  address: string,
  stop: () => Promise<void> = async () => undefined,
  restart?: () => Promise<void>
): Postgres {
  return new Server((database) => withDatabase(address, database), stop, restart)
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.toString()
}

class Server implements Postgres {
  constructor(
    readonly url: (database: string) => string,
    readonly stop: () => Promise<void>,
    readonly restart?: () => Promise<void>
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
