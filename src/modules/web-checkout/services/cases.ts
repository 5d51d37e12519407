import type { IEventBusModuleService } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { ModuleCradle } from "../cradle"
import { notAllowed } from "../errors"
import { CHECKOUT_EVENTS, type CheckoutAttention } from "../events"
import { afterResolution } from "../rules/check-times"
import { caseOf, isResolvedCase, seenAs } from "../rules/cases"
import type { AttentionReason, CheckoutAction, LedgerCheckout } from "../rules/ledger"
import type { RowAction } from "../rules/time-line"
import { Table, type Filters } from "../table"
import type { CheckoutRows } from "./checkout-rows"

/** When a case was opened, as a row that was read says it. */
const OPENED_AT = "date_trunc('milliseconds', attention_at) IS NOT DISTINCT FROM ?"

/** The rows that need a person, and who did what about them. */
export class Cases {
  private readonly rows: CheckoutRows
  private readonly actions: Table<RowAction>
  /** Those of the environment that the store runs in: a case of the test environment is no money once it is live. */
  private readonly openCases: Filters
  private readonly eventBus: IEventBusModuleService

  constructor(cradle: ModuleCradle & { checkoutRows: CheckoutRows }) {
    this.rows = cradle.checkoutRows
    this.actions = new Table(cradle.webcheckoutActionService, cradle.baseRepository)
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
        next_check_at: null,
        updated_at: this.rows.now(),
      })
    if (changed > 0) {
      const data: CheckoutAttention = { id, reason }
      await this.eventBus.emit({ name: CHECKOUT_EVENTS.ATTENTION, data })
    }
    return this.rows.retrieve(id)
  }

  /**
   * A person has dealt with the case.
   *
   * @param seen the case that the person has seen (`seenAs`), where that is known: no other is closed
   * @throws MedusaError NOT_ALLOWED when the row needs nobody, or has become another case
   */
  async resolve(id: string, seen?: string): Promise<LedgerCheckout> {
    const row = await this.rows.retrieve(id)
    if (row.attention === null) {
      throw notAllowed(`The checkout ${id} needs nobody: there is no case to resolve.`)
    }
    const isAnother = seen !== undefined && seenAs(row) !== seen
    if (isAnother || (await this.close(row, row.attention)) === 0) {
      throw notAllowed(`The checkout ${id} has become another case. Look at it again.`)
    }
    return this.rows.retrieve(id)
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

  /** Who did what about some rows, the oldest first. */
  async listActions(ledgerIds: string[]): Promise<RowAction[]> {
    return this.actions.list({ ledger_id: ledgerIds }, { order: { created_at: "ASC" } })
  }

  /** Writes down who did what. */
  async recordAction(action: {
    ledger_id: string
    action: CheckoutAction
    actor_id: string
    note?: string
  }): Promise<void> {
    await this.actions.create(action)
  }

  private async close(row: LedgerCheckout, attention: AttentionReason): Promise<number> {
    return this.rows
      .standing()
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
  }
}
