import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { OwnService } from "../own-service"
import { REASONS, type AttentionReason } from "../rules/case-reasons"
import { notAllowed, invalidData, conflict } from "../errors"
import { CHECKOUT_EVENTS, type CheckoutAttention } from "../events"
import { afterClosing, afterOpening } from "../rules/check-times"
import { caseOf, withCase, type CaseRow, seenAs } from "../rules/cases"
import type { LedgerCheckout, LedgerStatus } from "../rules/ledger"
import type { Filters } from "../table"
import type { CheckoutRows } from "./checkout-rows"
import type { History } from "./history"

const CASE = "webcheckout_case"
/** The conflict target: the column and the condition of the unique partial index. */
const OPEN_ONE = "(ledger_id, reason) WHERE closed_at IS NULL AND deleted_at IS NULL"
const NEW_ID = `'wcase_' || replace(gen_random_uuid()::text, '-', '')`
/** The gateway's last answer about a row, as stored in a case. */
const SAID = `jsonb_build_object('gateway_status', gateway_status, 'gateway_amount', gateway_amount, 'total_refunded', total_refunded)`

/**
 * Opens a case for each ledger row of `target` (another part of the same statement), unless a person has closed a case of this reason with
 * `unless_closed_as` (null: no such check). A case of this reason that is already open is opened anew, and reported again, only if `is_new`.
 */
const OPENING = `INSERT INTO ${CASE} (id, ledger_id, reason, said, opened_at)
  SELECT ${NEW_ID}, id, :reason, ${SAID}, :opened_at FROM target
  WHERE NOT EXISTS (SELECT 1 FROM ${CASE} c WHERE c.ledger_id = target.id AND c.reason = :reason AND c.closed_as = :unless_closed_as)
  ON CONFLICT ${OPEN_ONE} DO UPDATE SET opened_at = excluded.opened_at, said = excluded.said, told_at = NULL WHERE :is_new
  RETURNING ledger_id`

/** Compares in milliseconds, because JavaScript's dates hold nothing finer. */
const OPENED_AT = "date_trunc('milliseconds', opened_at) = ?"

/**
 * Opens, lists and closes the cases: payments that need a person. `ending` and `endingForGood` are parts of other services' statements, so that
 * a row and its cases change together. The table's trigger copies the state of the cases into the ledger row (`attention`, `attention_at`,
 * `resolved_at`, `resolved_as`) after each statement.
 */
export class Cases extends OwnService<{ checkoutRows: CheckoutRows; history: History }> {
  private readonly table = this.tableOf<CaseRow>("Case")
  /** Only cases of the store's current environment: once the store is live, a case of the test environment concerns no money. */
  private readonly openCases: Filters = { environment: this.environment, attention: { $ne: null } }

  /**
   * Opens a case beside the payment's other cases, and closes the cases that it excludes. Does nothing if a case of this reason is open, or
   * if a person has closed one and the gateway's answer has not changed since. Opening `partially_refunded` also clears `has_unreported_reversal`.
   *
   * @param isNew opens a case even if one of this reason is open, or was closed with the same answer
   */
  async open(id: string, reason: AttentionReason, { isNew = false } = {}): Promise<LedgerCheckout> {
    const { checkoutRows } = this.cradle
    const reported = reason === "partially_refunded" ? { has_unreported_reversal: false } : {}
    const opened = await this.knex.transaction(async (transaction) => {
      // Locked first: a row that another transaction is changing would schedule the wrong next check.
      const row = await checkoutRows.retrieveLocked(id, transaction)
      const unless_closed_as = isNew ? null : caseOf(row, reason)
      const values = { reason, opened_at: checkoutRows.clock.now(), unless_closed_as, is_new: isNew }
      const changes = { ...afterOpening({ ...row, ...reported, attention: reason }), ...reported }
      const [one] = await transaction
        .with("target", checkoutRows.standing(transaction).where({ id }))
        .with("opened", this.knex.raw(OPENING, values))
        .with("ended", this.ending("target", REASONS[reason].excludes ?? []))
        .with("changed", checkoutRows.update({}, changes, transaction).whereRaw("id IN (SELECT ledger_id FROM opened)"))
        .select<{ ledger_id: string }[]>("ledger_id")
        .from("opened")
      return one
    })
    if (opened) {
      const data: CheckoutAttention = { id, reason }
      await this.eventBus.emit({ name: CHECKOUT_EVENTS.ATTENTION, data })
    }
    return checkoutRows.retrieve(id)
  }

