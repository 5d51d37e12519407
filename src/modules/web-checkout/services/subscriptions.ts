import { OwnService } from "../own-service"
import { notAllowed } from "../errors"
import { generateEntityId } from "@medusajs/framework/utils"
import { SUBSCRIPTION_EVENTS } from "../events"
import { searchAt } from "../rules/check-times"
import {
  PERSON_FIELDS,
  type NewSubscription,
  type SubscriptionAnswer,
  type SubscriptionAttention,
  type SubscriptionRow,
} from "../subscription"
import { inStrictOrder, type Filters, type PageRequest } from "../table"
import type { Tasks } from "./tasks"
import { SENDS_NO_LINKS, SUBSCRIPTION_TRANSITIONS, type SubscriptionTransition } from "../rules/subscription-states"

const SUBSCRIPTION = "webcheckout_subscription"

/** Beyond this offset the rows are counted first, so that a page near the end can be read from the end. */
const DEEP = 5000

/** One create call of a subscription: each has its own `sent_at`. */
type CreateCall = Pick<SubscriptionRow, "id" | "sent_at">

/** The recurring payment links: one row for every link that was ever requested. */
export class Subscriptions extends OwnService<{ tasks: Tasks }> {
  private readonly table = this.tableOf<SubscriptionRow>("Subscription")
  /** Matches subscriptions of the store's environment that need a person. */
  private readonly inNeed: Filters = { environment: this.options.environment, attention: { $ne: null } }

  /**
   * Commits the row before the create call is sent.
   *
   * @returns `isNew: false` and the existing row if an earlier request had the same key
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
      // Scheduled again: if the process paused for minutes before it wrote the row, the first task has already run and found no row.
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

  /**
   * Records that the gateway has the subscription. "created": the create call was answered, perhaps late. "found": its answer was lost, and a
   * search or a person has found the subscription. The status becomes the one in the answer.
   */
  async recordExisting(call: CreateCall, transition: "created" | "found", answer: SubscriptionAnswer) {
    const row = await this.change(call, transition, {
      ...answer,
      failure: null,
      last_checked_at: new Date(),
    })
    await this.eventBus.emit({ name: SUBSCRIPTION_EVENTS.CREATED, data: { id: row.id } })
    return row
  }

  /** creating → rejected or unconfirmed. `failure` must hold no personal data. */
  async recordNotCreated(call: CreateCall, status: "rejected" | "unconfirmed", failure: string) {
    const row = await this.change(call, "not_created", { status, failure })
    return status === "unconfirmed" && !this.options.extendedApi ? this.openCase(row.id, "unconfirmed") : row
  }

  /**
   * unconfirmed or rejected → creating: a person has confirmed that the gateway has no such subscription.
   *
   * @param seen the row for which that was confirmed
   * @throws MedusaError NOT_ALLOWED while its last call may still be running, or if it was sent again since it was read
   */
  async reopen(seen: SubscriptionRow): Promise<SubscriptionRow> {
    const { id, sent_at } = seen
    if (seen.status === "unconfirmed" && sent_at !== null && searchAt(sent_at, this.options.timeoutMs) > new Date()) {
      throw notAllowed("The payment service may still process the last request. Try again in a few minutes.")
    }
    await this.scheduleSearch(id)
    const changes = { status: "creating", failure: null, sent_at: new Date() } as const
    const reopened = await this.change(seen, "reopened", changes)
    // Scheduled again: if the process paused for minutes before it changed the row, the first task has already run.
    await this.scheduleSearch(id)
    return reopened
  }

