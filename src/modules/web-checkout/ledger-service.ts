import { randomUUID } from "node:crypto"
import { setTimeout as wait } from "node:timers/promises"
import type { IEventBusModuleService, Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError, MedusaService, Modules } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { GatewayClient } from "../../gateway/client"
import { ExtendedGatewayClient } from "../../gateway/extended-client"
import type { Checkout as GatewayCheckout, CreatedCheckout } from "../../gateway/schemas"
import { CHECKOUT_STATUSES, MONEY_STATE, parseStatus } from "../../gateway/statuses"
import {
  CHECKOUT_EVENTS,
  type CheckoutAction,
  type AttentionReason,
  type LedgerCheckout,
  type LedgerRefund,
  type LedgerStatus,
  type RefundStatus,
} from "./ledger"
import { Action } from "./models/action"
import { Checkout } from "./models/checkout"
import { Lease } from "./models/lease"
import { Refund } from "./models/refund"
import { ReturnToken } from "./models/return-token"
import { Subscription } from "./models/subscription"
import { SubscriptionAction } from "./models/subscription-action"
import { DEFAULT_ACCOUNT, parseOptions, type WebCheckoutOptions } from "./options"
import { hashReturnToken, isReturnToken, newReturnToken } from "./return-token"

interface Dependencies {
  logger: Logger
  [Modules.EVENT_BUS]: IEventBusModuleService
  [ContainerRegistrationKeys.PG_CONNECTION]: Knex
}

const LEDGER = "webcheckout_checkout"
const LEASE = "webcheckout_lease"
/** A new checkout is first asked about when a quick shopper may have paid. */
const FIRST_CHECK_AFTER_MS = 30_000
const LEASE_POLL_MS = 50
/** Far more attempts than anybody makes at one cart. */
const MOST_ATTEMPTS = 50

/** A call that was not answered within this many times the timeout never will be. */
const LOST_AFTER_TIMEOUTS = 2

/** What a new ledger row must know before the create call. */
export type NewLedgerCheckout = Pick<
  LedgerCheckout,
  "request_id" | "payment_collection_id" | "provider_id" | "cart_id" | "order_reference" | "account" | "currency_code"
> & { payment_session_id: string; amount: number }

/**
 * The ledger, the plugin's options and the gateway's clients. It writes only its own tables. Changes of state are single
 * compare-and-set statements, so that any number of processes may make them at once.
 */
