import { OwnService } from "../own-service"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import type { CheckoutAction } from "../rules/ledger"
import type { HistoryRow } from "../rules/time-line"
import type { SubscriptionAction } from "../rules/subscription-states"

/** A new history entry: an action on a checkout or a subscription. */
export interface NewAction {
  /** The checkout's or the subscription's id. */
  subject_id: string
  action: CheckoutAction | SubscriptionAction
  /** The id of an admin user, or the plugin; missing if nobody caused the action. */
  actor_id?: string
  note?: string
}

/** The actions on checkouts and subscriptions, with actor and time. */
export class History extends OwnService {
  private readonly table = this.tableOf<HistoryRow>("History")

  /** The actions on these checkouts or subscriptions, the oldest first. */
  async list(subjectIds: string[]): Promise<HistoryRow[]> {
    return this.table.list({ subject_id: subjectIds }, { order: { created_at: "ASC" } })
  }

  /** @param knex the transaction in which to write the entry */
  async record({ action, ...entry }: NewAction, knex: Knex = this.knex): Promise<void> {
    await knex("webcheckout_history").insert({ id: generateEntityId(undefined, "whis"), what: action, ...entry })
  }
}
