import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { IEventBusModuleService } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils"
import type { ModuleCradle } from "../cradle"
import { SUBSCRIPTION_EVENTS } from "../events"
import type { WebCheckoutOptions } from "../options"
import { backoffMs, SEARCH_AFTER_MS, workLostAfterMs } from "../rules/check-times"
import {
  PERSON_FIELDS,
  type NewSubscription,
  type SubscriptionAnswer,
  type SubscriptionAttention,
  type SubscriptionRow,
} from "../subscription"
import { Table, type Filters } from "../table"
import { OVER, SUBSCRIPTION_TRANSITIONS, type SubscriptionTransition } from "../rules/subscription-states"

const SUBSCRIPTION = "webcheckout_subscription"

/** The recurring payment links: one row for every one that was ever asked for. */
export class Subscriptions {
  private readonly table: Table<SubscriptionRow>
  /** Those of the environment that the store runs in. */
  private readonly inNeed: Filters
  private readonly options: WebCheckoutOptions
  private readonly eventBus: IEventBusModuleService
  private readonly knex: Knex

  constructor(cradle: ModuleCradle) {
    this.table = new Table(cradle.webcheckoutSubscriptionService, cradle.baseRepository)
    this.options = cradle.webCheckoutOptions
    this.inNeed = { environment: this.options.environment, attention: { $ne: null } }
    this.eventBus = cradle[Modules.EVENT_BUS]
    this.knex = cradle[ContainerRegistrationKeys.PG_CONNECTION]
  }

  /**
   * Commits the row that must stand before the create call.
   *
   * @returns `isNew: false` with the row of an earlier request that carried the same key
   */
  async create(subscription: NewSubscription): Promise<{ row: SubscriptionRow; isNew: boolean }> {
    const known = await this.find({ idempotency_key: subscription.idempotency_key })
    if (known) {
      return { row: known, isNew: false }
    }
    try {
      const row = await this.table.create({
        ...subscription,
        environment: this.options.environment,
        status: "creating",
        sent_at: new Date(),
        next_check_at: new Date(Date.now() + workLostAfterMs(this.options.timeoutMs)),
        search_text: searchTextOf(subscription),
      })
      return { row, isNew: true }
    } catch (error) {
      const winner = await this.find({ idempotency_key: subscription.idempotency_key })
      if (winner) {
        return { row: winner, isNew: false }
      }
      throw error
    }
  }

  async find(filters: Partial<Pick<SubscriptionRow, "id" | "idempotency_key">>): Promise<SubscriptionRow | undefined> {
    return this.table.first(filters)
  }

  /** @throws MedusaError NOT_FOUND */
  async retrieve(id: string): Promise<SubscriptionRow> {
    return this.table.retrieve(id)
  }

  /** creating → created, or the gateway's own status where its answer shows one. */
  async recordCreated(id: string, answer: SubscriptionAnswer): Promise<SubscriptionRow> {
    return this.recordExisting(id, "created", answer)
  }

  /** unconfirmed → what the gateway shows: the lost call did create it. */
  async recordFound(id: string, answer: SubscriptionAnswer): Promise<SubscriptionRow> {
    return this.recordExisting(id, "found", answer)
  }

  /** creating → rejected or unconfirmed. `failure` must hold no personal data. */
  async recordNotCreated(id: string, status: "rejected" | "unconfirmed", failure: string): Promise<SubscriptionRow> {
    const isSearched = status === "unconfirmed" && this.options.extendedApi
    const row = await this.change(id, "not_created", {
      status,
      failure,
      // With the extended operations the job looks in a minute whether the gateway has it after all; without them it tells a person,
      // should this process die before it does.
      next_check_at: status === "unconfirmed" ? new Date(Date.now() + SEARCH_AFTER_MS) : null,
    })
    return status === "unconfirmed" && !isSearched ? this.recordAttention(id, "unconfirmed") : row
  }

  /** unconfirmed or rejected → creating: a person has decided that the gateway has no such subscription. */
  async reopen(id: string): Promise<SubscriptionRow> {
    return this.change(id, "reopened", {
      status: "creating",
      failure: null,
      sent_at: new Date(),
      check_count: 0,
      next_check_at: new Date(Date.now() + workLostAfterMs(this.options.timeoutMs)),
    })
  }

  /** Writes down what the gateway shows of a subscription it has. Told only when something changed. */
  async recordAnswer(id: string, answer: SubscriptionAnswer, askedAt: Date): Promise<SubscriptionRow> {
    const before = await this.retrieve(id)
    await this.knex(SUBSCRIPTION)
      .where({ id })
      .whereIn("status", [...SUBSCRIPTION_TRANSITIONS.answered])
      .whereRaw("(last_checked_at IS NULL OR last_checked_at <= ?)", [askedAt])
      .update({
        ...answer,
        last_checked_at: askedAt,
        updated_at: new Date(),
        // The gateway sends no more links: what a person was told of is over.
        ...(OVER.includes(answer.status) ? { attention: null } : {}),
      })
    const after = await this.retrieve(id)
    if (before.status !== after.status) {
      await this.eventBus.emit({ name: SUBSCRIPTION_EVENTS.UPDATED, data: { id } })
    }
    return after
  }

