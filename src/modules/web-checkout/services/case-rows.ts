import type { AttentionReason } from "../rules/case-reasons"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { ModuleCradle } from "../cradle"
import type { CaseRow } from "../rules/cases"
import { Table } from "../table"

const CASE = "webcheckout_case"
/** The conflict target: the column and the condition of the unique partial index. */
const OPEN_ONE = "(ledger_id, reason) WHERE closed_at IS NULL AND deleted_at IS NULL"
const NEW_ID = `'wcase_' || replace(gen_random_uuid()::text, '-', '')`
/** What the gateway says of a row, as a case keeps it. */
const SAID = `jsonb_build_object('gateway_status', gateway_status, 'gateway_amount', gateway_amount, 'total_refunded', total_refunded)`

/**
 * The table of cases: rows to read, and parts of statements that change the ledger and its cases together. What a row shows of its cases
 * (`attention`, `attention_at`, `resolved_at`, `resolved_as`) the table's trigger writes when the statement is over.
 */
export class CaseRows {
  private readonly knex: Knex
  private readonly table: Table<CaseRow>

  constructor(cradle: ModuleCradle) {
    this.knex = cradle[ContainerRegistrationKeys.PG_CONNECTION]
    this.table = new Table(cradle.webcheckoutCaseService, cradle.baseRepository)
  }

  /** The cases of a ledger row, the oldest first. */
  async listOf(ledgerId: string): Promise<CaseRow[]> {
    return this.table.list({ ledger_id: ledgerId }, { order: { opened_at: "ASC", id: "ASC" } })
  }

  /** Those that are open. */
  async listOpenOf(ledgerId: string): Promise<CaseRow[]> {
    return (await this.listOf(ledgerId)).filter(({ closed_at }) => closed_at === null)
  }

  /** Open cases of an environment that nobody was told of, the oldest first. */
  async listUntold(environment: string, limit: number): Promise<CaseRow[]> {
    return this.standing()
      .whereNull("closed_at")
      .whereNull("told_at")
      .whereRaw("EXISTS (SELECT 1 FROM webcheckout_checkout c WHERE c.id = ledger_id AND c.environment = ?)", [
        environment,
      ])
      .orderBy(["opened_at", "id"])
      .limit(limit)
  }

  standing(knex = this.knex) {
    return knex<CaseRow & { deleted_at: Date | null }>(CASE).whereNull("deleted_at")
  }

  /**
   * Opens a case for each row of a part of the statement.
   *
   * @param from the part's name: rows of the ledger
   * @param isNew whether one that is open is opened anew, and told again
   * @param unlessClosedAs not where a person has closed it as this
   */
  opening(
    from: string,
    reason: AttentionReason,
    openedAt: Date,
    { isNew = false, unlessClosedAs }: { isNew?: boolean; unlessClosedAs?: string } = {}
  ): Knex.Raw {
    return this.knex.raw(
      `INSERT INTO ${CASE} (id, ledger_id, reason, said, opened_at)
       SELECT ${NEW_ID}, id, ?, ${SAID}, ? FROM ??
       WHERE NOT EXISTS (SELECT 1 FROM ${CASE} c WHERE c.ledger_id = ??.id AND c.reason = ? AND c.closed_as = ?)
       ON CONFLICT ${OPEN_ONE} DO UPDATE SET opened_at = excluded.opened_at, said = excluded.said, told_at = NULL WHERE ?
       RETURNING ledger_id`,
      [reason, openedAt, from, from, reason, unlessClosedAs ?? null, isNew]
    )
  }

  /** Ends the open cases of these reasons, for each row of a part of the statement. @param from the part's name */
  ending(from: string, reasons: AttentionReason[]): Knex.Raw {
    return this.knex.raw(
      `UPDATE ${CASE} SET closed_at = now() WHERE ledger_id IN (SELECT id FROM ??) AND closed_at IS NULL AND reason = ANY(?)`,
      [from, reasons]
    )
  }

  /** The same, and clears `closed_as` of all cases of the row: should the same be found again, it is a new case. */
  endingForGood(from: string, reasons: AttentionReason[]): Knex.Raw {
    return this.knex.raw(
      `UPDATE ${CASE} SET closed_at = COALESCE(closed_at, now()), closed_as = NULL
       WHERE ledger_id IN (SELECT id FROM ??) AND (closed_as IS NOT NULL OR (closed_at IS NULL AND reason = ANY(?)))`,
      [from, reasons]
    )
  }
}
