import { OwnService } from "../own-service"
import { createHash } from "node:crypto"
import { setTimeout as wait } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { hoursAgo } from "../rules/check-times"
import type { DayTotals, PeriodTotals } from "../rules/statement-answer"
import { secondsOfSpan, type StatementPeriod } from "../statement-period"
import { CheckoutRows } from "./checkout-rows"
import { AMOUNTS, ATTEMPTS, DIFFERS, HAS_MONEY, IS_CLOSED, IS_UNTOLD } from "./statement-amounts"

/** Sums of the ledger's rows that were created in the same time span. Every day of the store's time zone consists of whole spans. */
const TOTALS = "webcheckout_total"

/**
 * Assumed maximum time until a transaction that changes a row is committed: newer changes may be missing from the sums. A change that
 * commits later is added when the row, or another row of its span, changes next.
 */
const SURELY_COMMITTED = "interval '1 minute'"

const STANDINGS = { with_money: HAS_MONEY, differing: DIFFERS, closed: IS_CLOSED, untold: IS_UNTOLD }
const COUNTS = { ...ATTEMPTS, ...STANDINGS }
const KEYS = ["environment", "made_by", "started_at", "account", "currency_code"]

/** In ms: how long a statement waits for a process that is rebuilding the totals, and how often it checks. */
const LONGEST_WAIT_MS = 60_000
const POLL_MS = 100

/** The rows that a statement covers. */
export interface StatementScope {
  period: StatementPeriod
  environment: string
  account?: string[]
  currency_code?: string[]
}

/**
 * Sums of the ledger per hour or quarter of an hour, so that a month of a large store is added up within milliseconds. They are rebuilt
 * from the rows wherever a row has changed, and can be deleted at any time.
 */
export class StatementTotals extends OwnService {
  private readonly seconds = secondsOfSpan(this.options.timeZone)
  /** Identifies the rules and the span of the sums: sums made by others are not used. */
  private readonly madeBy = createHash("sha256").update(`${REFRESH}${this.seconds}`).digest("hex").slice(0, 16)

  /**
   * Rebuilds outdated totals. One process rebuilds at a time; others wait up to `waitMs`, without holding a connection.
   *
   * @returns false if another process is still rebuilding them
   */
  async rebuild(environment: string, waitMs = LONGEST_WAIT_MS): Promise<boolean> {
    const deadline = Date.now() + waitMs
    while (!(await this.tryToRebuild(environment))) {
      if (Date.now() >= deadline) {
        return false
      }
      await wait(POLL_MS)
    }
    return true
  }

  /** @returns whether the totals are up to date now; false while another process rebuilds them */
  private async tryToRebuild(environment: string): Promise<boolean> {
    if ((await this.lastMade(this.knex, environment))?.is_fresh) {
      return true
    }
    return this.knex.transaction(async (trx) => {
      const lock = `${TOTALS}:${environment}:${this.madeBy}`
      const { rows } = await trx.raw<{ rows: { is_mine: boolean }[] }>(
        "SELECT pg_try_advisory_xact_lock(hashtextextended(?, 0)) AS is_mine",
        [lock]
      )
      if (!rows[0].is_mine) {
        return false
      }
      // Sums up the changes since then; everything if this version of the plugin has no sums yet.
      const since = (await this.lastMade(trx, environment))?.since ?? "-infinity"
      await trx.raw(REFRESH, { environment, since, made_by: this.madeBy, seconds: this.seconds })
      return true
    })
  }

  /** The time since which changes may be missing from the sums, and whether the sums are up to date. */
  private async lastMade(knex: Knex, environment: string): Promise<{ since: string; is_fresh: boolean } | undefined> {
    const { rows } = await knex.raw<{ rows: { since: string; is_fresh: boolean }[] }>(LAST_MADE, {
      environment,
      made_by: this.madeBy,
    })
    return rows[0]
  }

  /** The sums of the books, by merchant account and currency. */
  async sums(scope: StatementScope): Promise<PeriodTotals[]> {
    return this.inPeriod(scope)
      .groupBy("account", "currency_code")
      .select<PeriodTotals[]>(
        "account",
        "currency_code",
        this.knex.raw("min(asked_at) AS asked_at"),
        ...Object.keys(STANDINGS).map((name) => this.knex.raw("sum(??)::int AS ??", [name, name])),
        ...Object.keys(AMOUNTS).map((name) => this.knex.raw("COALESCE(sum(??), 0)::text AS ??", [name, name]))
      )
  }