  /** The open and closed cases of a payment, the oldest first. */
  async listOf(id: string): Promise<CaseRow[]> {
    return this.table.list({ ledger_id: id }, { order: { opened_at: "ASC", id: "ASC" } })
  }

  /** The open cases of a payment, the oldest first. */
  async listOpenOf(id: string): Promise<CaseRow[]> {
    return (await this.listOf(id)).filter(({ closed_at }) => closed_at === null)
  }

  /**
   * Closes a case that a person has dealt with, and records it in the history, in one transaction.
   *
   * @param by the person, and a note on how the case was dealt with
   * @param seen the case that the person saw (`seenAs`), if known: no other case is closed
   * @throws MedusaError NOT_ALLOWED if no case is open and none was seen; INVALID_DATA at `case` if it has several and none is named; CONFLICT
   *   if the case has changed
   */
  async resolve(id: string, by: { actor_id: string; note: string }, seen?: string): Promise<LedgerCheckout> {
    const { checkoutRows } = this.cradle
    const row = await checkoutRows.retrieve(id)
    const open = await this.listOpenOf(id)
    if (open.length === 0 && seen === undefined) {
      throw notAllowed("This payment has no open case.")
    }
    const named = findCase(row, open, seen)
    await this.knex.transaction(async (transaction) => {
      const { status, gateway_status, total_refunded, gateway_amount } = row
      const ofRow = () => this.standing(transaction).where({ ledger_id: id })
      const [unchanged] = await checkoutRows
        .standing(transaction)
        .where({ id, status, gateway_status, total_refunded, gateway_amount })
        .select("id")
        .forUpdate()
      const closed =
        named &&
        unchanged &&
        (await ofRow()
          .where({ id: named.id, closed_at: null })
          .whereRaw(OPENED_AT, [new Date(named.opened_at)])
          .update({
            closed_at: new Date(),
            closed_by: by.actor_id,
            note: by.note,
            closed_as: caseOf(row, named.reason),
          }))
      if (!closed) {
        throw conflict("The case of this payment has changed. Check the new case, then close it.")
      }
      // Forgets cases that were closed under another answer of the gateway: if that answer returns, a new case is opened.
      const facts = caseOf(row, named.reason).slice(named.reason.length)
      await ofRow().whereRaw("closed_as <> reason || ?", [facts]).update({ closed_as: null })
      const [other] = await ofRow().whereNull("closed_at").limit(1)
      const next = other ? afterOpening(withCase(row, other)) : afterClosing(row)
      await checkoutRows.update({ id }, next, transaction)
      await this.cradle.history.record({ subject_id: id, action: "resolve", ...by }, transaction)
    })
    return checkoutRows.retrieve(id)
  }

  /** Counts an account's payments that became `unanswered` at or after `since` and still are. */
  async countUnanswered(account: string, since = new Date(0)): Promise<number> {
    return this.cradle.checkoutRows.count({
      ...this.openCases,
      attention: "unanswered",
      account,
      attention_at: { $gte: since },
    })
  }

  /** The merchant accounts with rows that are scheduled for a check, and the number of those rows. */
  async listAccounts(): Promise<{ account: string; count: number }[]> {
    return this.cradle.checkoutRows
      .standing()
      .where({ environment: this.environment })
      .where((rows) => void rows.whereNotNull("next_check_at").orWhereNotNull("watch_at"))
      .groupBy("account")
      .select("account", this.knex.raw("count(*)::int AS count"))
  }

