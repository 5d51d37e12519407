import { createHash } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { ModuleCradle } from "../cradle"
import type { DayTotals } from "../rules/statement"
import type { StatementPeriod } from "../statement-period"
import { CheckoutRows } from "./checkout-rows"
import { AMOUNTS, ATTEMPTS, DIFFERS, HAS_MONEY, IS_CLOSED, IS_UNTOLD } from "./statement-sql"

/** Sums of the ledger's rows that began in the same quarter of an hour: every time zone's day begins with one. */
const TOTALS = "webcheckout_total"
const QUARTER = "interval '15 minutes'"
const QUARTER_OF_ROW = "to_timestamp(floor(extract(epoch FROM created_at) / 900) * 900)"

/**
 * We take it that a database transaction which changes a row is committed within this time: what changed since then may not
 * be in the sums yet. One that takes longer is summed up when the row, or another of its quarter, changes next.
 */
const SURELY_COMMITTED = "interval '1 minute'"

const COUNTS = { ...ATTEMPTS, with_money: HAS_MONEY, differing: DIFFERS, closed: IS_CLOSED, untold: IS_UNTOLD }
const KEYS = ["environment", "started_at", "account", "currency_code"]

/** Whose rows a statement is about. */
export interface StatementScope {
  period: StatementPeriod
  environment: string
  account?: string[]
  currency_code?: string[]
}

/**
 * Sums of the ledger, kept by the quarter of an hour: a month of a large store is summed up within milliseconds. They are made
 * from the rows, anew wherever a row has changed, and can be thrown away at any time.
 */
export class StatementTotals {
  private readonly knex: Knex

  constructor(cradle: ModuleCradle) {
    this.knex = cradle[ContainerRegistrationKeys.PG_CONNECTION]
  }

  /** Makes the sums anew that are no longer those of their rows. One process at a time. */
  async refresh(environment: string): Promise<void> {
    await this.knex.transaction(async (trx) => {
      await trx.raw("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", [`${TOTALS}:${environment}`])
      const since = await this.since(trx, environment)
      await trx.raw(REFRESH, { environment, since, made_by: MADE_BY })
    })
  }

  /** What has changed since is to be summed up: everything, where another version of the plugin has made the sums. */
  private async since(trx: Knex, environment: string): Promise<string> {
    const [last]: { made_by: string; since: string }[] = await trx(TOTALS)
      .where({ environment })
      .orderBy("made_at", "desc")
      .limit(1)
      .select("made_by", trx.raw(`(made_at - ${SURELY_COMMITTED})::text AS since`))
    if (last && last.made_by !== MADE_BY) {
      await trx(TOTALS).where({ environment }).delete()
    }
    return last?.made_by === MADE_BY ? last.since : "-infinity"
  }

  /** The quarters of an hour in which checkouts differ, the oldest first. */
  async differingQuarters({ period, ...scope }: StatementScope, limit: number): Promise<{ from: Date; to: Date }[]> {
    const { boundaries } = period
    return this.knex(TOTALS)
      .modify((query) => within(query, scope))
      .where("differing", ">", 0)
      .where("started_at", ">=", boundaries[0])
      .where("started_at", "<", boundaries[boundaries.length - 1])
      .distinct("started_at AS from", this.knex.raw(`started_at + ${QUARTER} AS ??`, ["to"]))
      .orderBy("from")
      .limit(limit)
  }

  /** @param givenUpBefore what was begun before, and is still open, counts as given up */
  async read({ period, ...scope }: StatementScope, givenUpBefore: Date): Promise<DayTotals[]> {
    const { boundaries } = period
    const rows: DayTotals[] = await this.knex(TOTALS)
      .modify((query) => within(query, scope))
      .where("started_at", ">=", boundaries[0])
      .where("started_at", "<", boundaries[boundaries.length - 1])
      .groupBy("account", "currency_code", "day")
      .select(
        "account",
        "currency_code",
        this.knex.raw("width_bucket(started_at, ?::timestamptz[]) - 1 AS day", [boundaries]),
        this.knex.raw("COALESCE(sum(open) FILTER (WHERE started_at < ?), 0)::int AS given_up", [givenUpBefore]),
        this.knex.raw("min(asked_at) AS asked_at"),
        ...Object.keys(COUNTS).map((name) => this.knex.raw("sum(??)::int AS ??", [name, name])),
        ...Object.keys(AMOUNTS).map((name) => this.knex.raw("sum(??)::text AS ??", [name, name]))
      )
    return rows
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

const REFRESH = `
  WITH stale AS (
    SELECT DISTINCT ${QUARTER_OF_ROW} AS started_at FROM ${CheckoutRows.NAME}
    WHERE environment = :environment AND deleted_at IS NULL AND updated_at >= :since
  )
  INSERT INTO ${TOTALS} (${[...KEYS, ...columns].join(", ")})
  SELECT row.environment, stale.started_at, account, currency_code,
    ${Object.values(COUNTS)
      .map((condition) => `count(*) FILTER (WHERE ${condition})`)
      .join(", ")},
    ${Object.values(AMOUNTS)
      .map((amount) => `sum(${amount})`)
      .join(", ")},
    min(last_checked_at) FILTER (WHERE ${HAS_MONEY}), now(), :made_by
  FROM stale JOIN ${CheckoutRows.NAME} AS row
    ON row.created_at >= stale.started_at AND row.created_at < stale.started_at + ${QUARTER}
  WHERE row.environment = :environment AND row.deleted_at IS NULL
  GROUP BY row.environment, stale.started_at, account, currency_code
  ON CONFLICT (${KEYS.join(", ")}) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(", ")}`

/** Names what the sums are made by: sums of other rules are no good. */
const MADE_BY = createHash("sha256").update(REFRESH).digest("hex").slice(0, 16)
