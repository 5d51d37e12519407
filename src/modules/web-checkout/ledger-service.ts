import type { IEventBusModuleService, Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError, MedusaService, Modules } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { GatewayClient } from "../../gateway/client"
import { ExtendedGatewayClient } from "../../gateway/extended-client"
import { GatewayMalformedError } from "../../gateway/errors"
import type { Checkout as GatewayCheckout, CreatedCheckout } from "../../gateway/schemas"
import { CHECKOUT_STATUSES, MONEY_STATE, parseStatus } from "../../gateway/statuses"
import { Leases } from "./leases"
import {
  caseOf,
  CHECKOUT_EVENTS,
  isResolvedCase,
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
import { newOrderReference } from "./order-reference"
import { ENDED_BY_AGREEMENT } from "./rules/books"
import {
  backoffMs,
  compareAfterMs,
  followAfter,
  lostAfterMs,
  MOST_FAILURES,
  refundLostAfterMs,
} from "./rules/check-times"
import { hashReturnToken, isReturnToken, newReturnToken } from "./return-token"

interface Dependencies {
  logger: Logger
  [Modules.EVENT_BUS]: IEventBusModuleService
  [ContainerRegistrationKeys.PG_CONNECTION]: Knex
}

const LEDGER = "webcheckout_checkout"
const REFUND = "webcheckout_refund"
/** A new checkout is first asked about when a quick shopper may have paid. */
const FIRST_CHECK_AFTER_MS = 30_000
/** Far more attempts than anybody makes at one cart. */
const MOST_ATTEMPTS = 50

/** Whether an answer says something that the row does not: its status and what was given back, as bindings. */
const IS_NEWS = "(gateway_status IS DISTINCT FROM ? OR total_refunded IS DISTINCT FROM ?::numeric)"

/** What a new ledger row must know before the create call. */
export type NewLedgerCheckout = Pick<
  LedgerCheckout,
  | "request_id"
  | "payment_collection_id"
  | "provider_id"
  | "cart_id"
  | "order_id"
  | "order_reference"
  | "account"
  | "currency_code"
> & { payment_session_id: string; amount: number }

/** What is bought: the cart, or the order that owes something, or a collection that belongs to neither. */
export type PurchaseKey =
  { cart_id: string } | { order_id: string } | { payment_collection_id: string } | { order_reference: string }

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
  readonly leases: Leases
  private readonly clients = new Map<string, GatewayClient>()

  __hooks = { onApplicationShutdown: async () => this.closeClients() }

  constructor(dependencies: Dependencies, options: unknown) {
    super(dependencies, options)
    this.options = parseOptions(options)
    this.knex = dependencies[ContainerRegistrationKeys.PG_CONNECTION]
    this.eventBus = dependencies[Modules.EVENT_BUS]
    this.leases = new Leases(this.knex)
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
    const answer = await this.gateway(row.account).getCheckout(this.checkoutIdOf(row))
    // The documentation does not show what was given back: without the extended description it is not believed.
    const checkout = this.options.extendedApi ? answer : { ...answer, totalRefunded: undefined }
    requireSameCheckout(row, checkout, "GET /checkout/{id}")
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
    requireSameCheckout(row, checkout, "POST /checkout/{id}/cancel")
    return { row: await this.recordAnswer(row.id, checkout, askedAt), checkout }
  }

  /** Closes the page of a superseded checkout, unless a payment session has taken the checkout over meanwhile. */
  async closeSuperseded(row: LedgerCheckout): Promise<void> {
    if (!this.extendedGateway(row.account)) {
      return
    }
    const claimed = await this.rows()
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
    this.leases.close()
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
      next_check_at: new Date(Date.now() + lostAfterMs(this.options.timeoutMs)),
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

  /** The reference of a purchase: that of its first attempt, or a new one. */
  async orderReferenceOf(purchase: PurchaseKey): Promise<string> {
    const [known] = await this.listWebcheckoutCheckouts(purchase, {
      take: 1,
      order: { created_at: "DESC", id: "DESC" },
    })
    return known?.order_reference ?? newOrderReference()
  }

  /** The row of one of the gateway's checkouts. */
  async findByCheckout(checkoutId: string): Promise<LedgerCheckout | undefined> {
    const [row] = await this.listWebcheckoutCheckouts(
      { checkout_id: checkoutId, environment: this.options.environment },
      { take: 1 }
    )
    return row && toLedger(row)
  }

  /** Whether a person was told of a refund of Medusa's that the gateway has not made. */
  async hasReportedRefund(ledgerId: string): Promise<boolean> {
    const reported = await this.listWebcheckoutRefunds({ ledger_id: ledgerId, status: "reported" }, { take: 1 })
    return reported.length > 0
  }

  async findByPaymentSession(paymentSessionId: string): Promise<LedgerCheckout | undefined> {
    return this.findLedger({ payment_session_id: paymentSessionId })
  }

  /** The attempt that tells what became of a purchase: the settled one, one that a person must look at, or the last. */
  async findTelling(purchase: PurchaseKey): Promise<LedgerCheckout | undefined> {
    const rows = await this.listWebcheckoutCheckouts(purchase, {
      take: MOST_ATTEMPTS,
      order: { created_at: "DESC", id: "DESC" },
    })
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
    const news = [checkout.status, checkout.totalRefunded ?? null]
    await this.rows()
      .where({ id })
      .whereRaw("(last_checked_at IS NULL OR last_checked_at <= ?)", [askedAt])
      .update({
        gateway_status: checkout.status,
        ...bigNumberColumns("total_refunded", checkout.totalRefunded ?? null),
        display_id: checkout.displayId ?? null,
        last_checked_at: askedAt,
        updated_at: new Date(),
        // What Medusa's books agreed with was an answer that no longer holds.
        agreed_at: this.knex.raw(`CASE WHEN ${IS_NEWS} THEN NULL ELSE agreed_at END`, news),
        next_check_at: this.knex.raw(
          `CASE WHEN (status = 'settled' AND ${IS_NEWS}) OR (status <> 'settled' AND ? AND attention IS NULL AND (resolved_at IS NULL OR ${IS_NEWS}))
           THEN COALESCE(next_check_at, now()) ELSE next_check_at END`,
          [...news, alive, ...news]
        ),
        ...(over
          ? {
              status: this.knex.raw("CASE WHEN status IN ('open','superseded') THEN 'closed' ELSE status END"),
            }
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

  /**
   * Medusa has followed: the payment is recorded, and the order placed where there is a cart. Told once. Done it is when the
   * books agree (`recordAgreed`): until then the row is due.
   *
   * @param paymentSessionId the session that the payment stands for: the row keeps it for good
   * @param keepsMismatch whether an `amount_mismatch` outlives it: an order has taken more than it owed
   */
  async recordSettled(
    id: string,
    orderId: string | null,
    paymentSessionId: string,
    { keepsMismatch = false } = {}
  ): Promise<LedgerCheckout> {
    const [row]: { is_first: boolean }[] = await this.rows()
      .where({ id })
      .update({
        status: "settled",
        order_id: this.knex.raw("COALESCE(?, order_id)", [orderId]),
        payment_session_id: paymentSessionId,
        attention: keepsMismatch ? this.knex.raw("CASE WHEN attention = 'amount_mismatch' THEN attention END") : null,
        resolved_at: null,
        follow_after: null,
        settled_at: this.knex.raw("COALESCE(settled_at, now())"),
        next_check_at: this.knex.raw("COALESCE(next_check_at, now())"),
        updated_at: new Date(),
      })
      .returning(this.knex.raw("settled_at = now() AS is_first"))
    if (row?.is_first) {
      await this.eventBus.emit({ name: CHECKOUT_EVENTS.SETTLED, data: { id, order_id: orderId } })
    }
    return this.ledger(id)
  }

  /**
   * Medusa's books agree with what the gateway said last: the row is done, and cases that were about the books are over.
   *
   * @returns undefined when the row has changed since it was read: it is to be compared again
   */
  async recordAgreed(
    row: LedgerCheckout,
    next: { check: Date | null; watch: Date | null }
  ): Promise<LedgerCheckout | undefined> {
    const changed = await this.unchanged(row)
      .where({ status: "settled" })
      .update({
        agreed_at: new Date(),
        attention: this.knex.raw("CASE WHEN attention = ANY(?) THEN NULL ELSE attention END", [
          [...ENDED_BY_AGREEMENT],
        ]),
        settle_failures: 0,
        next_check_at: next.check,
        watch_at: next.watch,
      })
    return changed > 0 ? this.ledger(row.id) : undefined
  }

  /**
   * A person is needed. Told once: the event goes out when the reason changes. What a person has closed is told again only
   * when it has become another case.
   *
   * @param isNew whether it is another case although it looks like the one that was closed
   */
  async recordAttention(id: string, reason: AttentionReason, { isNew = false } = {}): Promise<LedgerCheckout> {
    const row = await this.ledger(id)
    if (!isNew && isResolvedCase(row, reason)) {
      return row
    }
    const changed = await this.rows()
      .where({ id })
      .whereRaw("(attention IS DISTINCT FROM ? OR resolved_at IS NOT NULL)", [reason])
      .update({ attention: reason, resolved_at: null, next_check_at: null, updated_at: new Date() })
    if (changed > 0) {
      await this.eventBus.emit({ name: CHECKOUT_EVENTS.ATTENTION, data: { id, reason } })
    }
    return this.ledger(id)
  }

  /** A row is to be looked at again, soon: Medusa is about to do something with its payment, or has done it. */
  async compareSoon(id: string): Promise<void> {
    await this.rows()
      .where({ id, status: "settled" })
      .update({
        agreed_at: null,
        next_check_at: new Date(Date.now() + compareAfterMs(this.options.timeoutMs)),
        updated_at: new Date(),
      })
  }

  /** The gateway holds nothing of a row, and Medusa's books show nothing of it either: nothing is left to see to. */
  async recordOver(id: string): Promise<LedgerCheckout> {
    await this.rows().where({ id, status: "closed" }).update({ attention: null, updated_at: new Date() })
    return this.ledger(id)
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
    await this.compareSoon(refund.ledger_id)
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

  /**
   * Takes intents that nobody has closed for longer than a refund takes: their process has died, or their answer was lost.
   * Each comes due ever less often, so that one that always fails keeps none of the others waiting.
   */
  async claimForgottenRefunds(limit: number): Promise<LedgerRefund[]> {
    const openedBefore = new Date(Date.now() - refundLostAfterMs(this.options.timeoutMs))
    const claimed: { rows: { id: string }[] } = await this.knex.raw(
      `UPDATE ${REFUND} SET check_count = check_count + 1, next_check_at = now() + ? * interval '1 millisecond'
       WHERE id IN (
         SELECT id FROM ${REFUND}
         WHERE status = 'open' AND deleted_at IS NULL AND created_at < ?
           AND ledger_id IN (SELECT id FROM ${LEDGER} WHERE environment = ?) AND (next_check_at IS NULL OR next_check_at <= now())
         ORDER BY next_check_at NULLS FIRST, created_at LIMIT ? FOR UPDATE SKIP LOCKED
       ) RETURNING id`,
      [backoffMs(1), openedBefore, this.options.environment, limit]
    )
    const ids = claimed.rows.map(({ id }) => id)
    return ids.length > 0 ? this.listWebcheckoutRefunds({ id: ids }) : []
  }

  /** A refund could not be brought to its end: it is looked at again, later each time. */
  async postponeRefund(refund: LedgerRefund): Promise<void> {
    await this.updateWebcheckoutRefunds({
      id: refund.id,
      next_check_at: new Date(Date.now() + backoffMs(refund.check_count)),
    })
  }

  /** Accounts for a refund of Medusa's that has no intent of its own. */
  async addRefund(refund: {
    ledger_id: string
    refund_id: string
    amount: number
    refunded_before: number
    status: "done" | "reported" | "unclaimed"
  }): Promise<void> {
    await this.createWebcheckoutRefunds(refund)
  }

  /**
   * Medusa deletes the payment session: its row no longer stands for a session. Compare-and-set on the session, since
   * another flow may have taken the row over meanwhile. A settled row keeps its session: refunds find it by that.
   *
   * @returns the row, or undefined when it no longer belonged to that session
   */
  async supersede(paymentSessionId: string, checkoutId: string): Promise<LedgerCheckout | undefined> {
    const [row]: { id: string }[] = await this.rows()
      .where({ payment_session_id: paymentSessionId, checkout_id: checkoutId })
      .whereNot({ status: "settled" })
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
  async adopt(
    row: LedgerCheckout,
    session: { id: string; payment_collection_id: string; provider_id: string }
  ): Promise<LedgerCheckout | undefined> {
    const isPending = row.gateway_status === "PENDING"
    const changed = await this.rows()
      .where({ id: row.id, payment_session_id: row.payment_session_id })
      .whereIn("status", ["open", "superseded"])
      .modify((query) => void (isPending && query.whereNull("closing_at")))
      .update({
        payment_session_id: session.id,
        payment_collection_id: session.payment_collection_id,
        provider_id: session.provider_id,
        status: "open",
        superseded_at: null,
        updated_at: new Date(),
      })
    return changed > 0 ? this.ledger(row.id) : undefined
  }

  /** The row stands for the session whose payment Medusa has already. */
  async holdFor(id: string, paymentSessionId: string): Promise<LedgerCheckout> {
    await this.rows()
      .where({ id })
      .update({ payment_session_id: paymentSessionId, superseded_at: null, updated_at: new Date() })
    return this.ledger(id)
  }

  /** The checkouts of a purchase that are, or may yet be, paid: newest first. */
  async listLive(purchase: PurchaseKey, limit = MOST_ATTEMPTS): Promise<LedgerCheckout[]> {
    const rows = await this.listWebcheckoutCheckouts(
      { ...purchase, environment: this.options.environment, status: ["open", "superseded"], resolved_at: null },
      { take: limit, order: { created_at: "DESC", id: "DESC" } }
    )
    return rows.map(toLedger)
  }

  /** The rows through which a purchase's money was taken, and Medusa has followed. */
  async listSettled(purchase: PurchaseKey): Promise<LedgerCheckout[]> {
    const rows = await this.listWebcheckoutCheckouts(
      { ...purchase, environment: this.options.environment, status: "settled" },
      { take: MOST_ATTEMPTS, order: { created_at: "ASC" } }
    )
    return rows.map(toLedger)
  }

  /**
   * Medusa would not follow a payment that is made. It is given its next chance later, however often somebody asks
   * meanwhile; when it has had them all, a person is needed.
   */
  async recordSettleFailure(row: LedgerCheckout, reason: AttentionReason): Promise<LedgerCheckout> {
    const failures = row.settle_failures + 1
    const again = followAfter(failures)
    await this.rows()
      .where({ id: row.id })
      .update({ settle_failures: failures, follow_after: again, next_check_at: again })
    return failures >= MOST_FAILURES ? this.recordAttention(row.id, reason) : this.ledger(row.id)
  }

  /* ---------------------------------------------------------------------- job */

  /**
   * Takes due rows for this process. Any number of processes may ask at once: none gets a row that another has, and the
   * rows of one that dies come due again by themselves.
   */
  async claimDue(limit: number, claimMs: number): Promise<LedgerCheckout[]> {
    return this.claim("next_check_at", limit, claimMs)
  }

  /** Takes settled rows that are to be looked at once more. */
  async claimWatched(limit: number, claimMs: number): Promise<LedgerCheckout[]> {
    return this.claim("watch_at", limit, claimMs)
  }

  private async claim(column: "next_check_at" | "watch_at", limit: number, claimMs: number): Promise<LedgerCheckout[]> {
    const claimed: { rows: { id: string }[] } = await this.knex.raw(
      `UPDATE ${LEDGER} SET ${column} = now() + ? * interval '1 millisecond',
         check_count = check_count + ${column === "next_check_at" ? 1 : 0}
       WHERE id IN (
         SELECT id FROM ${LEDGER}
         WHERE environment = ? AND ${column} <= now() AND deleted_at IS NULL
         ORDER BY ${column} LIMIT ? FOR UPDATE SKIP LOCKED
       ) RETURNING id`,
      [claimMs, this.options.environment, limit]
    )
    const ids = claimed.rows.map(({ id }) => id)
    const rows = ids.length > 0 ? await this.listWebcheckoutCheckouts({ id: ids }) : []
    return rows.map(toLedger)
  }

  /** When the job asks about a row again; null for never. */
  async schedule(id: string, at: Date | null): Promise<void> {
    await this.rows().where({ id }).update({ next_check_at: at })
  }

  /** The same, unless the row has changed since it was read: whoever has changed it has said when it is due. */
  async scheduleUnchanged(row: LedgerCheckout, at: Date | null): Promise<void> {
    await this.unchanged(row).update({ next_check_at: at })
  }

  /** The gateway was not asked about a row that was due: it is soon, as if it had not been taken. */
  async postpone(id: string, at: Date): Promise<void> {
    await this.rows()
      .where({ id })
      .update({ next_check_at: at, check_count: this.knex.raw("GREATEST(check_count - 1, 0)") })
  }

  /** When the job looks at a settled row once more; null for never. */
  async scheduleWatch(id: string, at: Date | null): Promise<void> {
    await this.rows().where({ id }).update({ watch_at: at })
  }

  /** A create call whose process died, or whose answer was lost and has been looked for in vain. */
  async recordLost(id: string): Promise<void> {
    await this.rows()
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

  /** A person has dealt with the case. @throws MedusaError NOT_ALLOWED when the row needs nobody */
  async resolve(id: string): Promise<LedgerCheckout> {
    const row = await this.ledger(id)
    const changed =
      row.attention === null
        ? 0
        : await this.rows()
            .where({ id, attention: row.attention })
            .update({
              attention: null,
              resolved_at: new Date(),
              resolved_as: caseOf(row, row.attention),
              // What a person has closed stays closed; what becomes of it later is another case.
              next_check_at: this.knex.raw(
                "CASE WHEN status <> 'settled' AND gateway_status IN ('PENDING','AUTHORIZED') THEN now() + interval '1 day' END"
              ),
              watch_at: this.knex.raw("CASE WHEN status = 'settled' THEN now() + interval '1 day' ELSE watch_at END"),
              updated_at: new Date(),
            })
    if (changed === 0) {
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        `The checkout ${id} needs nobody: there is no case to resolve.`
      )
    }
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

  private async transition(
    id: string,
    from: LedgerStatus[],
    changes: Record<string, unknown>
  ): Promise<LedgerCheckout> {
    const changed = await this.rows()
      .where({ id })
      .whereIn("status", from)
      .update({ ...changes, updated_at: new Date() })
    if (changed === 0) {
      throw new MedusaError(MedusaError.Types.CONFLICT, `The checkout ${id} is no longer ${from.join(" or ")}.`)
    }
    return this.ledger(id)
  }

  /** Our rows that stand: the partial indexes serve no other. */
  private rows() {
    return this.knex(LEDGER).whereNull("deleted_at")
  }

  /** The row as it was read; JavaScript knows milliseconds, PostgreSQL more. */
  private unchanged({ id, updated_at }: LedgerCheckout) {
    return this.rows()
      .where({ id })
      .whereRaw("date_trunc('milliseconds', updated_at) = ?", [new Date(updated_at)])
  }

  private async ledger(id: string): Promise<LedgerCheckout> {
    return toLedger(await this.retrieveWebcheckoutCheckout(id))
  }
}

/**
 * An answer about another checkout says nothing of this one, and must not be written down.
 *
 * @throws GatewayMalformedError
 */
function requireSameCheckout(row: LedgerCheckout, { id, requestId }: GatewayCheckout, operation: string): void {
  const field = id !== row.checkout_id ? "id" : requestId !== row.request_id ? "requestId" : undefined
  if (field) {
    throw new GatewayMalformedError({ operation }, `result.${field}`, "is another checkout's")
  }
}

/** A ledger row with the answer that was just written into it. */
export interface Asked {
  row: LedgerCheckout
  checkout: GatewayCheckout
}

/** The two columns that Medusa keeps an amount in. */
function bigNumberColumns(column: string, amount: number | null): Record<string, unknown> {
  return {
    [column]: amount,
    [`raw_${column}`]: amount === null ? null : JSON.stringify({ value: String(amount), precision: 20 }),
  }
}

type CheckoutRow = Awaited<ReturnType<LedgerService["retrieveWebcheckoutCheckout"]>>

/** The database holds the gateway's status as text; here it is one of the documented ones. */
function toLedger(row: CheckoutRow): LedgerCheckout {
  return { ...row, gateway_status: parseStatus(row.gateway_status ?? "", CHECKOUT_STATUSES) ?? null }
}
