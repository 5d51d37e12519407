import { createHash } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { ModuleCradle } from "../cradle"
import type { DayTotals, PeriodTotals } from "../rules/statement"
import { secondsOfSpan, type StatementPeriod } from "../statement-period"
import { CheckoutRows } from "./checkout-rows"
import { AMOUNTS, ATTEMPTS, DIFFERS, HAS_MONEY, IS_CLOSED, IS_UNTOLD } from "./statement-sql"

/** Sums of the ledger's rows that began in the same span of time: every day of the store's time zone is made of whole ones. */
const TOTALS = "webcheckout_total"

/**
 * We take it that a database transaction which changes a row is committed within this time: what changed since then may not
 * be in the sums yet. One that takes longer is summed up when the row, or another of its span, changes next.
 */
const SURELY_COMMITTED = "interval '1 minute'"

const STANDINGS = { with_money: HAS_MONEY, differing: DIFFERS, closed: IS_CLOSED, untold: IS_UNTOLD }
const COUNTS = { ...ATTEMPTS, ...STANDINGS }
const KEYS = ["environment", "started_at", "account", "currency_code"]

/** Whose rows a statement is about. */
export interface StatementScope {
  period: StatementPeriod
  environment: string
  account?: string[]
  currency_code?: string[]
}

/**
 * Sums of the ledger, kept by the hour or a quarter of it: a month of a large store is summed up within milliseconds. They are made
 * from the rows, anew wherever a row has changed, and can be thrown away at any time.
 */
export class StatementTotals {
  private readonly knex: Knex
  private readonly seconds: number
  /** Names what the sums are made by: sums of other rules, or of other spans, are no good. */
  private readonly madeBy: string

  constructor(cradle: ModuleCradle) {
    this.knex = cradle[ContainerRegistrationKeys.PG_CONNECTION]
    this.seconds = secondsOfSpan(cradle.webCheckoutOptions.timeZone)
    this.madeBy = createHash("sha256").update(`${REFRESH}${this.seconds}`).digest("hex").slice(0, 16)
  }

  /** Makes the sums anew that are no longer those of their rows. One process at a time. */
  async refresh(environment: string): Promise<void> {
    if ((await this.lastMade(this.knex, environment))?.is_fresh) {
      return
    }
    await this.knex.transaction(async (trx) => {
      await trx.raw("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", [`${TOTALS}:${environment}`])
      const last = await this.lastMade(trx, environment)
      if (last && !last.is_ours) {
        await trx(TOTALS).where({ environment }).delete()
      }
      // What has changed since is to be summed up: everything, where another version of the plugin has made the sums.
      const since = last?.is_ours ? last.since : "-infinity"
      await trx.raw(REFRESH, { environment, since, made_by: this.madeBy, seconds: this.seconds })
    })
  }

  /** Since when there may be changes that are not in the sums, and whether there are none. */
  private async lastMade(
    knex: Knex,
    environment: string
  ): Promise<{ since: string; is_ours: boolean; is_fresh: boolean } | undefined> {
    const { rows } = await knex.raw<{ rows: { since: string; is_ours: boolean; is_fresh: boolean }[] }>(LAST_MADE, {
      environment,
      made_by: this.madeBy,
    })
    return rows[0]
  }

  /** What the books show, by merchant account and currency. */
  async sums(scope: StatementScope): Promise<PeriodTotals[]> {
    const rows: PeriodTotals[] = await this.inPeriod(scope)
      .groupBy("account", "currency_code")
      .select(
        "account",
        "currency_code",
        this.knex.raw("min(asked_at) AS asked_at"),
        ...Object.keys(STANDINGS).map((name) => this.knex.raw("sum(??)::int AS ??", [name, name])),
        ...Object.keys(AMOUNTS).map((name) => this.knex.raw("COALESCE(sum(??), 0)::text AS ??", [name, name]))
      )
    return rows
  }

  /** What became of each day's attempts. @param givenUpBefore what was begun before, and is still open, counts as given up */
  async attempts(scope: StatementScope, givenUpBefore: Date): Promise<DayTotals[]> {
    const rows: DayTotals[] = await this.inPeriod(scope)
      .groupBy("day")
      .select(
        this.knex.raw("width_bucket(started_at, ?::timestamptz[]) - 1 AS day", [scope.period.boundaries]),
        this.knex.raw("COALESCE(sum(open) FILTER (WHERE started_at < ?), 0)::int AS given_up", [givenUpBefore]),
        ...["paid", "failed", "abandoned"].map((name) => this.knex.raw("sum(??)::int AS ??", [name, name]))
      )
    return rows
  }

  private inPeriod({ period: { boundaries }, ...scope }: StatementScope) {
    return this.knex(TOTALS)
      .modify((query) => within(query, scope))
      .where("started_at", ">=", boundaries[0])
      .where("started_at", "<", boundaries[boundaries.length - 1])
  }
}

/** Of which environment, merchant accounts and currencies. */
export function within(
  query: Knex.QueryBuilder,
  { environment, account, currency_code }: Omit<StatementScope, "period">
): void {
  void query.where({ environment })
  if (account) {
    void query.whereIn("account", account)
  }
  if (currency_code) {
    void query.whereIn("currency_code", currency_code)
  }
}

const columns = [...Object.keys(COUNTS), ...Object.keys(AMOUNTS), "asked_at", "made_at", "made_by"]

/** An amount of nothing is stored as none: most spans have no refund, and none is the quicker to sum up. */
const REFRESH = `
  WITH stale AS (
    SELECT DISTINCT to_timestamp(floor(extract(epoch FROM created_at) / :seconds) * :seconds) AS started_at FROM ${CheckoutRows.NAME}
    WHERE environment = :environment AND deleted_at IS NULL AND updated_at >= :since
  )
  INSERT INTO ${TOTALS} (${[...KEYS, ...columns].join(", ")})
  SELECT row.environment, stale.started_at, account, currency_code,
    ${Object.values(COUNTS)
      .map((condition) => `count(*) FILTER (WHERE ${condition})`)
      .join(", ")},
    ${Object.values(AMOUNTS)
      .map((amount) => `NULLIF(sum(${amount}), 0)`)
      .join(", ")},
    min(last_checked_at) FILTER (WHERE ${HAS_MONEY}), now(), :made_by
  FROM stale JOIN ${CheckoutRows.NAME} AS row
    ON row.created_at >= stale.started_at AND row.created_at < stale.started_at + :seconds * interval '1 second'
  WHERE row.environment = :environment AND row.deleted_at IS NULL
  GROUP BY row.environment, stale.started_at, account, currency_code
  ON CONFLICT (${KEYS.join(", ")}) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(", ")}`

// The newest change is read off the index; whether there is any since then would have all rows looked at.
const LAST_MADE = `
  SELECT since::text, made_by = :made_by AS is_ours, made_by = :made_by AND since > (
    SELECT max(updated_at) FROM ${CheckoutRows.NAME} WHERE environment = :environment AND deleted_at IS NULL
  ) AS is_fresh
  FROM (
    SELECT made_by, made_at - ${SURELY_COMMITTED} AS since FROM ${TOTALS}
    WHERE environment = :environment ORDER BY made_at DESC LIMIT 1
  ) AS last`