  /**
   * Takes those whose create call can no longer be under way, or has had no answer: the gateway may show them. Each comes
   * due ever less often.
   */
  async claimLost(limit: number): Promise<SubscriptionRow[]> {
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
    return ids.length > 0 ? this.table.list({ id: ids }) : []
  }

  /** When the job looks for it again; null when there is nothing left to look for. */
  async schedule(id: string, at: Date | null): Promise<void> {
    await this.knex(SUBSCRIPTION).where({ id }).update({ next_check_at: at })
  }

  /** What the store knew of a deleted customer goes: name, e-mail, phone and what was searched by them. */
  async erasePerson(row: SubscriptionRow): Promise<void> {
    await this.knex(SUBSCRIPTION)
      .where({ id: row.id })
      .update({
        ...Object.fromEntries(PERSON_FIELDS.map((field) => [field, null])),
        search_text: row.description,
        erased_at: new Date(),
        // Without the person, another's equal subscription could be taken for this one.
        next_check_at: null,
        updated_at: new Date(),
      })
  }

  /** A person must look at a subscription, or no longer. Told when it begins. */
  async recordAttention(id: string, reason: SubscriptionAttention | null): Promise<SubscriptionRow> {
    const changed = await this.knex(SUBSCRIPTION)
      .where({ id })
      .whereRaw("attention IS DISTINCT FROM ?", [reason])
      // A deleted customer is the graver case.
      .whereRaw("(? <> 'unconfirmed' OR attention IS NULL)", [reason ?? ""])
      .update({
        attention: reason,
        ...(reason === null ? {} : { attention_at: new Date(), told_at: null }),
        // It is a person's now: the job has nothing left to look for.
        ...(reason === "unconfirmed" ? { next_check_at: null } : {}),
        updated_at: new Date(),
      })
    if (changed > 0 && reason !== null) {
      await this.eventBus.emit({ name: SUBSCRIPTION_EVENTS.ATTENTION, data: { id, reason } })
    }
    return this.retrieve(id)
  }

  /** Those that a person must look at, and nobody was told of yet, the oldest first. */
  async listUntold(limit: number): Promise<SubscriptionRow[]> {
    return this.table.list({ ...this.inNeed, told_at: null }, { take: limit, order: { attention_at: "ASC" } })
  }

  /** Those that a person must look at, the oldest first. */
  async listInNeed(limit: number): Promise<SubscriptionRow[]> {
    return this.table.list(this.inNeed, { take: limit, order: { attention_at: "ASC" } })
  }

  async countInNeed(): Promise<number> {
    return this.table.count(this.inNeed)
  }

  /** People were told of the case as it was read; one that has begun anew since is told too. */
  async recordTold({ id, attention_at }: SubscriptionRow): Promise<void> {
    await this.knex(SUBSCRIPTION)
      .where({ id })
      .whereRaw("date_trunc('milliseconds', attention_at) IS NOT DISTINCT FROM ?", [
        attention_at && new Date(attention_at),
      ])
      .update({ told_at: new Date() })
  }

  /** A customer's subscriptions of which the store still knows the person. */
  async listOfCustomer(customerId: string): Promise<SubscriptionRow[]> {
    return this.table.list({ customer_id: customerId, erased_at: null })
  }

  /** The customers of whom the store still knows something, by their ids, those after one. */
  async listCustomers(after: string, limit: number): Promise<string[]> {
    return this.knex(SUBSCRIPTION)
      .distinct("customer_id")
      .whereNull("erased_at")
      .whereNull("deleted_at")
      .where("customer_id", ">", after)
      .orderBy("customer_id")
      .limit(limit)
      .pluck<string[]>("customer_id")
  }

  /** Those of the gateway's ids that one of our rows stands for. */
  async listTakenIds(subscriptionIds: string[]): Promise<Set<string>> {
    const taken = await this.table.list({
      environment: this.options.environment,
      subscription_id: subscriptionIds,
    })
    return new Set(taken.flatMap(({ subscription_id }) => subscription_id ?? []))
  }

  private async recordExisting(
    id: string,
    transition: SubscriptionTransition,
    answer: SubscriptionAnswer
  ): Promise<SubscriptionRow> {
    const row = await this.change(id, transition, {
      ...answer,
      failure: null,
      last_checked_at: new Date(),
      next_check_at: null,
    })
    await this.eventBus.emit({ name: SUBSCRIPTION_EVENTS.CREATED, data: { id } })
    return row
  }

  private async change(
    id: string,
    transition: SubscriptionTransition,
    changes: Partial<SubscriptionRow>
  ): Promise<SubscriptionRow> {
    const from: readonly string[] = SUBSCRIPTION_TRANSITIONS[transition]
    const changed = await this.knex(SUBSCRIPTION)
      .where({ id })
      .whereIn("status", [...from])
      .update({
        ...changes,
        // Whatever it becomes, that nobody knows of it is over.
        attention: this.knex.raw("NULLIF(attention, 'unconfirmed')"),
        updated_at: new Date(),
      })
    if (changed === 0) {
      throw new MedusaError(MedusaError.Types.NOT_ALLOWED, `The subscription ${id} is no longer ${from.join(" or ")}.`)
    }
    return this.retrieve(id)
  }
}

function searchTextOf(row: NewSubscription): string {
  return [row.description, row.first_name, row.last_name, row.email, row.phone].filter(Boolean).join(" ")
}
