import { notFound } from "../errors"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys, generateEntityId } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { CHECKOUT_STATUSES, parseStatus } from "../../../gateway/statuses"
import type { ModuleCradle } from "../cradle"
import type { LedgerCheckout } from "../rules/ledger"
import { Table, type Filters, type ListConfig } from "../table"
import { Tokens, type TokenRow } from "./tokens"

/** A row as its table has it: each amount also as `raw_…`, which `fromColumns` makes the number of. */
export type StoredColumns = StoredCheckout & Record<string, unknown>

type StoredCheckout = Omit<LedgerCheckout, "gateway_status"> & { gateway_status: string | null }

/** What columns are to hold: a value, nothing (null), or one of a list. */
type Wanted = { [Column in keyof LedgerCheckout]?: string | null | string[] }

/** The ledger's table: rows to read, and statements that change one only where it stands as it was read. */
export class CheckoutRows {
  static readonly NAME = "webcheckout_checkout"
  readonly knex: Knex
  readonly clock = new DatabaseClock()
  private readonly table: Table<StoredCheckout>

  constructor(cradle: ModuleCradle) {
    this.knex = cradle[ContainerRegistrationKeys.PG_CONNECTION]
    this.table = new Table(cradle.webcheckoutCheckoutService, cradle.baseRepository)
  }

  async list(filters: Filters, config?: ListConfig): Promise<LedgerCheckout[]> {
    return (await this.table.list(filters, config)).map(parsed)
  }

  /**
   * Rows whose columns are all as wanted, the newest first. The flows of a purchase read them all the time, and Medusa's list
   * costs more.
   */
  async newest(columns: Wanted, limit: number): Promise<LedgerCheckout[]> {
    const query = this.standing()
    for (const [name, value] of Object.entries(columns)) {
      void (Array.isArray(value) ? query.whereIn(name, value) : query.where(name, value))
    }
    const found: (StoredColumns & { read_at: Date })[] = await query
      .select("*", this.knex.raw("clock_timestamp() AS read_at"))
      .orderBy([
        { column: "created_at", order: "desc" },
        { column: "id", order: "desc" },
      ])
      .limit(limit)
    return found.map(({ read_at, ...columns }) => {
      this.clock.note(read_at)
      return this.fromColumns(columns)
    })
  }

  /** The newest row whose columns are all as wanted. */
  async latest(columns: Wanted): Promise<LedgerCheckout | undefined> {
    const [row] = await this.newest(columns, 1)
    return row
  }

  async count(filters: Filters): Promise<number> {
    return this.table.count(filters)
  }

  /** @throws MedusaError NOT_FOUND */
  async retrieve(id: string): Promise<LedgerCheckout> {
    const row = await this.latest({ id })
    if (!row) {
      throw notFound(`The checkout ${id} was not found.`)
    }
    return row
  }

  /** A row with its first return address: one statement, committed when it is over. */
  async create(row: Partial<LedgerCheckout>, tokenRow: TokenRow): Promise<LedgerCheckout> {
    const columns = { id: generateEntityId(undefined, "wchk"), ...columnsOf(row) }
    const [created]: StoredColumns[] = await this.knex(CheckoutRows.NAME)
      .with("address", this.knex(Tokens.NAME).insert({ ...tokenRow, ledger_id: columns.id }))
      .insert(columns)
      .returning("*")
    return this.fromColumns(created)
  }

  /** Rows that stand, for a statement of one's own: the partial indexes serve no other. */
  standing(knex = this.knex) {
    return knex(CheckoutRows.NAME).whereNull("deleted_at")
  }

  /**
   * The database's clock, as finely as JavaScript knows it: every process goes by the same one. Read when the row is written, not
   * when the statement began, which may have waited for the row.
   */
  now() {
    return this.knex.raw("date_trunc('milliseconds', clock_timestamp())")
  }

  /**
   * Carries out an update of one row.
   *
   * @param cases what the same statement does to the cases of the row, which it knows as `changed`
   * @returns the row as it is now; undefined where the update's condition held for none
   */
  async changed(update: Knex.QueryBuilder, ...cases: Knex.Raw[]): Promise<LedgerCheckout | undefined> {
    const [columns] = await this.changeWithCases<StoredColumns>(update.returning("*"), cases)
    if (!columns) {
      return undefined
    }
    return cases.length === 0 ? this.fromColumns(columns) : this.asChanged(columns)
  }

  /** A row as a statement has left it that may have ended its cases: what it shows of those is written when the statement is over. */
  async asChanged(columns: StoredColumns): Promise<LedgerCheckout> {
    const row = this.fromColumns(columns)
    return row.attention === null && row.resolved_at === null ? row : this.retrieve(row.id)
  }

  /** Carries out an update, and what the same statement does to the cases of its rows. @returns the rows, as the update has left them */
  async changeWithCases<Row extends StoredColumns>(update: Knex.QueryBuilder, cases: Knex.Raw[]): Promise<Row[]> {
    const statement: Knex.QueryBuilder = this.knex.with("changed", update)
    cases.forEach((part, index) => void statement.with(`cases_${index}`, part))
    const changed: Row[] = await (cases.length === 0 ? update : statement.select("*").from("changed"))
    return changed
  }

  /** A row as the database answers a statement of one's own. */
  fromColumns(columns: StoredColumns): LedgerCheckout {
    const amounts = AMOUNTS.map((name) => [name, numberOf(columns[`raw_${name}`])])
    return parsed({ ...columns, ...Object.fromEntries(amounts) })
  }

  /** The row as it was read; JavaScript knows milliseconds, PostgreSQL more. */
  unchanged({ id, updated_at, status, payment_session_id }: LedgerCheckout) {
    return this.standing()
      .where({ id, status, payment_session_id })
      .whereRaw("date_trunc('milliseconds', updated_at) = ?", [new Date(updated_at)])
  }
}

/** The database holds the gateway's status as text; here it is one of the documented ones. */
function parsed(row: StoredCheckout): LedgerCheckout {
  return { ...row, gateway_status: parseStatus(row.gateway_status ?? "", CHECKOUT_STATUSES) ?? null }
}

/** What of a row's columns Medusa keeps twice: as a number, and as the decimal that it was written as. */
const AMOUNTS = ["amount", "total_refunded", "gateway_amount", "medusa_captured", "medusa_refunded"]

/** Changes of a row as the columns of its table. Amounts in major units. */
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
  // Most of a row's amounts are not there: tried all the same, each would cost an error that is built and kept for a while.
  return raw === null ? null : (rawAmount.safeParse(raw).data?.value ?? null)
}

function rawOf(amount: number): string {
  return JSON.stringify({ value: String(amount), precision: 20 })
}

/**
 * PostgreSQL's clock, so that all processes order answers by the same time, even where their own clocks are wrong. Its time comes with each
 * row that is read, and goes on by itself in between: late by at most what that statement took, and never turned back. Before the first row
 * it is the process's own clock.
 */
export class DatabaseClock {
  private read: { at: number; ms: number } | undefined
  private latest = 0

  /** @param at the time that a statement has just answered */
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
