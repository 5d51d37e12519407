import type { IEventBusModuleService } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import type { ModuleCradle } from "../cradle"
import { notAllowed } from "../errors"
import { CHECKOUT_EVENTS, type CheckoutAttention } from "../events"
import { afterOpening, afterResolution } from "../rules/check-times"
import { caseOf, isResolvedCase, seenAs } from "../rules/cases"
import type { AttentionReason, LedgerCheckout } from "../rules/ledger"
import { LIVE } from "../rules/checkout-states"
import type { WebCheckoutOptions } from "../options"
import type { Filters } from "../table"
import type { CheckoutRows, StoredColumns } from "./checkout-rows"
import type { History } from "./history"

/** When a case was opened, as a row that was read says it. */
const OPENED_AT = "date_trunc('milliseconds', attention_at) IS NOT DISTINCT FROM ?"

/** The rows that need a person. */
export class Cases {
  private readonly rows: CheckoutRows
  private readonly history: History
  private readonly options: WebCheckoutOptions
  /** Those of the environment that the store runs in: a case of the test environment is no money once it is live. */
  private readonly openCases: Filters
  private readonly eventBus: IEventBusModuleService

  constructor(cradle: ModuleCradle & { checkoutRows: CheckoutRows; history: History }) {
    this.rows = cradle.checkoutRows
    this.history = cradle.history
    this.options = cradle.webCheckoutOptions
    this.openCases = { environment: cradle.webCheckoutOptions.environment, attention: { $ne: null } }
    this.eventBus = cradle[Modules.EVENT_BUS]
  }

  /**
   * A person is needed. Told once: the event goes out when the reason changes. What a person has closed is told again only
   * when it has become another case.
   *
   * @param isNew whether it is another case although it looks like the one that was closed
   */
  async open(id: string, reason: AttentionReason, { isNew = false } = {}): Promise<LedgerCheckout> {
    const row = await this.rows.retrieve(id)
    if (!isNew && isResolvedCase(row, reason)) {
      return row
    }
    const changed = await this.rows
      .standing()
      .where({ id })
      .whereRaw("(attention IS DISTINCT FROM ? OR resolved_at IS NOT NULL OR ?)", [reason, isNew])
      .update({
        attention: reason,
        attention_at: new Date(),
        told_at: null,
        resolved_at: null,
        ...afterOpening({ ...row, attention: reason }),
        updated_at: this.rows.now(),
      })
    if (changed > 0) {
      const data: CheckoutAttention = { id, reason }
      await this.eventBus.emit({ name: CHECKOUT_EVENTS.ATTENTION, data })
    }
    return this.rows.retrieve(id)
  }

  /**
   * A person has dealt with the case. It is closed and written down in one transaction.
   *
   * @param by who has, and how
   * @param seen the case that the person has seen (`seenAs`), where that is known: no other is closed
   * @throws MedusaError NOT_ALLOWED when the row needs nobody; CONFLICT when it has become another case
   */
  async resolve(id: string, by: { actor_id: string; note: string }, seen?: string): Promise<LedgerCheckout> {
    const row = await this.rows.retrieve(id)
    if (row.attention === null && seen === undefined) {
      throw notAllowed("This payment has no open case.")
    }
    const isAnother = seen !== undefined && seenAs(row) !== seen
    if (isAnother || row.attention === null || !(await this.close(row, row.attention, by))) {
      throw new MedusaError(
        MedusaError.Types.CONFLICT,
        "The case of this payment has changed. Check the new case, then close it."
      )
    }
    return this.rows.retrieve(id)
  }

