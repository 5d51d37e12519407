import type { AttentionReason } from "../rules/case-reasons"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { parseStatus, CHECKOUT_STATUSES, type CheckoutStatus } from "../../../gateway/statuses"
import type { ModuleCradle } from "../cradle"
import type { WebCheckoutOptions } from "../options"
import { CLAIM_MS, hoursAgo } from "../rules/check-times"
import type { DayTotals, PeriodTotals } from "../rules/statement"
import type { CheckoutRows } from "./checkout-rows"
import type { NextLook } from "./next-look"
import { AMOUNTS, BOOKS, DIFFERS, HAS_MONEY, IS_UNTOLD, WAITS, type BookAmount } from "./statement-sql"
import { within, type StatementScope, type StatementTotals } from "./statement-totals"

/** One checkout as a statement shows it. Amounts in major units, as decimal text. */
export type StatementLine = Record<BookAmount | "passed_through" | "reserved", string> & {
  id: string
  /** Its place in the statement's order. */
  place: string
  created_at: Date
  paid_at: Date | null
  order_reference: string
  order_id: string | null
  cart_id: string | null
  checkout_id: string | null
  display_id: string | null
  request_id: string
  account: string
  environment: string
  currency_code: string
  gateway_status: CheckoutStatus | null
  payment_method: string | null
  attention: AttentionReason | null
  resolved_at: Date | null
  next_check_at: Date | null
  differs: boolean
  /** The gateway does not tell how much of it went back. */
  untold: boolean
}

/** What is not done yet of a statement, by merchant account and currency. Amounts in major units, as decimal text. */
export interface Waiting {
  account: string
  currency_code: string
  count: number
  amount: string
}

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
]

/** How many rows are read, or changed, at a time: a statement of any length takes the same memory, and locks no row for long. */
const ROWS_AT_A_TIME = 1000

/**
 * What a period's checkouts have brought, in the gateway's books, the ledger and Medusa's: sums, differences by name, and every
 * line. A checkout belongs to the day on which it was created, in all three, and so do its refunds.
 */
export class Statements {
  private readonly rows: CheckoutRows
  private readonly totals: StatementTotals
  private readonly nextLook: NextLook
  private readonly options: WebCheckoutOptions
  private readonly knex: Knex

  constructor(
    cradle: ModuleCradle & { checkoutRows: CheckoutRows; statementTotals: StatementTotals; nextLook: NextLook }
  ) {
    this.rows = cradle.checkoutRows
    this.totals = cradle.statementTotals
    this.nextLook = cradle.nextLook
    this.options = cradle.webCheckoutOptions
    this.knex = cradle[ContainerRegistrationKeys.PG_CONNECTION]
  }

  /** Makes the sums anew that are no longer those of their rows: before a statement. @throws MedusaError when it takes too long */
  async rebuildTotals(environment: string): Promise<void> {
    await this.totals.rebuildTotals(environment)
  }

  /** The same for the job, so that the next statement need not: where another process is at it, nobody waits. */
  async tryRebuildTotals(): Promise<void> {
    await this.totals.tryRebuildTotals(this.options.environment)
  }

  /** The sums of each account and currency, as they were made last. */
  async sums(scope: StatementScope): Promise<PeriodTotals[]> {
    return this.totals.sums(scope)
  }

  /** What became of each day's attempts; a day without one is missing. */
  async attempts(scope: StatementScope): Promise<DayTotals[]> {
    return this.totals.attempts(scope, hoursAgo(this.options.reconcile.giveUpAfterHours))
  }

  /** The checkouts whose books differ, the oldest first: an index holds these alone. */
  async differing(scope: StatementScope, limit: number): Promise<StatementLine[]> {
    const lines: StatementLine[] = await this.lines(this.knex, scope).whereRaw(DIFFERS).limit(limit)
    return lines.map(parsed)
  }

  /** What the job is at. */
  async waiting(scope: StatementScope): Promise<Waiting[]> {
    const waiting: Waiting[] = await this.inPeriod(this.knex, scope)
      .whereRaw(WAITS)
      .groupBy("account", "currency_code")
      .select(
        "account",
        "currency_code",
        this.knex.raw("count(*)::int AS count"),
        this.knex.raw(`sum(${BOOKS.gateway_paid})::text AS amount`)
      )
    return waiting
  }

