import { OwnService } from "../own-service"
import { notFound } from "../errors"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { CHECKOUT_STATUSES, parseStatus } from "../../../gateway/statuses"
import type { LedgerCheckout } from "../rules/ledger"
import type { Filters, ListConfig } from "../table"
import { Tokens, type TokenRow } from "./tokens"

/** A row as stored: each amount is also in a column `raw_…`, from which `fromColumns` reads the number. */
export type StoredColumns = StoredCheckout & Record<string, unknown>

type StoredCheckout = Omit<LedgerCheckout, "gateway_status"> & { gateway_status: string | null }

/** A filter: each column must equal a value, be null, or be one of a list. */
type Wanted = { [Column in keyof LedgerCheckout]?: string | null | string[] }

/** The ledger's table: reads rows, and builds statements that change a row only if it has not changed since it was read. */
export class CheckoutRows extends OwnService {
  static readonly NAME = "webcheckout_checkout"
  readonly clock = new DatabaseClock()
  private readonly table = this.tableOf<StoredCheckout>("Checkout")

  async list(filters: Filters, config?: ListConfig): Promise<LedgerCheckout[]> {
    return (await this.table.list(filters, config)).map((row) => withParsedStatus(row))
  }

  /**
   * Rows that match the filter, the newest first. The flows of a purchase call it often, so it does not use Medusa's list, which is
   * slower.
   */
  async newest(columns: Wanted, limit: number): Promise<LedgerCheckout[]> {
    const query = this.standing()
    for (const [name, value] of Object.entries(columns)) {
      void (Array.isArray(value) ? query.whereIn(name, value) : query.where(name, value))
    }
    const found: (StoredColumns & { read_at: Date })[] = await query
      .select("*", this.knex.raw("clock_timestamp() AS read_at"))
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(limit)
    return found.map(({ read_at, ...columns }) => {
      this.clock.note(read_at)
      return this.fromColumns(columns)
    })
  }

  /** The newest row that matches the filter. */
  async latest(columns: Wanted): Promise<LedgerCheckout | undefined> {
    return (await this.newest(columns, 1))[0]
  }

  async count(filters: Filters): Promise<number> {
    return this.table.count(filters)
  }

  /** @throws MedusaError NOT_FOUND */
  async retrieve(id: string): Promise<LedgerCheckout> {
    return orNotFound(id, await this.latest({ id }))
  }

  /** Locks a row until `transaction` ends; waits for other transactions first. @throws MedusaError NOT_FOUND */
  async retrieveLocked(id: string, transaction: Knex.Transaction): Promise<LedgerCheckout> {
    const [columns]: (StoredColumns | undefined)[] = await this.standing(transaction).where({ id }).forUpdate()
    return orNotFound(id, columns && this.fromColumns(columns))
  }

  /** Creates a row and its first return address in one statement. */
  async create(row: Partial<LedgerCheckout>, tokenRow: TokenRow): Promise<LedgerCheckout> {
    const columns = { id: generateEntityId(undefined, "wchk"), ...columnsOf(row) }
    const [created]: StoredColumns[] = await this.knex(CheckoutRows.NAME)
      .with("address", this.knex(Tokens.NAME).insert({ ...tokenRow, ledger_id: columns.id }))
      .insert(columns)
      .returning("*")
    return this.fromColumns(created)
  }

  /** Rows that are not deleted, for custom statements. The partial indexes have the same condition. */
  standing(knex = this.knex) {
    return knex(CheckoutRows.NAME).whereNull("deleted_at")
  }

  /**
   * The database's clock, which all processes share, in JavaScript's milliseconds. It is read when the row is written, because the
   * statement may have started earlier and waited for the row.
   */
  now() {
    return this.knex.raw("date_trunc('milliseconds', clock_timestamp())")
  }

  /**
   * An UPDATE of rows that are not deleted; it also sets `updated_at`. It runs when it is awaited: until then, conditions can be added.
   *
   * @param where columns and their values; null matches NULL
   */
  update(where: Record<string, unknown>, columns: Record<string, unknown>, knex = this.knex) {
    return this.standing(knex)
      .where(where)
      .update({ ...columns, updated_at: this.now() })
  }