  /**
   * Nobody can ask about an account's payments any more: those that have had no answer for `giveUpAfterHours`, and that Medusa has not
   * followed or whose authorization may lapse, become cases. Told together: `recordTold` is the caller's.
   *
   * @returns those that have
   */
  async openUnansweredOf(account: string): Promise<LedgerCheckout[]> {
    const reason: AttentionReason = "unanswered"
    const opened: StoredColumns[] = await this.rows
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
      // What is looked at monthly has no old answer before it was asked in vain.
      .whereRaw(
        `COALESCE(last_checked_at, created_at) < now() - ? * interval '1 hour'
           - CASE WHEN created_at < now() - interval '90 days' AND check_count >= 60 THEN interval '36 days' ELSE interval '0' END`,
        [this.options.reconcile.giveUpAfterHours]
      )
      .update({
        attention: reason,
        attention_at: new Date(),
        told_at: null,
        resolved_at: null,
        next_check_at: this.rows.knex.raw("CASE WHEN status = 'settled' THEN NULL ELSE now() + interval '1 day' END"),
        watch_at: this.rows.knex.raw("CASE WHEN status = 'settled' THEN now() + interval '1 day' ELSE watch_at END"),
        updated_at: this.rows.now(),
      })
      .returning("*")
    const events = opened.map(({ id }) => ({ name: CHECKOUT_EVENTS.ATTENTION, data: { id, reason } }))
    if (events.length > 0) {
      await this.eventBus.emit(events)
    }
    return opened.map((columns) => this.rows.fromColumns(columns))
  }

  /** How many payments of an account have become `unanswered`, since a moment, and still are. */
  async countUnanswered(account: string, since = new Date(0)): Promise<number> {
    return this.rows.count({ ...this.openCases, attention: "unanswered", account, attention_at: { $gte: since } })
  }

  /** The merchant accounts of the ledger's rows. */
  async listAccounts(): Promise<{ account: string; count: number }[]> {
    return this.rows
      .standing()
      .where({ environment: this.options.environment })
      .where((rows) => void rows.whereNotNull("next_check_at").orWhereNotNull("watch_at"))
      .groupBy("account")
      .select("account", this.rows.knex.raw("count(*)::int AS count"))
  }

  /** How many payments' money has been reserved since days (in UTC) that lie so many days back. */
  async countReservedFor(days: number[], now: Date): Promise<number> {
    return this.rows
      .standing()
      .where({ environment: this.options.environment })
      .whereRaw("(?::timestamptz AT TIME ZONE 'UTC')::date - (reserved_at AT TIME ZONE 'UTC')::date = ANY(?)", [
        now,
        days,
      ])
      .count<{ count: string }[]>("id AS count")
      .then(([{ count }]) => Number(count))
  }

  /** A case has turned out to be none. */
  async withdraw(id: string, attention: AttentionReason): Promise<LedgerCheckout> {
    await this.rows.standing().where({ id, attention }).update({ attention: null, updated_at: this.rows.now() })
    return this.rows.retrieve(id)
  }

  /** Cases that nobody has been told of yet, the oldest first. */
  async listUntold(limit: number): Promise<LedgerCheckout[]> {
    return this.rows.list({ ...this.openCases, told_at: null }, { take: limit, order: { attention_at: "ASC" } })
  }

  /** Open cases, the oldest first. */
  async listOpen(limit: number): Promise<LedgerCheckout[]> {
    return this.rows.list(this.openCases, { take: limit, order: { attention_at: "ASC" } })
  }

  async countOpen(): Promise<number> {
    return this.rows.count(this.openCases)
  }

  /** People were told of the case as it was read; one that has become another since is told too. */
  async recordTold({ id, attention_at }: LedgerCheckout): Promise<void> {
    await this.rows
      .standing()
      .where({ id })
      .whereRaw(OPENED_AT, [attention_at && new Date(attention_at)])
      .update({ told_at: new Date() })
  }

  /** @returns whether it was closed: it still was the case that was read */
  private async close(
    row: LedgerCheckout,
    attention: AttentionReason,
    by: { actor_id: string; note: string }
  ): Promise<boolean> {
    return this.rows.knex.transaction(async (transaction) => {
      const closed = await this.rows
        .standing(transaction)
        .where({ id: row.id, attention, status: row.status })
        .whereRaw(OPENED_AT, [row.attention_at && new Date(row.attention_at)])
        .where({
          gateway_status: row.gateway_status,
          total_refunded: row.total_refunded,
          gateway_amount: row.gateway_amount,
        })
        .update({
          attention: null,
          resolved_at: new Date(),
          resolved_as: caseOf(row, attention),
          ...afterResolution(row),
          updated_at: this.rows.now(),
        })
      if (closed > 0) {
        await this.history.record({ subject_id: row.id, action: "resolve", ...by }, transaction)
      }
      return closed > 0
    })
  }
}
