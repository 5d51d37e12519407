import { OwnService } from "../cradle"
import type { AttentionReason } from "../rules/case-reasons"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { CaseRow } from "../rules/cases"

const CASE = "webcheckout_case"
/** The conflict target: the column and the condition of the unique partial index. */
const OPEN_ONE = "(ledger_id, reason) WHERE closed_at IS NULL AND deleted_at IS NULL"
const NEW_ID = `'wcase_' || replace(gen_random_uuid()::text, '-', '')`
/** The gateway's last answer about a row, as stored in a case. */
const SAID = `jsonb_build_object('gateway_status', gateway_status, 'gateway_amount', gateway_amount, 'total_refunded', total_refunded)`

/**
 * The table of cases: reads rows, and builds parts of statements that change the ledger and its cases together. The table's trigger
 * copies the state of the cases into the ledger row (`attention`, `attention_at`, `resolved_at`, `resolved_as`) after each statement.
 */
export class CaseRows extends OwnService {
  private readonly table = this.tableOf<CaseRow>("Case")

  /** The cases of a ledger row, the oldest first. */
  async listOf(ledgerId: string): Promise<CaseRow[]> {
    return this.table.list({ ledger_id: ledgerId }, { order: { opened_at: "ASC", id: "ASC" } })
  }

  /** The open cases of a ledger row, the oldest first. */
  async listOpenOf(ledgerId: string): Promise<CaseRow[]> {
    return (await this.listOf(ledgerId)).filter(({ closed_at }) => closed_at === null)
  }

  /** Open cases of an environment that have not been reported yet, the oldest first. */
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
   * Opens a case for each ledger row of `target`, another part of the same statement.
   *
   * @param isNew whether an open case of this reason is opened anew, and so reported again
   * @param unlessClosedAs opens no case if a person has closed one of this reason with this `closed_as`
   */
  opening(
    reason: AttentionReason,
    openedAt: Date,
    { isNew, unlessClosedAs }: { isNew: boolean; unlessClosedAs: string | undefined }
  ): Knex.Raw {
    return this.knex.raw(
      `INSERT INTO ${CASE} (id, ledger_id, reason, said, opened_at)
       SELECT ${NEW_ID}, id, ?, ${SAID}, ? FROM target
       WHERE NOT EXISTS (SELECT 1 FROM ${CASE} c WHERE c.ledger_id = target.id AND c.reason = ? AND c.closed_as = ?)
       ON CONFLICT ${OPEN_ONE} DO UPDATE SET opened_at = excluded.opened_at, said = excluded.said, told_at = NULL WHERE ?
       RETURNING ledger_id`,
      [reason, openedAt, reason, unlessClosedAs ?? null, isNew]
    )
  }

  /** Closes the open cases of these reasons for each ledger row that another part of the statement returns. @param from that part's name */
  ending(from: string, reasons: AttentionReason[]): Knex.Raw {
    return this.knex.raw(
      `UPDATE ${CASE} SET closed_at = now() WHERE ledger_id IN (SELECT id FROM ??) AND closed_at IS NULL AND reason = ANY(?)`,
      [from, reasons]
    )
  }

  /** Like `ending`, and clears `closed_as` of all cases of the row: if the same discrepancy is found again, a new case is opened. */
  endingForGood(from: string, reasons: AttentionReason[]): Knex.Raw {
    return this.knex.raw(
      `UPDATE ${CASE} SET closed_at = COALESCE(closed_at, now()), closed_as = NULL
       WHERE ledger_id IN (SELECT id FROM ??) AND (closed_as IS NOT NULL OR (closed_at IS NULL AND reason = ANY(?)))`,
      [from, reasons]
    )
  }
}
