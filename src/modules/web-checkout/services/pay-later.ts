import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { ModuleCradle } from "../cradle"
import { Table } from "../table"

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
  due_at: Date | null
  created_at: Date
}

/** The carts that were completed without being paid yet, and what the job has to do about them. */
export class PayLater {
  private readonly purchases: Table<UnpaidPurchase>
  private readonly knex: Knex
  private readonly environment: string

  constructor(cradle: ModuleCradle) {
    this.purchases = new Table(cradle.webcheckoutPayLaterService, cradle.baseRepository)
    this.knex = cradle[ContainerRegistrationKeys.PG_CONNECTION]
    this.environment = cradle.webCheckoutOptions.environment
  }

  /**
   * A cart is being completed: written before its order is placed, so that no kill and no lost event leaves the order without its
   * link. One that was tried before, and became no order, is due anew.
   */
  async note(session: { id: string; payment_collection_id: string }): Promise<void> {
    const find = () => this.purchases.first({ payment_session_id: session.id })
    const known = await find()
    if (!known) {
      await this.purchases
        .create({
          payment_session_id: session.id,
          payment_collection_id: session.payment_collection_id,
          environment: this.environment,
          due_at: new Date(),
        })
        .catch(async (error: unknown) => {
          // A double click: the other one has just written it.
          if (!(await find())) {
            throw error
          }
        })
    } else {
      // `created_at` says how long Medusa has been completing the cart, and which of a cart's sessions is the latest.
      const now = new Date()
      const anew = known.order_id === null ? { created_at: now } : {}
      await this.knex(TABLE)
        .where({ id: known.id })
        .update({ ...anew, due_at: now, updated_at: now })
    }
  }

  /** Those that something is to be done about, the ones that wait longest. */
  async listDue(limit: number): Promise<UnpaidPurchase[]> {
    return this.purchases.list(
      { environment: this.environment, due_at: { $lte: new Date() } },
      { take: limit, order: { due_at: "ASC", id: "ASC" } }
    )
  }

  /** The one that has become an order, or is about to. */
  async findOf(filters: { payment_collection_id: string[] }): Promise<UnpaidPurchase | undefined> {
    return filters.payment_collection_id.length === 0
      ? undefined
      : this.purchases.first({ ...filters, environment: this.environment }, { created_at: "DESC" })
  }

  /** @throws MedusaError NOT_FOUND */
  async retrieve(id: string): Promise<UnpaidPurchase> {
    return this.purchases.retrieve(id)
  }

  async update(
    id: string,
    values: Partial<Pick<UnpaidPurchase, "order_id" | "is_seen_to" | "due_at">>
  ): Promise<UnpaidPurchase> {
    await this.knex(TABLE)
      .whereNull("deleted_at")
      .where({ id })
      .update({ ...values, updated_at: new Date() })
    return this.retrieve(id)
  }
}
