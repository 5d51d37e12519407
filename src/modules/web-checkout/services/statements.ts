import type { LedgerCheckout } from "../rules/ledger"
import { OwnService } from "../own-service"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { CLAIM_MS } from "../rules/check-times"
import type { PeriodTotals } from "../rules/statement-answer"
import { withParsedStatus, type CheckoutRows } from "./checkout-rows"
import type { NextCheck } from "./next-check"
import { AMOUNTS, BOOKS, DIFFERS, HAS_MONEY, IS_UNTOLD, WAITS, type BookAmount } from "./statement-amounts"
import { within, type StatementScope } from "./statement-totals"

const COLUMNS = [
  "id",
  "created_at",
  "paid_at",
  "order_reference",
  "order_id",
  "cart_id",
  "checkout_id",
  "display_id",
  "request_id",
  "account",
  "environment",
  "currency_code",
  "gateway_status",
  "payment_method",
  "attention",
  "resolved_at",
  "next_check_at",
] as const satisfies readonly (keyof LedgerCheckout)[]

/** One checkout as a statement shows it. Amounts in major units, as decimal text. */
export type StatementLine = Record<BookAmount | "passed_through" | "reserved", string> &
  Pick<LedgerCheckout, (typeof COLUMNS)[number]> & {
    /** The line's position in the statement. */
    place: string
    differs: boolean
    /** True if the gateway does not report the refunded amount. */
    untold: boolean
  }

/** Differences that the job is still resolving, by merchant account and currency. Amounts in major units, as decimal text. */
export type Waiting = Pick<PeriodTotals, "account" | "currency_code"> & { count: number; amount: string }

/** Rows per batch of reads or updates, so that a statement of any length needs the same memory and locks no row for long. */
const ROWS_AT_A_TIME = 1000

/**
 * The checkouts of a statement: those that differ, those that wait, and every line. `StatementTotals` has the sums. A checkout and its refunds
 * belong to the day on which the checkout was created.
 */
export class Statements extends OwnService<{ checkoutRows: CheckoutRows; nextCheck: NextCheck }> {
  /** The checkouts whose books differ, the oldest first. A partial index covers exactly these rows. */
  async differing(scope: StatementScope, limit: number): Promise<StatementLine[]> {
    const lines: StatementLine[] = await this.lines(scope).whereRaw(DIFFERS).limit(limit)
    return lines.map((line) => withParsedStatus(line))
  }

  /** The differences that the job is still resolving. */
  async waiting(scope: StatementScope): Promise<Waiting[]> {
    return this.inPeriod(scope)
      .whereRaw(WAITS)
      .groupBy("account", "currency_code")
      .select<Waiting[]>(
        "account",
        "currency_code",
        this.knex.raw("count(*)::int AS count"),
        this.knex.raw(`sum(${BOOKS.gateway_paid})::text AS amount`)
      )
  }

  /**
   * Every checkout with money, in batches, all from one database snapshot. The snapshot and a connection are held until the reader has
   * finished.
   */
  async *everyLine(scope: StatementScope): AsyncGenerator<StatementLine[]> {
    const trx = await this.knex.transaction({ isolationLevel: "repeatable read", readOnly: true })
    try {
      let last: StatementLine | undefined
      do {
        const after = last
        const batch: StatementLine[] = (
          await this.lines(scope, trx)
            .whereRaw(HAS_MONEY)
            .modify((query) => void (after && query.whereRaw("(created_at, id) > (?, ?)", [after.place, after.id])))
            .limit(ROWS_AT_A_TIME)
        ).map((line: StatementLine) => withParsedStatus(line))
        if (batch.length > 0) {
          yield batch
        }
        last = batch.length === ROWS_AT_A_TIME ? batch[batch.length - 1] : undefined
      } while (last)
    } finally {
      await trx.rollback()
    }
  }

  /**
   * Schedules every checkout of a period for a check at the gateway and a comparison with Medusa's books. The job checks open checkouts
   * first, and those that are done after them.
   *
   * @returns the number of checkouts to check
   */
  async compareAgain(scope: StatementScope): Promise<number> {
    const own = { ...scope, environment: this.options.environment }
    // Rows that a process has claimed are being checked anyway.
    const isDueLater = `next_check_at > now() + ${CLAIM_MS} * interval '1 millisecond'`
    await this.inBatches(own, isDueLater, this.cradle.nextCheck.columnsOfComparison())
    const isDone = "next_check_at IS NULL AND (watch_at IS NULL OR watch_at > now())"
    await this.inBatches(own, isDone, this.cradle.nextCheck.columnsOfComparisonOfDone())
    return this.countToCompare(own)
  }

  /** Updates in batches: one long update would lock rows, and returning shoppers would wait for them. */
  private async inBatches(scope: StatementScope, condition: string, changes: Record<string, Knex.Raw>): Promise<void> {
    let changed = ROWS_AT_A_TIME
    while (changed === ROWS_AT_A_TIME) {
      const some = this.inPeriod(scope)
        .whereNotNull("checkout_id")
        .whereRaw(condition)
        .limit(ROWS_AT_A_TIME)
        .select("id")
      changed = await this.cradle.checkoutRows.standing().whereIn("id", some).update(changes)
    }
  }

  /** Counts a period's checkouts that are due and not checked yet. */
  async countToCompare(scope: StatementScope): Promise<number> {
    if (scope.environment !== this.options.environment) {
      return 0
    }
    // Each condition has its own index. A single combined condition would use neither.
    const due = ["watch_at <= now()", "next_check_at <= now() AND (watch_at IS NULL OR watch_at > now())"]
    const count = this.knex.raw("count(*)::int AS count")
    const [[watched], [open]] = await Promise.all(
      due.map((condition) => this.inPeriod(scope).whereRaw(condition).select<{ count: number }[]>(count))
    )
    return watched.count + open.count
  }

  private lines(scope: StatementScope, knex = this.knex) {
    return this.inPeriod(scope, knex)
      .select(
        ...COLUMNS,
        this.knex.raw("created_at::text AS place"),
        this.knex.raw(`${DIFFERS} AS differs`),
        this.knex.raw(`${IS_UNTOLD} AS untold`)
      )
      .select(...Object.entries(AMOUNTS).map(([name, amount]) => this.knex.raw(`(${amount})::text AS ??`, [name])))
      .orderBy(["created_at", "id"])
  }

  private inPeriod(scope: StatementScope, knex = this.knex) {
    return within(this.cradle.checkoutRows.standing(knex), "created_at", scope)
  }
}
