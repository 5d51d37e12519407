import { MedusaError } from "@medusajs/framework/utils"
import { LedgerService } from "./ledger-service"
import {
  SUBSCRIPTION_EVENTS,
  type SubscriptionAction,
  type SubscriptionRow,
  type SubscriptionRowStatus,
} from "./subscription"

const SUBSCRIPTION = "webcheckout_subscription"

/** What a new subscription row must know before the create call. */
export type NewSubscription = Pick<
  SubscriptionRow,
  | "idempotency_key"
  | "account"
  | "description"
  | "currency_code"
  | "amount"
  | "start_date"
  | "end_date"
  | "send_on_hour"
  | "send_every"
  | "customer_id"
  | "gateway_customer_id"
  | "first_name"
  | "last_name"
  | "email"
  | "phone"
>

/** What the gateway has told of a subscription. */
export type SubscriptionAnswer = Partial<Pick<SubscriptionRow, "subscription_id" | "display_id">> & {
  status: SubscriptionRowStatus
}

/** The module behind the key `webCheckout`: the ledger of checkouts and the subscriptions. */
export class WebCheckoutService extends LedgerService {
  /**
   * Commits the row that must stand before the create call.
   *
   * @returns `isNew: false` with the row of an earlier request that carried the same key
   */
  async openSubscription(subscription: NewSubscription): Promise<{ row: SubscriptionRow; isNew: boolean }> {
    const known = await this.findSubscription({ idempotency_key: subscription.idempotency_key })
    if (known) {
      return { row: known, isNew: false }
    }
    try {
      const row = await this.createWebcheckoutSubscriptions({
        ...subscription,
        environment: this.options.environment,
        status: "creating",
        sent_at: new Date(),
        search_text: searchTextOf(subscription),
      })
      return { row, isNew: true }
    } catch (error) {
      const winner = await this.findSubscription({ idempotency_key: subscription.idempotency_key })
      if (winner) {
        return { row: winner, isNew: false }
      }
      throw error
    }
  }

  async findSubscription(
    filters: Partial<Pick<SubscriptionRow, "id" | "idempotency_key">>
  ): Promise<SubscriptionRow | undefined> {
    const [row] = await this.listWebcheckoutSubscriptions(filters, { take: 1 })
    return row
  }

  /** @throws MedusaError NOT_FOUND */
  async subscription(id: string): Promise<SubscriptionRow> {
    return this.retrieveWebcheckoutSubscription(id)
  }

  /** creating → created, or the gateway's own status where its answer shows one. */
  async recordSubscriptionCreated(id: string, answer: SubscriptionAnswer): Promise<SubscriptionRow> {
    return this.subscriptionExists(id, "creating", answer)
  }

  /** unconfirmed → what the gateway shows: the lost call did create it. */
  async recordSubscriptionFound(id: string, answer: SubscriptionAnswer): Promise<SubscriptionRow> {
    return this.subscriptionExists(id, "unconfirmed", answer)
  }

  /** creating → rejected or unconfirmed. `failure` must hold no personal data. */
  async recordSubscriptionFailed(
    id: string,
    status: "rejected" | "unconfirmed",
    failure: string
  ): Promise<SubscriptionRow> {
    return this.moveSubscription(id, ["creating"], { status, failure })
  }

  /** unconfirmed or rejected → creating: a person has decided that the gateway has no such subscription. */
  async reopenSubscription(id: string): Promise<SubscriptionRow> {
    return this.moveSubscription(id, ["unconfirmed", "rejected"], {
      status: "creating",
      failure: null,
      sent_at: new Date(),
    })
  }

  /** A row whose process died in the create call: nobody knows whether it happened. */
  async recordSubscriptionLost(id: string, before: Date, failure: string): Promise<boolean> {
    const changed = await this.knex(SUBSCRIPTION)
      .where({ id, status: "creating" })
      .where("sent_at", "<", before)
      .update({ status: "unconfirmed", failure, updated_at: new Date() })
    return changed > 0
  }

  /** Writes down what the gateway shows of a subscription it has. Told only when something changed. */
  async recordSubscriptionAnswer(id: string, answer: SubscriptionAnswer, askedAt: Date): Promise<SubscriptionRow> {
    const before = await this.subscription(id)
    await this.knex(SUBSCRIPTION)
      .where({ id })
      .whereNotIn("status", ["creating", "rejected", "unconfirmed"])
      .whereRaw("(last_checked_at IS NULL OR last_checked_at <= ?)", [askedAt])
      .update({ ...answer, last_checked_at: askedAt, updated_at: new Date() })
    const after = await this.subscription(id)
    if (before.status !== after.status) {
      await this.eventBus.emit({ name: SUBSCRIPTION_EVENTS.UPDATED, data: { id } })
    }
    return after
  }

  async recordSubscriptionAction(action: {
    webcheckout_subscription_id: string
    action: SubscriptionAction
    actor_id?: string
    note?: string
  }): Promise<void> {
    await this.createWebcheckoutSubscriptionActions(action)
  }

  /** Those whose create call can no longer be under way. */
  async listLostSubscriptions(sentBefore: Date): Promise<SubscriptionRow[]> {
    return this.listWebcheckoutSubscriptions(
      { environment: this.options.environment, status: "creating", sent_at: { $lt: sentBefore } },
      { take: 100 }
    )
  }

  /** Those of the gateway's ids that one of our rows stands for. */
  async listTakenSubscriptionIds(subscriptionIds: string[]): Promise<Set<string>> {
    const taken = await this.listWebcheckoutSubscriptions({
      environment: this.options.environment,
      subscription_id: subscriptionIds,
    })
    return new Set(taken.flatMap(({ subscription_id }) => subscription_id ?? []))
  }

  private async subscriptionExists(
    id: string,
    from: "creating" | "unconfirmed",
    answer: SubscriptionAnswer
  ): Promise<SubscriptionRow> {
    const row = await this.moveSubscription(id, [from], { ...answer, failure: null, last_checked_at: new Date() })
    await this.eventBus.emit({ name: SUBSCRIPTION_EVENTS.CREATED, data: { id } })
    return row
  }

  private async moveSubscription(
    id: string,
    from: SubscriptionRowStatus[],
    changes: Partial<SubscriptionRow>
  ): Promise<SubscriptionRow> {
    const changed = await this.knex(SUBSCRIPTION)
      .where({ id })
      .whereIn("status", from)
      .update({ ...changes, updated_at: new Date() })
    if (changed === 0) {
      throw new MedusaError(MedusaError.Types.NOT_ALLOWED, `The subscription ${id} is no longer ${from.join(" or ")}.`)
    }
    return this.subscription(id)
  }
}

function searchTextOf(row: NewSubscription): string {
  return [row.description, row.first_name, row.last_name, row.email, row.phone].filter(Boolean).join(" ")
}
