import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys, generateEntityId } from "@medusajs/framework/utils"
import type { ModuleCradle } from "../cradle"
import { Table } from "../table"
import type { Tasks } from "./tasks"

const TABLE = "webcheckout_pay_later"

/** A cart that was completed without being paid yet, as it is stored. */
export interface UnpaidPurchase {
  id: string
  payment_session_id: string
  payment_collection_id: string
  environment: string
  /** The order that it has become, once that is known. */
  order_id: string | null
  /** Whether its link is made, and the mail with it on its way. */
  is_seen_to: boolean
  created_at: Date
}

/** The carts that were completed without being paid yet. What is to be done about each is a task. */
export class PayLater {
  private readonly purchases: Table<UnpaidPurchase>
  private readonly knex: Knex
  private readonly environment: string
  private readonly tasks: Tasks

  constructor(cradle: ModuleCradle & { tasks: Tasks }) {
    this.tasks = cradle.tasks
    this.purchases = new Table(cradle.webcheckoutPayLaterService, cradle.baseRepository)
    this.knex = cradle[ContainerRegistrationKeys.PG_CONNECTION]
    this.environment = cradle.webCheckoutOptions.environment
  }

  /**
   * A cart is being completed: written before its order is placed, so that no kill and no lost event leaves the order without its
   * link. One that was tried before, and became no order, is due anew.
   */
  async note(session: { id: string; payment_collection_id: string }): Promise<void> {
    const { payment_collection_id } = session
    const now = new Date()
    await this.knex.transaction(async (transaction) => {
      const [{ id }] = await transaction(TABLE)
        .insert({
          id: generateEntityId(undefined, "wplat"),
          payment_session_id: session.id,
          payment_collection_id,
          environment: this.environment,
          created_at: now,
        })
        .onConflict(this.knex.raw("(payment_session_id) WHERE deleted_at IS NULL"))
        // `created_at` says how long Medusa has been completing the cart, and which of a cart's sessions is the latest.
        .merge({
          created_at: this.knex.raw(
            `CASE WHEN ${TABLE}.order_id IS NULL THEN excluded.created_at ELSE ${TABLE}.created_at END`
          ),
          updated_at: now,
        })
        .returning<{ id: string }[]>("id")
      await this.tasks.schedule("see_to_unpaid_order", id, { knex: transaction })
    })
  }

  /** The one that has become an order, or is about to. */
  async findOf(filters: { payment_collection_id: string[] }): Promise<UnpaidPurchase | undefined> {
    return filters.payment_collection_id.length === 0
      ? undefined
      : this.purchases.first({ ...filters, environment: this.environment }, { created_at: "DESC" })
  }

  async find(id: string): Promise<UnpaidPurchase | undefined> {
    return this.purchases.first({ id })
  }

  /** @throws MedusaError NOT_FOUND */
  async retrieve(id: string): Promise<UnpaidPurchase> {
    return this.purchases.retrieve(id)
  }

  async update(id: string, values: Partial<Pick<UnpaidPurchase, "order_id" | "is_seen_to">>): Promise<UnpaidPurchase> {
    await this.knex(TABLE)
      .whereNull("deleted_at")
      .where({ id })
      .update({ ...values, updated_at: new Date() })
    return this.retrieve(id)
  }
}