  /** Records the gateway's answer about a subscription. Emits an event only if the status changed. */
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
        // The gateway sends no links, so the case is closed.
        ...(SENDS_NO_LINKS.includes(answer.status) ? { attention: null } : {}),
      })
    const after = await this.retrieve(id)
    if (before.status !== after.status) {
      await this.eventBus.emit({ name: SUBSCRIPTION_EVENTS.UPDATED, data: { id } })
    }
    return after
  }

  /** Erases the personal data of a deleted customer: name, e-mail, phone and the search columns made from them. */
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

  /** Closes a subscription's case. @param seen the case that the person saw @returns false if it is no longer open */
  async closeCase(id: string, seen: SubscriptionAttention): Promise<boolean> {
    return this.knex.transaction(async (transaction) => {
      const open = transaction(SUBSCRIPTION).where({ id, attention: seen })
      const changed = await open.update({ attention: null, updated_at: new Date() })
      if (changed === 0) {
        return false
      }
      // The search must not reopen an `unconfirmed` case. A `customer_deleted` case has hidden it: the search opens it now, if it is needed.
      await (seen === "unconfirmed"
        ? this.cradle.tasks.drop("search_subscription", id, transaction)
        : this.cradle.tasks.schedule("search_subscription", id, { knex: transaction }))
      return true
    })
  }

  /** Opens a case about a subscription, and emits an event. */
  async openCase(id: string, reason: SubscriptionAttention): Promise<SubscriptionRow> {
    const changed = await this.knex(SUBSCRIPTION)
      .where({ id })
      .whereRaw("attention IS DISTINCT FROM ?", [reason])
      // `unconfirmed` never replaces the case of a deleted customer, which is more serious.
      .whereRaw("(? <> 'unconfirmed' OR attention IS NULL)", [reason])
      .update({ attention: reason, attention_at: new Date(), told_at: null, updated_at: new Date() })
    if (changed > 0) {
      await this.eventBus.emit({ name: SUBSCRIPTION_EVENTS.ATTENTION, data: { id, reason } })
    }
    return this.retrieve(id)
  }

  /** Subscriptions with an open case that has not been reported yet, the oldest first. */
  async listUntold(limit: number): Promise<SubscriptionRow[]> {
    return this.table.list({ ...this.inNeed, told_at: null }, { take: limit, order: { attention_at: "ASC" } })
  }

  /** Subscriptions with an open case, the oldest first. */
  async listOpenCases(limit: number): Promise<SubscriptionRow[]> {
    return this.table.list(this.inNeed, { take: limit, order: { attention_at: "ASC" } })
  }

  async countInNeed(): Promise<number> {
    return this.table.count(this.inNeed)
  }

  /** Marks the case as reported, unless it was opened anew since it was read: then it is reported again. */
  async recordTold({ id, attention_at }: SubscriptionRow): Promise<void> {
    const seen = attention_at && new Date(attention_at)
    await this.knex(SUBSCRIPTION)
      .where({ id })
      .whereRaw("date_trunc('milliseconds', attention_at) IS NOT DISTINCT FROM ?", [seen])
      .update({ told_at: new Date() })
  }

  /**
   * One page of the list: the ids of its rows, and the total count. A store may have very many, so the ids are read from an index alone, and
   * from the end of the list if the page is near it.
   *
   * @param order default: newest first; equal rows are sorted by id
   */
  async page(filters: Filters, { offset, limit, order = { created_at: "DESC" } }: PageRequest) {
    const counted = offset >= DEEP ? await this.table.count(filters) : undefined
    const sorted = inStrictOrder(order)
    const isNearEnd = counted !== undefined && offset > counted / 2
    const take = isNearEnd ? Math.max(0, Math.min(limit, counted - offset)) : limit
    const found =
      take === 0
        ? []
        : await this.table.list(filters, {
            select: ["id"],
            skip: isNearEnd ? counted - offset - take : offset,
            take,
            order: isNearEnd ? reversed(sorted) : sorted,
          })
    const ids = (isNearEnd ? found.reverse() : found).map(({ id }) => id)
    const isAll = offset === 0 && ids.length < limit
    return { ids, count: counted ?? (isAll ? ids.length : await this.table.count(filters)) }
  }

  /** A customer's subscriptions whose personal data is not erased. */
  async listOfCustomer(customerId: string): Promise<SubscriptionRow[]> {
    return this.table.list({ customer_id: customerId, erased_at: null })
  }

  /** The ids of customers whose personal data is not erased, in order, those after `after`. */
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

  /** Filters the gateway's subscription ids: returns those that already have a row. */
  async listTakenIds(subscriptionIds: string[]): Promise<Set<string>> {
    const taken = await this.table.list({
      environment: this.options.environment,
      subscription_id: subscriptionIds,
    })
    return new Set(taken.flatMap(({ subscription_id }) => subscription_id ?? []))
  }

  /**
   * Schedules the search before the create call. If the process dies or the answer is lost, the job searches the gateway once the call can
   * no longer be running; if it cannot search, it opens a case.
   */
  private async scheduleSearch(id: string): Promise<void> {
    await this.cradle.tasks.schedule("search_subscription", id, { at: searchAt(new Date(), this.options.timeoutMs) })
  }

  /** @throws MedusaError NOT_ALLOWED if its status does not allow the change, or if it was sent again since `call` was read */
  private async change(call: CreateCall, transition: SubscriptionTransition, changes: Partial<SubscriptionRow>) {
    const { id, sent_at } = call
    const from: readonly string[] = SUBSCRIPTION_TRANSITIONS[transition]
    const changed = await this.knex(SUBSCRIPTION)
      .where({ id })
      .whereIn("status", [...from])
      .whereRaw("date_trunc('milliseconds', sent_at) IS NOT DISTINCT FROM ?::timestamptz", [sent_at])
      .update({
        ...changes,
        // Any new status closes an `unconfirmed` case.
        attention: this.knex.raw("NULLIF(attention, 'unconfirmed')"),
        updated_at: new Date(),
      })
    const row = await this.retrieve(id)
    if (changed === 0) {
      throw notAllowed(
        from.includes(row.status)
          ? "The subscription was sent again meanwhile. Reload the page."
          : `The subscription ${id} is no longer ${from.join(" or ")}.`
      )
    }
    return row
  }
}

function reversed(order: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(order).map(([field, direction]) => [field, direction.toUpperCase() === "DESC" ? "ASC" : "DESC"])
  )
}

function searchTextOf(row: NewSubscription): string {
  return [row.description, row.first_name, row.last_name, row.email, row.phone].filter(Boolean).join(" ")
}