  /**
   * Updates one row.
   *
   * @param cases parts of the same statement that change the row's cases; they refer to the row as `changed`
   * @returns the updated row; undefined if no row met the update's condition
   */
  async changed(update: Knex.QueryBuilder, ...cases: Knex.Raw[]): Promise<LedgerCheckout | undefined> {
    const [columns] = await this.changeWithCases<StoredColumns>(update.returning("*"), cases)
    return columns && (cases.length === 0 ? this.fromColumns(columns) : this.asChanged(columns))
  }

  /** An updated row. If it has cases, it is read again: the trigger updates its case columns only after the statement. */
  async asChanged(columns: StoredColumns): Promise<LedgerCheckout> {
    const row = this.fromColumns(columns)
    return row.attention === null && row.resolved_at === null ? row : this.retrieve(row.id)
  }

  /** Updates rows and, in the same statement, their cases. @returns the updated rows, with their case columns as before */
  async changeWithCases<Row extends StoredColumns>(update: Knex.QueryBuilder, cases: Knex.Raw[]): Promise<Row[]> {
    const statement: Knex.QueryBuilder = this.knex.with("changed", update)
    cases.forEach((part, index) => void statement.with(`cases_${index}`, part))
    const changed: Row[] = await (cases.length === 0 ? update : statement.select("*").from("changed"))
    return changed
  }

  /** Converts the columns that a custom statement returned into a row. */
  fromColumns(columns: StoredColumns): LedgerCheckout {
    const amounts = AMOUNTS.map((name) => [name, numberOf(columns[`raw_${name}`])])
    return withParsedStatus<StoredCheckout>({ ...columns, ...Object.fromEntries(amounts) })
  }

  /** Selects the row only if it has not changed since it was read. Compares milliseconds, because JavaScript's dates hold nothing finer. */
  unchanged({ id, updated_at, status, payment_session_id }: LedgerCheckout) {
    return this.standing()
      .where({ id, status, payment_session_id })
      .whereRaw("date_trunc('milliseconds', updated_at) = ?", [new Date(updated_at)])
  }
}

function orNotFound(id: string, row: LedgerCheckout | undefined): LedgerCheckout {
  if (!row) {
    throw notFound(`The checkout ${id} was not found.`)
  }
  return row
}

/** Parses the gateway's status, which the database stores as text, into one of the documented statuses. */
export function withParsedStatus<Row extends { gateway_status: string | null }>(row: Row) {
  return { ...row, gateway_status: parseStatus(row.gateway_status ?? "", CHECKOUT_STATUSES) ?? null }
}

/** Columns that Medusa stores twice: as a number, and as the exact decimal. */
const AMOUNTS = ["amount", "total_refunded", "gateway_amount", "medusa_captured", "medusa_refunded"]

/** Converts changes of a row into columns of its table. Amounts in major units. */
export function columnsOf(changes: Partial<LedgerCheckout>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(changes).flatMap(([name, value]) => [
      [name, value],
      ...(AMOUNTS.includes(name) ? [[`raw_${name}`, typeof value === "number" ? rawOf(value) : null]] : []),
    ])
  )
}

const rawAmount = z.looseObject({ value: z.coerce.number() })

function numberOf(raw: unknown): number | null {
  // Most amounts of a row are null. Parsing them would create an error object for each.
  return raw === null ? null : (rawAmount.safeParse(raw).data?.value ?? null)
}

function rawOf(amount: number): string {
  return JSON.stringify({ value: String(amount), precision: 20 })
}

/**
 * PostgreSQL's clock, so that all processes order answers by the same time, even if their own clocks are wrong. Each row that is read sets
 * it; in between it advances with the process's monotonic clock. It is late by at most the duration of that statement, and never runs
 * backwards. Before the first row it is the process's own clock.
 */
export class DatabaseClock {
  private read: { at: number; ms: number } | undefined
  private latest = 0

  /** @param at the database's time, as a statement has just returned it */
  note(at: Date): void {
    this.read = { at: at.getTime(), ms: performance.now() }
  }

  now(): Date {
    if (!this.read) {
      return new Date()
    }
    this.latest = Math.max(this.latest, Math.floor(this.read.at + performance.now() - this.read.ms))
    return new Date(this.latest)
  }
}
