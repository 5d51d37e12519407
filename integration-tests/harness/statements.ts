import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { until } from "./shop"
import type { StoreSettings } from "./store"

/** Nothing that a store does between two statements takes as long, on a busy machine too. */
const QUIET_MS = 400

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

  /** What was sent while something was done, and by the store's subscribers after it. */
  async during(work: () => Promise<unknown>): Promise<Cost> {
    const before = (await this.untilQuiet()).length
    await work()
    const sent = (await this.untilQuiet()).slice(before)
    const own = sent.filter((statement) => /\bwebcheckout_/.test(statement))
    return {
      statements: sent.length,
      own: own.length,
      ledger_reads: own.filter((statement) => /^select .* from "?webcheckout_checkout"?/i.test(statement)).length,
    }
  }

  /** When the store has ended. */
  forget(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** Subscribers go on when the answer is there. */
  private async untilQuiet(): Promise<string[]> {
    let last = -1
    return until("the store to be quiet", async () => {
      const sent = this.sent()
      await wait(QUIET_MS)
      const isQuiet = sent.length === last
      last = sent.length
      return isQuiet && sent
    })
  }

  private sent(): string[] {
    return readFileSync(this.file, "utf8").split("\n").filter(Boolean)
  }
}
