import { notAllowed } from "../errors"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { IEventBusModuleService } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, generateEntityId, Modules } from "@medusajs/framework/utils"
import type { ModuleCradle } from "../cradle"
import { SUBSCRIPTION_EVENTS } from "../events"
import type { WebCheckoutOptions } from "../options"
import { searchAt } from "../rules/check-times"
import {
  PERSON_FIELDS,
  type NewSubscription,
  type SubscriptionAnswer,
  type SubscriptionAttention,
  type SubscriptionRow,
} from "../subscription"
import { Table, type Filters } from "../table"
import type { Tasks } from "./tasks"
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
  private readonly tasks: Tasks

  constructor(cradle: ModuleCradle & { tasks: Tasks }) {
    this.tasks = cradle.tasks
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
    const id = generateEntityId(undefined, "wsub")
    await this.scheduleSearch(id)
    try {
      const row = await this.table.create({
        ...subscription,
        id,
        environment: this.options.environment,
        status: "creating",
        sent_at: new Date(),
        search_text: searchTextOf(subscription),
      })
      // Once more: a process that was held up for minutes before it wrote the row has lost the first.
      await this.scheduleSearch(id)
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
    const row = await this.change(id, "not_created", { status, failure })
    return status === "unconfirmed" && !isSearched ? this.recordAttention(id, "unconfirmed") : row
  }

  /** unconfirmed or rejected → creating: a person has decided that the gateway has no such subscription. */
  async reopen(id: string): Promise<SubscriptionRow> {
    await this.scheduleSearch(id)
    return this.change(id, "reopened", { status: "creating", failure: null, sent_at: new Date() })
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

  /** What the store knew of a deleted customer goes: name, e-mail, phone and what was searched by them. */
  async erasePerson(row: SubscriptionRow): Promise<void> {
    await this.knex(SUBSCRIPTION)
      .where({ id: row.id })
      .update({
        ...Object.fromEntries(PERSON_FIELDS.map((field) => [field, null])),
        search_text: row.description,
        erased_at: new Date(),
        updated_at: new Date(),
      })
  }

  /** A person must look at a subscription, or no longer. Told when it begins. */
  async recordAttention(id: string, reason: SubscriptionAttention | null): Promise<SubscriptionRow> {
    if (reason === null) {
      // A person has closed the case: the search must not open it again.
      await this.tasks.drop("search_subscription", id)
    }
    const changed = await this.knex(SUBSCRIPTION)
      .where({ id })
      .whereRaw("attention IS DISTINCT FROM ?", [reason])
      // A deleted customer is the graver case.
      .whereRaw("(? <> 'unconfirmed' OR attention IS NULL)", [reason ?? ""])
      .update({
        attention: reason,
        ...(reason === null ? {} : { attention_at: new Date(), told_at: null }),
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
  async listOpenCases(limit: number): Promise<SubscriptionRow[]> {
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

  /**
   * Before the create call: should its process die, or its answer be lost, the gateway is asked for it once the call can no longer be
   * under way; where nothing can be asked, a person is told.
   */
  private async scheduleSearch(id: string): Promise<void> {
    await this.tasks.schedule("search_subscription", id, { at: searchAt(new Date(), this.options.timeoutMs) })
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
        // Any new status ends the attention `unconfirmed`.
        attention: this.knex.raw("NULLIF(attention, 'unconfirmed')"),
        updated_at: new Date(),
      })
    if (changed === 0) {
      throw notAllowed(`The subscription ${id} is no longer ${from.join(" or ")}.`)
    }
    return this.retrieve(id)
  }
}

function searchTextOf(row: NewSubscription): string {
  return [row.description, row.first_name, row.last_name, row.email, row.phone].filter(Boolean).join(" ")
}
