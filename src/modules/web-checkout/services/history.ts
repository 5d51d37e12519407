import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys, generateEntityId } from "@medusajs/framework/utils"
import type { ModuleCradle } from "../cradle"
import type { CheckoutAction } from "../rules/ledger"
import type { HistoryRow } from "../rules/time-line"
import type { SubscriptionAction } from "../rules/subscription-states"
import { Table } from "../table"

/** Somebody did something about a checkout or a subscription. */
export interface NewAction {
  /** The checkout's or the subscription's id. */
  subject_id: string
  action: CheckoutAction | SubscriptionAction
  /** An admin user's id, or the plugin; not there for what happened by itself. */
  actor_id?: string
  note?: string
}

/** What happened to checkouts and subscriptions, who did it, and when. */
export class History {
  private readonly table: Table<HistoryRow>
  private readonly knex: Knex

  constructor(cradle: ModuleCradle) {
    this.table = new Table(cradle.webcheckoutHistoryService, cradle.baseRepository)
    this.knex = cradle[ContainerRegistrationKeys.PG_CONNECTION]
  }

  /** Of some checkouts or subscriptions, the oldest first. */
  async list(subjectIds: string[]): Promise<HistoryRow[]> {
    return this.table.list({ subject_id: subjectIds }, { order: { created_at: "ASC" } })
  }

  /** @param knex the transaction that it belongs to */
  async record({ action, ...entry }: NewAction, knex: Knex = this.knex): Promise<void> {
    await knex("webcheckout_history").insert({ id: generateEntityId(undefined, "whis"), what: action, ...entry })
  }
}