  /**
   * Every checkout with money on it, as all of them stood at one moment, a batch at a time. The snapshot, and a connection, are held
   * until the reader is done.
   */
  async *everyLine(scope: StatementScope): AsyncGenerator<StatementLine[]> {
    const trx = await this.knex.transaction({ isolationLevel: "repeatable read", readOnly: true })
    try {
      let last: StatementLine | undefined
      do {
        const after = last
        const batch: StatementLine[] = (
          await this.lines(trx, scope)
            .whereRaw(HAS_MONEY)
            .modify((query) => void (after && query.whereRaw("(created_at, id) > (?, ?)", [after.place, after.id])))
            .limit(ROWS_AT_A_TIME)
        ).map(parsed)
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
   * The gateway is to be asked about every checkout of a period, and Medusa's books compared: the job does it, at once for those
   * that it has before it anyway, and for the others once what is open is done.
   *
   * @returns how many that are
   */
  async compareAgain(scope: StatementScope): Promise<number> {
    const own = { ...scope, environment: this.options.environment }
    // What another process has claimed is asked about anyway.
    const isDueLater = `next_check_at > now() + ${CLAIM_MS} * interval '1 millisecond'`
    await this.inBatches(own, isDueLater, this.nextLook.columnsOfComparison())
    const isDone = "next_check_at IS NULL AND (watch_at IS NULL OR watch_at > now())"
    await this.inBatches(own, isDone, this.nextLook.columnsOfComparisonOfDone())
    return this.countToCompare(own)
  }

  /** A batch at a time: no row of a long period keeps a shopper who comes back waiting. */
  private async inBatches(scope: StatementScope, condition: string, changes: Record<string, Knex.Raw>): Promise<void> {
    let changed = ROWS_AT_A_TIME
    while (changed === ROWS_AT_A_TIME) {
      const some = this.inPeriod(this.knex, scope)
        .whereNotNull("checkout_id")
        .whereRaw(condition)
        .limit(ROWS_AT_A_TIME)
        .select("id")
      changed = await this.rows.standing().whereIn("id", some).update(changes)
    }
  }

  /** How many of a period's checkouts the job has yet to ask about. */
  async countToCompare(scope: StatementScope): Promise<number> {
    if (scope.environment !== this.options.environment) {
      return 0
    }
    // Each has an index of its own, which one condition over both would not use.
    const counts = await Promise.all([
      this.countInPeriod(scope, "watch_at <= now()"),
      this.countInPeriod(scope, "next_check_at <= now() AND (watch_at IS NULL OR watch_at > now())"),
    ])
    return counts[0] + counts[1]
  }

  private async countInPeriod(scope: StatementScope, condition: string): Promise<number> {
    const [{ count }]: { count: number }[] = await this.inPeriod(this.knex, scope)
      .whereRaw(condition)
      .select(this.knex.raw("count(*)::int AS count"))
    return count
  }

  private lines(knex: Knex, scope: StatementScope) {
    return this.inPeriod(knex, scope)
      .select(
        ...COLUMNS,
        this.knex.raw("created_at::text AS place"),
        this.knex.raw(`${DIFFERS} AS differs`),
        this.knex.raw(`${IS_UNTOLD} AS untold`)
      )
      .select(...Object.entries(AMOUNTS).map(([name, amount]) => this.knex.raw(`(${amount})::text AS ??`, [name])))
      .orderBy(["created_at", "id"])
  }

  private inPeriod(knex: Knex, { period: { boundaries }, ...scope }: StatementScope) {
    return this.rows
      .standing(knex)
      .modify((query) => within(query, scope))
      .where("created_at", ">=", boundaries[0])
      .where("created_at", "<", boundaries[boundaries.length - 1])
  }
}

function parsed(line: StatementLine): StatementLine {
  return { ...line, gateway_status: parseStatus(line.gateway_status ?? "", CHECKOUT_STATUSES) ?? null }
}