export class LedgerService extends MedusaService({
  // The keys follow the models' names: `query` derives the method it calls from those.
  WebcheckoutCheckout: Checkout,
  WebcheckoutAction: Action,
  WebcheckoutLease: Lease,
  WebcheckoutRefund: Refund,
  WebcheckoutReturnToken: ReturnToken,
  WebcheckoutSubscription: Subscription,
  WebcheckoutSubscriptionAction: SubscriptionAction,
}) {
  readonly options: WebCheckoutOptions
  protected readonly knex: Knex
  protected readonly eventBus: IEventBusModuleService
  private readonly clients = new Map<string, GatewayClient>()

  __hooks = { onApplicationShutdown: async () => this.closeClients() }

  constructor(dependencies: Dependencies, options: unknown) {
    super(dependencies, options)
    this.options = parseOptions(options)
    this.knex = dependencies[ContainerRegistrationKeys.PG_CONNECTION]
    this.eventBus = dependencies[Modules.EVENT_BUS]
  }

  /* ------------------------------------------------------------------ gateway */

  /** The client of a merchant account. @throws MedusaError when the options have no such account */
  gateway(account: string): GatewayClient {
    const known = this.clients.get(account)
    if (known) {
      return known
    }
    const settings = this.accountSettings(account)
    const client = this.options.extendedApi ? new ExtendedGatewayClient(settings) : new GatewayClient(settings)
    this.clients.set(account, client)
    return client
  }

  /** The client with the extended operations, where the merchant has switched them on. */
  extendedGateway(account: string): ExtendedGatewayClient | undefined {
    const client = this.gateway(account)
    return client instanceof ExtendedGatewayClient ? client : undefined
  }

  /**
   * Asks the gateway about a row and writes the answer down.
   *
   * @throws MedusaError NOT_ALLOWED for a row of the other environment or one without a checkout; one of gateway/errors
   */
  async ask(row: LedgerCheckout): Promise<Asked> {
    const askedAt = new Date()
    const checkout = await this.gateway(row.account).getCheckout(this.checkoutIdOf(row))
    return { row: await this.recordAnswer(row.id, checkout, askedAt), checkout }
  }

  /**
   * With `extendedApi`, makes sure that a pending checkout's page can no longer be paid.
   *
   * @returns undefined where that is not offered or the checkout was not pending
   * @throws one of gateway/errors, e.g. rejected when it was paid meanwhile
   */
  async cancelPending(row: LedgerCheckout): Promise<Asked | undefined> {
    const gateway = this.extendedGateway(row.account)
    if (!gateway || row.gateway_status !== "PENDING") {
      return undefined
    }
    const askedAt = new Date()
    const checkout = await gateway.cancelCheckout(this.checkoutIdOf(row))
    return { row: await this.recordAnswer(row.id, checkout, askedAt), checkout }
  }

  /** Closes the page of a superseded checkout, unless a payment session has taken the checkout over meanwhile. */
  async closeSuperseded(row: LedgerCheckout): Promise<void> {
    if (!this.extendedGateway(row.account)) {
      return
    }
    const claimed = await this.knex(LEDGER)
      .where({ id: row.id, status: "superseded" })
      .whereNull("payment_session_id")
      .update({ closing_at: new Date(), updated_at: new Date() })
    if (claimed > 0) {
      await this.cancelPending(row)
    }
  }

  /** A row's checkout may only be asked for at the gateway that made it. */
  private checkoutIdOf(row: LedgerCheckout): string {
    if (row.environment !== this.options.environment) {
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        `The checkout ${row.id} belongs to the ${row.environment} environment; the store runs in ${this.options.environment}.`
      )
    }
    if (!row.checkout_id) {
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        `The checkout ${row.id} was not created at the payment service.`
      )
    }
    return row.checkout_id
  }

  private accountSettings(account: string) {
    const { options } = this
    const own = account === DEFAULT_ACCOUNT ? {} : options.accounts[account]
    if (!own) {
      throw new MedusaError(
        MedusaError.Types.INVALID_ARGUMENT,
        `medusa-payment-webcheckout: the plugin options have no account "${account}" under accounts.`
      )
    }
    const { baseUrl, apiKey, apiSecret, headers, timeoutMs, maxConnections, identifierSpelling } = options
    return { baseUrl, apiKey, apiSecret, headers, timeoutMs, maxConnections, identifierSpelling, ...own }
  }

  private async closeClients(): Promise<void> {
    await Promise.all([...this.clients.values()].map((client) => client.close()))
    this.clients.clear()
  }

  /* ------------------------------------------------------------------- ledger */

  /** Commits the row that must stand before the create call, and gives the token of its return address. */
  async openLedger(checkout: NewLedgerCheckout): Promise<{ row: LedgerCheckout; token: string }> {
    const created = await this.createWebcheckoutCheckouts({
      ...checkout,
      environment: this.options.environment,
      status: "creating",
      // Should the process die in the call, the job finds the row when the call can no longer be under way.
      next_check_at: new Date(Date.now() + LOST_AFTER_TIMEOUTS * this.options.timeoutMs),
    })
    return { row: toLedger(created), token: await this.issueReturnToken(created.id) }
  }

  /** A further return address for a row; the earlier ones stay good. */
  async issueReturnToken(ledgerId: string): Promise<string> {
    const token = newReturnToken()
    await this.createWebcheckoutReturnTokens({ token_hash: hashReturnToken(token), ledger_id: ledgerId })
    return token
  }

  /** The address the gateway sends the shopper back to. */
  returnUrl(token: string): string {
    return `${this.options.backendUrl.replace(/\/+$/, "")}/webcheckout/return/${token}`
  }

  /** The row behind a return address; undefined for anything that is not one of ours. */
  async findByReturnToken(token: string): Promise<LedgerCheckout | undefined> {
    if (!isReturnToken(token)) {
      return undefined
    }
    const [found] = await this.listWebcheckoutReturnTokens({ token_hash: hashReturnToken(token) }, { take: 1 })
    return found && this.findLedger({ id: found.ledger_id })
  }

  async findByPaymentSession(paymentSessionId: string): Promise<LedgerCheckout | undefined> {
    return this.findLedger({ payment_session_id: paymentSessionId })
  }

  /** The attempt that tells what became of a cart: the settled one, one that a person must look at, or the last. */
  async findTelling(cartId: string): Promise<LedgerCheckout | undefined> {
    const rows = await this.listWebcheckoutCheckouts(
      { cart_id: cartId },
      { take: MOST_ATTEMPTS, order: { created_at: "DESC", id: "DESC" } }
    )
    const telling =
      rows.find(({ status }) => status === "settled") ?? rows.find(({ attention }) => attention !== null) ?? rows[0]
    return telling && toLedger(telling)
  }

  async findLedger(
    filters: Partial<Pick<LedgerCheckout, "id" | "payment_session_id">>
  ): Promise<LedgerCheckout | undefined> {
    const [row] = await this.listWebcheckoutCheckouts(filters, { take: 1, order: { created_at: "DESC", id: "DESC" } })
    return row && toLedger(row)
  }

  /** creating → open: the create call has answered. */
  async recordCreated(id: string, checkout: CreatedCheckout): Promise<LedgerCheckout> {
    return this.transition(id, ["creating"], {
      status: "open",
      checkout_id: checkout.id,
      redirect_url: checkout.redirectUrl,
      gateway_status: checkout.status,
      last_checked_at: new Date(),
      next_check_at: new Date(Date.now() + FIRST_CHECK_AFTER_MS),
    })
  }

  /** creating → rejected or unknown: the create call has failed. `failure` must hold no personal data. */
  async recordNotCreated(id: string, status: "rejected" | "unknown", failure: string): Promise<LedgerCheckout> {
    return this.transition(id, ["creating"], {
      status,
      failure,
      payment_session_id: null,
      // With a search the job can find out whether a lost call created something after all.
      next_check_at: status === "unknown" && this.options.extendedApi ? new Date() : null,
    })
  }

  /**
   * Writes down what the gateway said. An answer that was asked for earlier than the one already written is dropped,
   * so that a slow PENDING never hides a PAID.
   *
   * @param askedAt when the question was sent
   */
  async recordAnswer(id: string, checkout: GatewayCheckout, askedAt: Date): Promise<LedgerCheckout> {
    const money = MONEY_STATE[checkout.status]
    const over = money === "unpaid" || money === "returned"
    const alive = money === "paid" || money === "authorized"
    await this.knex(LEDGER)
      .where({ id })
      .whereRaw("(last_checked_at IS NULL OR last_checked_at <= ?)", [askedAt])
      .update({
        gateway_status: checkout.status,
        display_id: checkout.displayId ?? null,
        last_checked_at: askedAt,
        updated_at: new Date(),
        ...(over
          ? { status: this.knex.raw("CASE WHEN status IN ('open','superseded') THEN 'closed' ELSE status END") }
          : {}),
        ...(alive
          ? {
              status: this.knex.raw(
                "CASE WHEN status <> 'closed' THEN status WHEN payment_session_id IS NULL THEN 'superseded' ELSE 'open' END"
              ),
            }
          : {}),
      })
    return this.ledger(id)
  }

  /** Medusa has followed: the payment is recorded, and the order placed where there is a cart. Told once. */
  async recordSettled(id: string, orderId: string | null): Promise<LedgerCheckout> {
    const [row]: { is_first: boolean }[] = await this.knex(LEDGER)
      .where({ id })
      .update({
        status: "settled",
        order_id: orderId,
        attention: null,
        settled_at: this.knex.raw("COALESCE(settled_at, now())"),
        // An authorization may still be captured, or lapse.
        next_check_at: this.knex.raw("CASE WHEN gateway_status = 'AUTHORIZED' THEN now() + interval '1 hour' END"),
        updated_at: new Date(),
      })
      .returning(this.knex.raw("settled_at = now() AS is_first"))
    if (row?.is_first) {
      await this.eventBus.emit({ name: CHECKOUT_EVENTS.SETTLED, data: { id, order_id: orderId } })
    }
    return this.ledger(id)
  }

  /** A person is needed. Told once: the event goes out when the reason changes. */
  async recordAttention(id: string, reason: AttentionReason): Promise<LedgerCheckout> {
    const changed = await this.knex(LEDGER)
      .where({ id })
      .whereNull("resolved_at")
      .whereRaw("attention IS DISTINCT FROM ?", [reason])
      .update({ attention: reason, next_check_at: null, updated_at: new Date() })
    if (changed > 0) {
      await this.eventBus.emit({ name: CHECKOUT_EVENTS.ATTENTION, data: { id, reason } })
    }
    return this.ledger(id)
  }

  /** The row is to be asked about in the job's next round. */
  async makeDue(checkoutId: string): Promise<void> {
    await this.knex(LEDGER)
      .where({ checkout_id: checkoutId, environment: this.options.environment })
      .whereNotNull("next_check_at")
      .update({ next_check_at: new Date() })
  }

  /* ------------------------------------------------------------------ refunds */

  /** The refund of a row whose outcome is not known yet. */
  async findOpenRefund(ledgerId: string): Promise<LedgerRefund | undefined> {
    const [refund] = await this.listWebcheckoutRefunds({ ledger_id: ledgerId, status: "open" }, { take: 1 })
    return refund
  }

  /** The oldest refund of a row that the gateway may have made, or has made, and that Medusa does not show. */
  async findPendingRefund(ledgerId: string): Promise<LedgerRefund | undefined> {
    const [refund] = await this.listWebcheckoutRefunds(
      { ledger_id: ledgerId, status: ["open", "unclaimed"] },
      { take: 1, order: { created_at: "ASC" } }
    )
    return refund
  }

  /**
   * Commits the intent to refund, before the call. One open intent per checkout, by a unique index.
   *
   * @throws MedusaError (NOT_ALLOWED) while another refund of the checkout is open
   */
  async openRefund(refund: {
    ledger_id: string
    refund_id: string
    amount: number
    refunded_before: number
  }): Promise<LedgerRefund> {
    try {
      return await this.createWebcheckoutRefunds({ ...refund, status: "open" })
    } catch (error) {
      if (await this.findOpenRefund(refund.ledger_id)) {
        throw new MedusaError(
          MedusaError.Types.NOT_ALLOWED,
          "Another refund of this checkout is under way. Try again in a minute."
        )
      }
      throw error
    }
  }

  async closeRefund(id: string, status: Exclude<RefundStatus, "open">): Promise<void> {
    await this.updateWebcheckoutRefunds({ id, status })
  }

  /** A refund of Medusa's turns out to be the one that the gateway has made: what a person was told of it is settled. */
  async claimRefund(refund: LedgerRefund, refundId: string): Promise<void> {
    await this.updateWebcheckoutRefunds({ id: refund.id, refund_id: refundId, status: "done" })
    await this.knex(LEDGER)
      .where({ id: refund.ledger_id, attention: "refunded_outside" })
      .update({ attention: null, updated_at: new Date() })
  }

  /** Those of Medusa's refunds that are accounted for: made at the gateway, or told to a person. */
  async listSettledRefunds(refundIds: string[]): Promise<Set<string>> {
    const settled = await this.listWebcheckoutRefunds({ refund_id: refundIds, status: ["done", "reported"] })
    return new Set(settled.map(({ refund_id }) => refund_id))
  }

  /** What the gateway has given back of a row for refunds of Medusa's, one amount each. */
  async listDoneRefundAmounts(ledgerId: string): Promise<number[]> {
    const done = await this.listWebcheckoutRefunds({ ledger_id: ledgerId, status: "done" })
    return done.map(({ amount }) => amount)
  }

  /** Intents that nobody has closed since a moment: their process has died, or their answer was lost. */
  async listForgottenRefunds(openedBefore: Date): Promise<LedgerRefund[]> {
    return this.listWebcheckoutRefunds(
      { status: "open", created_at: { $lt: openedBefore } },
      { order: { created_at: "ASC" } }
    )
  }

  /** Accounts for a refund of Medusa's that has no intent of its own. */
  async recordRefund(refund: {
    ledger_id: string
    refund_id: string
    amount: number
    refunded_before: number
    status: "done" | "reported"
  }): Promise<void> {
    await this.createWebcheckoutRefunds(refund)
  }

  /**
   * Medusa deletes the payment session: its row no longer stands for a session. Compare-and-set on the session, since
   * another flow may have taken the row over meanwhile.
   *
   * @returns the row, or undefined when it no longer belonged to that session
   */
  async supersede(paymentSessionId: string, checkoutId: string): Promise<LedgerCheckout | undefined> {
    const [row]: { id: string }[] = await this.knex(LEDGER)
      .where({ payment_session_id: paymentSessionId, checkout_id: checkoutId })
      .update({
        payment_session_id: null,
        superseded_at: new Date(),
        updated_at: new Date(),
        status: this.knex.raw("CASE WHEN status = 'open' THEN 'superseded' ELSE status END"),
      })
      .returning("id")
    return row && this.ledger(row.id)
  }

  /**
   * A payment session takes a checkout of the same purchase over: a paid one, so that nobody pays twice, or a pending
   * one, so that there is one payable page. Compare-and-set on the session that held it when it was read.
   *
   * @returns the row, or undefined when another flow was quicker
   */
  async adopt(row: LedgerCheckout, paymentSessionId: string): Promise<LedgerCheckout | undefined> {
    const isPending = row.gateway_status === "PENDING"
    const changed = await this.knex(LEDGER)
      .where({ id: row.id, payment_session_id: row.payment_session_id })
      .whereIn("status", ["open", "superseded"])
      .modify((query) => void (isPending && query.whereNull("closing_at")))
      .update({ payment_session_id: paymentSessionId, status: "open", superseded_at: null, updated_at: new Date() })
    return changed > 0 ? this.ledger(row.id) : undefined
  }

  /** The checkouts of a purchase that are, or may yet be, paid: newest first. */
  async listLive(
    purchase: Pick<LedgerCheckout, "order_reference"> | Pick<LedgerCheckout, "payment_collection_id">,
    limit = 5
  ): Promise<LedgerCheckout[]> {
    const rows = await this.listWebcheckoutCheckouts(
      { ...purchase, environment: this.options.environment, status: ["open", "superseded"], resolved_at: null },
      { take: limit, order: { created_at: "DESC", id: "DESC" } }
    )
    return rows.map(toLedger)
  }

  /** Medusa would not follow a payment that is made. @returns the row with its count of failures */
  async recordSettleFailure(id: string): Promise<LedgerCheckout> {
    await this.knex(LEDGER).where({ id }).increment("settle_failures", 1)
    return this.ledger(id)
  }

  /* ---------------------------------------------------------------------- job */

  /**
   * Takes due rows for this process. Any number of processes may ask at once: none gets a row that another has, and the
   * rows of one that dies come due again by themselves.
   */
  async claimDue(limit: number, claimMs: number): Promise<LedgerCheckout[]> {
    const claimed: { rows: { id: string }[] } = await this.knex.raw(
      `UPDATE ${LEDGER} SET next_check_at = now() + ? * interval '1 millisecond', check_count = check_count + 1
       WHERE id IN (
         SELECT id FROM ${LEDGER}
         WHERE environment = ? AND next_check_at <= now() AND deleted_at IS NULL
         ORDER BY next_check_at LIMIT ? FOR UPDATE SKIP LOCKED
       ) RETURNING id`,
      [claimMs, this.options.environment, limit]
    )
    const ids = claimed.rows.map(({ id }) => id)
    const rows = ids.length > 0 ? await this.listWebcheckoutCheckouts({ id: ids }) : []
    return rows.map(toLedger)
  }

  /** When the job asks about a row again; null for never. */
  async schedule(id: string, at: Date | null): Promise<void> {
    await this.knex(LEDGER).where({ id }).update({ next_check_at: at })
  }

  /** A create call whose process died, or whose answer was lost and has been looked for in vain. */
  async recordLost(id: string): Promise<void> {
    await this.knex(LEDGER)
      .where({ id })
      .whereIn("status", ["creating", "unknown"])
      .update({ status: "unknown", next_check_at: null, payment_session_id: null, updated_at: new Date() })
  }

  /** A lost create call did create a checkout. Nobody was shown its page, so no payment session stands for it. */
  async recordFound(id: string, checkout: GatewayCheckout): Promise<LedgerCheckout> {
    return this.transition(id, ["creating", "unknown"], {
      status: "superseded",
      checkout_id: checkout.id,
      gateway_status: checkout.status,
      payment_session_id: null,
      superseded_at: new Date(),
      last_checked_at: new Date(),
    })
  }

  /* ------------------------------------------------------------------- people */

  /** Writes down who did what. */
  async recordAction(action: {
    ledger_id: string
    action: CheckoutAction
    actor_id: string
    note?: string
  }): Promise<void> {
    await this.createWebcheckoutActions(action)
  }

  /** A person has dealt with the row. */
  async resolve(id: string): Promise<LedgerCheckout> {
    await this.knex(LEDGER)
      .where({ id })
      .update({ attention: null, resolved_at: new Date(), next_check_at: null, updated_at: new Date() })
    return this.ledger(id)
  }

  /** A person wants it tried again: the attention and its failures are forgotten. */
  async reopen(id: string): Promise<LedgerCheckout> {
    await this.knex(LEDGER)
      .where({ id })
      .update({ attention: null, settle_failures: 0, resolved_at: null, updated_at: new Date() })
    return this.ledger(id)
  }

  /** When the gateway last answered, and how many rows of this environment wait for whom. */
  async overview(): Promise<{ last_contact: Date | null; open: number; attention: number }> {
    const { environment } = this.options
    const [[last], [, open], attention] = await Promise.all([
      this.listWebcheckoutCheckouts(
        { environment, last_checked_at: { $ne: null } },
        { take: 1, order: { last_checked_at: "DESC" } }
      ),
      this.listAndCountWebcheckoutCheckouts({ environment, status: ["open", "superseded"] }, { take: 1 }),
      this.listAndCountWebcheckoutCheckouts({ environment, attention: { $ne: null } }, { take: 1 }),
    ])
    return { last_contact: last?.last_checked_at ?? null, open, attention: attention[1] }
  }

  /* ------------------------------------------------------------------- leases */

  /**
   * Takes a lease on a purchase, or waits for it. One whose holder died ends by itself.
   *
   * @returns the holder's name, which gives it back; undefined when it could not be had in time
   */
  async takeLease(key: string, { waitMs, ttlMs }: { waitMs: number; ttlMs: number }): Promise<string | undefined> {
    const holder = randomUUID()
    const deadline = Date.now() + waitMs
    for (;;) {
      const taken: { rows: unknown[] } = await this.knex.raw(
        `INSERT INTO ${LEASE} AS held (id, holder, expires_at) VALUES (?, ?, now() + ? * interval '1 millisecond')
         ON CONFLICT (id) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
         WHERE held.expires_at < now() RETURNING holder`,
        [key, holder, ttlMs]
      )
      if (taken.rows.length > 0) {
        return holder
      }
      if (Date.now() >= deadline) {
        return undefined
      }
      await wait(LEASE_POLL_MS)
    }
  }

  async releaseLease(key: string, holder: string): Promise<void> {
    await this.knex(LEASE).where({ id: key, holder }).delete()
  }

  private async transition(
    id: string,
    from: LedgerStatus[],
    changes: Record<string, unknown>
  ): Promise<LedgerCheckout> {
    const changed = await this.knex(LEDGER)
      .where({ id })
      .whereIn("status", from)
      .update({ ...changes, updated_at: new Date() })
    if (changed === 0) {
      throw new MedusaError(MedusaError.Types.CONFLICT, `The checkout ${id} is no longer ${from.join(" or ")}.`)
    }
    return this.ledger(id)
  }

  private async ledger(id: string): Promise<LedgerCheckout> {
    return toLedger(await this.retrieveWebcheckoutCheckout(id))
  }
}

/** A ledger row with the answer that was just written into it. */
export interface Asked {
  row: LedgerCheckout
  checkout: GatewayCheckout
}

type CheckoutRow = Awaited<ReturnType<LedgerService["retrieveWebcheckoutCheckout"]>>

/** The database holds the gateway's status as text; here it is one of the documented ones. */
function toLedger(row: CheckoutRow): LedgerCheckout {
  return { ...row, gateway_status: parseStatus(row.gateway_status ?? "", CHECKOUT_STATUSES) ?? null }
}