  /** The outcomes of each day's attempts; days without attempts are left out. Open attempts older than `giveUpAfterHours` count as given up. */
  async attempts(scope: StatementScope): Promise<DayTotals[]> {
    const givenUpBefore = hoursAgo(this.options.reconcile.giveUpAfterHours)
    return this.inPeriod(scope)
      .groupBy("day")
      .select<DayTotals[]>(
        this.knex.raw("width_bucket(started_at, ?::timestamptz[]) - 1 AS day", [scope.period.boundaries]),
        this.knex.raw("COALESCE(sum(open) FILTER (WHERE started_at < ?), 0)::int AS given_up", [givenUpBefore]),
        ...["paid", "failed", "abandoned"].map((name) => this.knex.raw("sum(??)::int AS ??", [name, name]))
      )
  }

  private inPeriod(scope: StatementScope) {
    return within(this.knex(TOTALS).where({ made_by: this.madeBy }), "started_at", scope)
  }
}

/** Restricts a query to a statement's days and environment, and to merchant accounts and currencies if given. */
export function within(query: Knex.QueryBuilder, column: "created_at" | "started_at", scope: StatementScope) {
  const { environment, account, currency_code } = scope
  const { boundaries } = scope.period
  void query.where({ environment }).where(column, ">=", boundaries[0])
  void query.where(column, "<", boundaries[boundaries.length - 1])
  for (const [name, values] of Object.entries({ account, currency_code })) {
    void (values && query.whereIn(name, values))
  }
  return query
}

const columns = [...Object.keys(COUNTS), ...Object.keys(AMOUNTS), "asked_at", "made_at"]

/**
 * A sum of 0 is stored as NULL: most spans have no refund, and NULL is faster to add up. While a store is updated, two versions of the plugin run
 * side by side, and neither touches the other's sums; sums that were not rebuilt for a week are deleted.
 */
const REFRESH = `
  WITH gone AS (
    DELETE FROM ${TOTALS} AS total WHERE environment = :environment AND made_by <> :made_by AND NOT EXISTS (
      SELECT 1 FROM ${TOTALS} AS other WHERE other.environment = :environment AND other.made_by = total.made_by
        AND other.made_at > now() - interval '7 days'
    )
  ), stale AS (
    SELECT DISTINCT to_timestamp(floor(extract(epoch FROM created_at) / :seconds) * :seconds) AS started_at FROM ${CheckoutRows.NAME}
    WHERE environment = :environment AND deleted_at IS NULL AND updated_at >= :since
  )
  INSERT INTO ${TOTALS} (${[...KEYS, ...columns].join(", ")})
  SELECT row.environment, :made_by, stale.started_at, account, currency_code,
    ${Object.values(COUNTS)
      .map((condition) => `count(*) FILTER (WHERE ${condition})`)
      .join(", ")},
    ${Object.values(AMOUNTS)
      .map((amount) => `NULLIF(sum(${amount}), 0)`)
      .join(", ")},
    min(last_checked_at) FILTER (WHERE ${HAS_MONEY}), now()
  FROM stale JOIN ${CheckoutRows.NAME} AS row
    ON row.created_at >= stale.started_at AND row.created_at < stale.started_at + :seconds * interval '1 second'
  WHERE row.environment = :environment AND row.deleted_at IS NULL
  GROUP BY row.environment, stale.started_at, account, currency_code
  ON CONFLICT (${KEYS.join(", ")}) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(", ")}`

// max(updated_at) is read from the index; EXISTS would scan all rows.
const LAST_MADE = `
  SELECT since::text, since > (
    SELECT max(updated_at) FROM ${CheckoutRows.NAME} WHERE environment = :environment AND deleted_at IS NULL
  ) AS is_fresh
  FROM (
    SELECT made_at - ${SURELY_COMMITTED} AS since FROM ${TOTALS}
    WHERE environment = :environment AND made_by = :made_by ORDER BY made_at DESC LIMIT 1
  ) AS last`
