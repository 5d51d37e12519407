import { randomBytes } from "node:crypto"
import { postgresAt, runPrefix, TEMPLATE, type Postgres } from "./postgres"
import { MODULE_CACHE, startStore, stopClock, type Store, type StoreSettings } from "./store"

export type HostSettings = Omit<StoreSettings, "databaseUrl">

/** How a host is started. */
export interface HostOptions {
  /** Runs on the database before the process starts. */
  prepare?: (settings: StoreSettings) => Promise<void>
  /** Whether the store's jobs run every minute; otherwise only those that a test runs. */
  runsJobs?: boolean
}

/** A Medusa process and its database. */
export class Host {
  private linesBefore = 0
  private isUnref = false

  private constructor(
    private running: Store,
    readonly settings: StoreSettings,
    private readonly postgres: Postgres,
    private readonly database: string,
    private readonly options: HostOptions
  ) {}

  static async start(given: HostSettings, options: HostOptions = {}): Promise<Host> {
    const postgres = postgresAt(process.env.DATABASE_URL ?? "")
    const database = `${runPrefix()}${randomBytes(6).toString("hex")}`
    await postgres.createDatabase(database, TEMPLATE)
    const preload = [MODULE_CACHE, ...(given.preload ?? [])]
    const settings = { ...given, preload, databaseUrl: postgres.url(database) }
    await options.prepare?.(settings)
    const host = new Host(await startStore(settings), settings, postgres, database, options)
    await host.stopClock()
    return host
  }

  /** The running process, with what it printed since the last `reset`. */
  get store(): Store {
    const { running, linesBefore } = this
    return { ...running, log: () => running.lines.slice(linesBefore).join("\n") }
  }

  /** SIGKILL, and a new process at the same address. @param between runs while no process uses the database */
  async killAndRestart(between?: (settings: StoreSettings) => Promise<void>): Promise<void> {
    await this.running.kill()
    await between?.(this.settings)
    const port = Number(new URL(this.running.url).port)
    this.running = await startStore({ ...this.settings, port })
    this.linesBefore = 0
    if (this.isUnref) {
      this.running.unref()
    }
    await this.stopClock()
  }

  /** Waits until the store has finished what goes on after its answers: subscribers, events. */
  async untilQuiet(): Promise<void> {
    await this.postgres.untilQuiet(this.database)
  }

  /** Keeps a copy of the database as it is now, for `reset`. */
  async copyDatabase(): Promise<void> {
    await this.untilQuiet()
    await this.postgres.copyDatabase(this.database, this.copy)
  }

  /** Puts the database back to the kept copy while the process goes on. */
  async reset(): Promise<void> {
    await this.postgres.dropDatabase(this.database)
    await this.postgres.createDatabase(this.database, this.copy)
    this.linesBefore = this.running.lines.length
  }

  /** Lets the test process end although the Medusa process still runs. */
  unref(): void {
    this.isUnref = true
    this.running.unref()
  }

  /** Stops the process and drops its databases. */
  async end(): Promise<void> {
    await this.running.stop()
    await this.postgres.dropDatabase(this.database)
    await this.postgres.dropDatabase(this.copy)
  }

  private get copy(): string {
    return `${this.database}_copy`
  }

  private async stopClock(): Promise<void> {
    if (!this.options.runsJobs) {
      await stopClock(this.running.url)
    }
  }
}
