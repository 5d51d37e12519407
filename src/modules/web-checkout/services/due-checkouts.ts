import { OwnService } from "../own-service"
import { CLAIM_MS, MONTHLY } from "../rules/check-times"
import type { LedgerCheckout } from "../rules/ledger"
import { LIVE } from "../rules/checkout-states"
import { CheckoutRows, type StoredColumns } from "./checkout-rows"

/** Maximum rows per account and round that can become cases. */
const MOST_WITHOUT_ANSWER = 1000

/** The job's backlog. */
export interface WaitingRows {
  /** How many rows are due. */
  due: number
  /** When the longest waiting row became due. */
  oldest_due_at: Date | null
  /** The oldest last answer among rows that are still checked and have no case. */
  oldest_unanswered_at: Date | null
}

/** Claims and counts the rows that are due. `NextCheck` schedules them. */
export class DueCheckouts extends OwnService<{ checkoutRows: CheckoutRows }> {
  /**
   * Claims due rows for this process. Any number of processes can claim at once, and no row is claimed twice. If a process dies, its
   * claims expire and the rows are due again.
   *
   * @param column `watch_at` for rows whose money is recorded
   * @param without accounts that do not answer at present
   */
  async claim(column: "next_check_at" | "watch_at", limit: number, without: readonly string[] = []) {
    const claimed: { rows: StoredColumns[] } = await this.knex.raw(
      `UPDATE ${CheckoutRows.NAME} SET ${column} = now() + ? * interval '1 millisecond',
         check_count = check_count + ${column === "next_check_at" ? 1 : 0}
       WHERE id IN (
         SELECT id FROM ${CheckoutRows.NAME}
         WHERE environment = ? AND ${column} <= now() AND deleted_at IS NULL AND account <> ALL(?)
         ORDER BY ${column} LIMIT ? FOR UPDATE SKIP LOCKED
       ) RETURNING *`,
      [CLAIM_MS, this.options.environment, [...without], limit]
    )
    return claimed.rows.map((row) => this.cradle.checkoutRows.fromColumns(row))
  }

  /**
   * An account's rows without an answer for `giveUpAfterHours`, the oldest answers first: rows whose payment Medusa has not recorded, or
   * whose authorization may expire. `isOverdueForAnswer` in rules/check-times decides about each.
   */
  async listWithoutAnswer(account: string): Promise<LedgerCheckout[]> {
    const columns = await this.cradle.checkoutRows
      .standing()
      .where({ account, environment: this.options.environment })
      .whereNull("attention")
      .whereNotNull("checkout_id")
      .where(
        (rows) =>
          void rows
            .where((live) => void live.whereIn("status", [...LIVE]).whereNull("resolved_at"))
            .orWhere({ status: "settled", agreed_at: null })
            .orWhere({ status: "settled", gateway_status: "AUTHORIZED" })
      )
      // Monthly rows get 36 extra days: one interval, and its jitter.
      .whereRaw(
        `COALESCE(last_checked_at, created_at) < now() - interval '1 hour' * (
           ?::float8 + CASE WHEN created_at < now() - interval '1 day' * ? AND check_count >= ? THEN ? ELSE 0 END)`,
        [this.options.reconcile.giveUpAfterHours, MONTHLY.afterDays, MONTHLY.afterChecks, MONTHLY.mostHoursBetween]
      )
      .orderByRaw("COALESCE(last_checked_at, created_at)")
      .limit(MOST_WITHOUT_ANSWER)
    return columns.map((row) => this.cradle.checkoutRows.fromColumns(row))
  }

  async waiting(): Promise<WaitingRows> {
    const [row]: WaitingRows[] = await this.cradle.checkoutRows
      .standing()
      .where({ environment: this.options.environment })
      .whereNotNull("next_check_at")
      .select(
        this.knex.raw("count(*) FILTER (WHERE next_check_at <= now())::int AS due"),
        this.knex.raw("min(next_check_at) FILTER (WHERE next_check_at <= now()) AS oldest_due_at"),
        // Excludes rows with an open or closed case: a person knows about them, and a row that is never answered again would keep the alert
        // on. Rows that are checked monthly are excluded for the same reason.
        this.knex.raw(
          `min(COALESCE(last_checked_at, created_at)) FILTER (WHERE resolved_at IS NULL AND attention IS NULL AND created_at > now() - interval '1 day' * ?)
             AS oldest_unanswered_at`,
          [MONTHLY.afterDays]
        )
      )
    return row ?? { due: 0, oldest_due_at: null, oldest_unanswered_at: null }
  }

  /** The time of the gateway's last answer, and the numbers of open checkouts and of checkouts with an open case in this environment. */
  async countsForStatus(): Promise<{ last_contact: Date | null; open: number; attention: number }> {
    const { environment } = this.options
    const asked = { environment, last_checked_at: { $ne: null } }
    const [[last], open, attention] = await Promise.all([
      this.cradle.checkoutRows.list(asked, { take: 1, order: { last_checked_at: "DESC" } }),
      this.cradle.checkoutRows.count({ environment, status: [...LIVE] }),
      this.cradle.checkoutRows.count({ environment, attention: { $ne: null } }),
    ])
    return { last_contact: last?.last_checked_at ?? null, open, attention }
  }
}