  /** Counts the payments whose money was reserved exactly one of these numbers of days ago (UTC dates). */
  async countReservedFor(days: number[], now: Date): Promise<number> {
    return this.cradle.checkoutRows
      .standing()
      .where({ environment: this.environment })
      .whereRaw("(?::timestamptz AT TIME ZONE 'UTC')::date - (reserved_at AT TIME ZONE 'UTC')::date = ANY(?)", [
        now,
        days,
      ])
      .count<{ count: string }[]>("id AS count")
      .then(([{ count }]) => Number(count))
  }

  /** Closes cases whose reason no longer holds. @param where the row, and the status that it must have */
  async withdraw(where: { id: string; status?: LedgerStatus }, reasons: readonly AttentionReason[]) {
    const { checkoutRows } = this.cradle
    await checkoutRows.changed(checkoutRows.update(where, {}), this.ending("changed", [...reasons]))
    return checkoutRows.retrieve(where.id)
  }

  /** The payment of each case that has not been reported yet, the oldest first, with that case as its `attention`. */
  async listUntold(limit: number): Promise<LedgerCheckout[]> {
    const untold: CaseRow[] = await this.standing()
      .where({ closed_at: null, told_at: null })
      .whereRaw("EXISTS (SELECT 1 FROM webcheckout_checkout c WHERE c.id = ledger_id AND c.environment = ?)", [
        this.environment,
      ])
      .orderBy(["opened_at", "id"])
      .limit(limit)
    const rows = await this.cradle.checkoutRows.list({ id: [...new Set(untold.map(({ ledger_id }) => ledger_id))] })
    const byId = new Map(rows.map((row) => [row.id, row]))
    return untold.flatMap((one) => {
      const row = byId.get(one.ledger_id)
      return row ? [withCase(row, one)] : []
    })
  }

  /** Payments with an open case, the longest open first. */
  async listOpen(limit: number): Promise<LedgerCheckout[]> {
    return this.cradle.checkoutRows.list(this.openCases, { take: limit, order: { attention_at: "ASC" } })
  }

  async countOpen(): Promise<number> {
    return this.cradle.checkoutRows.count(this.openCases)
  }

  /** Marks the case as reported, unless it was opened anew since it was read: then it is reported again. */
  async recordTold({ id, attention, attention_at }: LedgerCheckout): Promise<void> {
    if (attention !== null && attention_at !== null) {
      await this.standing()
        .where({ ledger_id: id, reason: attention })
        .whereRaw(OPENED_AT, [new Date(attention_at)])
        .update({ told_at: new Date() })
    }
  }

  private standing(knex = this.knex) {
    return knex<CaseRow & { deleted_at: Date | null }>(CASE).whereNull("deleted_at")
  }

  /**
   * Closes the open cases of these reasons for each ledger row that the part `from` of the same statement returns. For services that change
   * the ledger too.
   */
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

/**
 * Finds one of a payment's open cases by name.
 *
 * @param named the tag from an earlier answer (`seenAs`); or the case's id or reason, which match even if the case has changed
 * @returns undefined if the case is no longer open or has changed
 * @throws MedusaError INVALID_DATA at `case` if several cases are open and none is named
 */
export function findCase(row: LedgerCheckout, open: CaseRow[], named?: string): CaseRow | undefined {
  if (named === undefined && open.length > 1) {
    const names = open.map((one) => `${one.reason} (${seenAs(withCase(row, one))})`).join(", ")
    throw invalidData([{ field: "case", rule: `is required, because this payment has several open cases: ${names}` }])
  }
  return named === undefined
    ? open[0]
    : open.find((one) => [one.id, one.reason, seenAs(withCase(row, one))].includes(named))
}
