import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { postgresAt } from "./postgres"
import type { StoreSettings } from "./store"

/** What a flow has cost. */
export interface Cost {
  /** Statements that went to PostgreSQL, Medusa's own too, with those that begin and end transactions. */
  statements: number
  /** Those on the plugin's own tables. */
  own: number
  /** Reads of one ledger row, or of several. */
  ledger_reads: number
}

/** The statements of a store's process, noted as they are sent. Its `settings` are for the store. */
export class Statements {
  private readonly folder = mkdtempSync(join(tmpdir(), "statements-"))
  private readonly file = join(this.folder, "sent")

  constructor() {
    writeFileSync(this.file, "")
  }

  get settings(): Pick<StoreSettings, "env" | "preload"> {
    return { env: { STATEMENTS_FILE: this.file }, preload: [join(__dirname, "note-statements.cjs")] }
  }

  /** What a store sent while something was done, and its subscribers after it. */
  async during({ databaseUrl }: Pick<StoreSettings, "databaseUrl">, work: () => Promise<unknown>): Promise<Cost> {
    const before = (await this.whenQuiet(databaseUrl)).length
    await work()
    const sent = (await this.whenQuiet(databaseUrl)).slice(before)
    const own = sent.filter((statement) => /\bwebcheckout_/.test(statement))
    return {
      statements: sent.length,
      own: own.length,
      ledger_reads: own.filter((statement) => /^select .* from "?webcheckout_checkout"?/i.test(statement)).length,
    }
  }

  /** Deletes the file; call it after the store has stopped. */
  forget(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** Subscribers still run after the answer. */
  private async whenQuiet(databaseUrl: string): Promise<string[]> {
    await postgresAt(databaseUrl).untilQuiet(new URL(databaseUrl).pathname.slice(1))
    return readFileSync(this.file, "utf8").split("\n").filter(Boolean)
  }
}
