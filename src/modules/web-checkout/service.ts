import { MedusaError } from "@medusajs/framework/utils"
import { LedgerService } from "./ledger-service"
import { backoffMs } from "./rules/check-times"
import {
  SUBSCRIPTION_EVENTS,
  type SubscriptionAction,
  type SubscriptionAttention,
  type SubscriptionRow,
  type SubscriptionRowStatus,
} from "./subscription"

const SUBSCRIPTION = "webcheckout_subscription"
/** A call whose answer was lost may still be carried out: it is searched for when it must have been. */
const SEARCH_AFTER_MS = 60_000

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
        next_check_at: new Date(Date.now() + subscriptionLostAfterMs(this.options.timeoutMs)),
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
    return this.moveSubscription(id, ["creating"], {
      status,
      failure,
      // With the extended operations the job looks in a minute whether the gateway has it after all.
      next_check_at:
        status === "unconfirmed" && this.options.extendedApi ? new Date(Date.now() + SEARCH_AFTER_MS) : null,
    })
  }

  /** unconfirmed or rejected → creating: a person has decided that the gateway has no such subscription. */
  async reopenSubscription(id: string): Promise<SubscriptionRow> {
    return this.moveSubscription(id, ["unconfirmed", "rejected"], {
      status: "creating",
      failure: null,
      sent_at: new Date(),
      check_count: 0,
      next_check_at: new Date(Date.now() + subscriptionLostAfterMs(this.options.timeoutMs)),
    })
  }

  /** Writes down what the gateway shows of a subscription it has. Told only when something changed. */
  async recordSubscriptionAnswer(id: string, answer: SubscriptionAnswer, askedAt: Date): Promise<SubscriptionRow> {
    const before = await this.subscription(id)
    await this.knex(SUBSCRIPTION)
      .where({ id })
      .whereNotIn("status", ["creating", "rejected", "unconfirmed"])
      .whereRaw("(last_checked_at IS NULL OR last_checked_at <= ?)", [askedAt])
      .update({
        ...answer,
        last_checked_at: askedAt,
        updated_at: new Date(),
        // The gateway sends no more links: what a person was told of is over.
        ...(answer.status === "active" || answer.status === "created" ? {} : { attention: null }),
      })
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

  /**
   * Takes those whose create call can no longer be under way, or has had no answer: the gateway may show them. Each comes
   * due ever less often.
   */
  async claimLostSubscriptions(limit: number): Promise<SubscriptionRow[]> {
    const claimed: { rows: { id: string }[] } = await this.knex.raw(
      `UPDATE ${SUBSCRIPTION} SET check_count = check_count + 1, next_check_at = now() + ? * interval '1 millisecond'
       WHERE id IN (
         SELECT id FROM ${SUBSCRIPTION}
         WHERE environment = ? AND next_check_at <= now() AND deleted_at IS NULL
         ORDER BY next_check_at LIMIT ? FOR UPDATE SKIP LOCKED
       ) RETURNING id`,
      [backoffMs(1), this.options.environment, limit]
    )
    const ids = claimed.rows.map(({ id }) => id)
    return ids.length > 0 ? this.listWebcheckoutSubscriptions({ id: ids }) : []
  }

  /** When the job looks for it again; null when there is nothing left to look for. */
  async scheduleSubscription(id: string, at: Date | null): Promise<void> {
    await this.knex(SUBSCRIPTION).where({ id }).update({ next_check_at: at })
  }

  /** What the store knew of a deleted customer goes: name, e-mail, phone and what was searched by them. */
  async eraseSubscriber(row: SubscriptionRow): Promise<void> {
    await this.knex(SUBSCRIPTION).where({ id: row.id }).update({
      first_name: null,
      last_name: null,
      email: null,
      phone: null,
      search_text: row.description,
      erased_at: new Date(),
      // Without the person, another's equal subscription could be taken for this one.
      next_check_at: null,
      updated_at: new Date(),
    })
  }

  /** A person must look at a subscription, or no longer. Told when it begins. */
  async recordSubscriptionAttention(id: string, reason: SubscriptionAttention | null): Promise<SubscriptionRow> {
    const changed = await this.knex(SUBSCRIPTION)
      .where({ id })
      .whereRaw("attention IS DISTINCT FROM ?", [reason])
      .update({ attention: reason, updated_at: new Date() })
    if (changed > 0 && reason !== null) {
      await this.eventBus.emit({ name: SUBSCRIPTION_EVENTS.ATTENTION, data: { id, reason } })
    }
    return this.subscription(id)
  }

  /** A customer's subscriptions of which the store still knows the person. */
  async listSubscriptionsOf(customerId: string): Promise<SubscriptionRow[]> {
    return this.listWebcheckoutSubscriptions({ customer_id: customerId, erased_at: null })
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
    const row = await this.moveSubscription(id, [from], {
      ...answer,
      failure: null,
      last_checked_at: new Date(),
      next_check_at: null,
    })
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

/** A call, its retries and what is written of it: after this no process is at it any more. */
function subscriptionLostAfterMs(timeoutMs: number): number {
  return 3 * timeoutMs
}

function searchTextOf(row: NewSubscription): string {
  return [row.description, row.first_name, row.last_name, row.email, row.phone].filter(Boolean).join(" ")
}
