import { REASONS, ATTENTION_REASONS } from "../rules/case-reasons"
import { notAllowed, conflict } from "../errors"
import { isPending } from "../rules/money-state"
import type { IEventBusModuleService } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { GatewayMalformedError } from "../../../gateway/errors"
import type { Checkout, CreatedCheckout } from "../../../gateway/schemas"
import type { ModuleCradle } from "../cradle"
import { CHECKOUT_EVENTS, type CheckoutSettled } from "../events"
import type { WebCheckoutOptions } from "../options"
import { isAnswerReusable, TRANSITIONS, type ReusableAnswer, type Transition } from "../rules/checkout-states"
import { type LedgerCheckout } from "../rules/ledger"
import { otherCheckoutsField, requireAnswerToSent } from "../rules/mismatch"
import { Turns } from "../turns"
import type { Answers } from "./answers"
import type { CaseRows } from "./case-rows"
import { type CheckoutRows, type StoredColumns } from "./checkout-rows"
import type { Gateways } from "./gateways"
import type { NextLook } from "./next-look"
import type { TokenRow } from "./tokens"

/** What a new row must know before the create call. */
export type NewCheckout = Pick<
  LedgerCheckout,
  | "request_id"
  | "payment_collection_id"
  | "provider_id"
  | "cart_id"
  | "order_id"
  | "order_reference"
  | "gateway_order_id"
  | "account"
  | "currency_code"
> & { payment_session_id: string; amount: number; pay_link_id?: string | null }

export interface AskOptions extends ReusableAnswer {
  /**
   * The job asks: a row that is still pending gets its next look. It has no effect on a question that another caller has begun: the row then
   * comes due when the job's claim ends, after two minutes.
   */
  isFromJob?: boolean
}

/** One process asks about one checkout at most once in this time. */
export const ASK_AGAIN_AFTER_MS = 1000

/**
 * The ledger: one row for every create call that was ever attempted. Every change of state is a compare-and-set, so that any
 * number of processes may make it at once; rules/checkout-states says which are allowed.
 */
export class Checkouts {
  private readonly rows: CheckoutRows
  private readonly cases: CaseRows
  private readonly gateways: Gateways
  private readonly answers: Answers
  private readonly nextLook: NextLook
  private readonly options: WebCheckoutOptions
  private readonly eventBus: IEventBusModuleService
  private readonly questions = new Turns<LedgerCheckout>(() => ASK_AGAIN_AFTER_MS)

  constructor(
    cradle: ModuleCradle & {
      checkoutRows: CheckoutRows
      caseRows: CaseRows
      gateways: Gateways
      answers: Answers
      nextLook: NextLook
    }
  ) {
    this.rows = cradle.checkoutRows
    this.cases = cradle.caseRows
    this.gateways = cradle.gateways
    this.answers = cradle.answers
    this.nextLook = cradle.nextLook
    this.options = cradle.webCheckoutOptions
    this.eventBus = cradle[Modules.EVENT_BUS]
  }

  /* --------------------------------------------------------------------- read */

  /** @throws MedusaError NOT_FOUND */
  async retrieve(id: string): Promise<LedgerCheckout> {
    return this.rows.retrieve(id)
  }

  async findByPaymentSession(paymentSessionId: string): Promise<LedgerCheckout | undefined> {
    return this.rows.latest({ payment_session_id: paymentSessionId })
  }

  /** The time by which answers are ordered. */
  now(): Date {
    return this.rows.clock.now()
  }

  /** The row of one of the gateway's checkouts. */
  async findByCheckoutId(checkoutId: string): Promise<LedgerCheckout | undefined> {
    return this.rows.latest({ checkout_id: checkoutId, environment: this.options.environment })
  }

  /* ------------------------------------------------------------------ gateway */

  /** Whether the gateway can be asked about a row: it was created, in this environment, by an account that the options still have. */
  canBeAsked({ checkout_id, environment, account }: LedgerCheckout): boolean {
    return checkout_id !== null && environment === this.options.environment && this.gateways.has(account)
  }

  /**
   * Asks the gateway about a row and writes the answer down: the row is the answer. Simultaneous callers share one question, and a process
   * puts at most one a second: a call within that second waits for the rest of it.
   *
   * @returns the row with what the gateway said last: PENDING only to a question that was put after this call
   * @throws MedusaError NOT_ALLOWED for a row of the other environment or one without a checkout; one of gateway/errors
   */
  async ask(row: LedgerCheckout, { isFromJob, ...reusable }: AskOptions = {}): Promise<LedgerCheckout> {
    const checkoutId = this.checkoutIdOf(row)
    const isGood = (known: LedgerCheckout) => isAnswerReusable(known, reusable, this.now())
    if (isGood(row)) {
      return row
    }
    const shared = reusable.maxAgeMs ? await this.questions.underWay(row.id)?.catch(() => undefined) : undefined
    return shared && isGood(shared)
      ? shared
      : this.questions.next(row.id, () => this.sendQuestion(row, checkoutId, isFromJob))
  }

  private async sendQuestion(row: LedgerCheckout, checkoutId: string, isFromJob?: boolean): Promise<LedgerCheckout> {
    const askedAt = this.now()
    const answer = await this.gateways.client(row.account).getCheckout(checkoutId)
    // The documentation does not show what was given back: without the extended description it is not believed.
    const checkout = this.options.extendedApi ? answer : { ...answer, totalRefunded: undefined }
    requireSameCheckout(row, checkout, "GET /checkout/{id}")
    return this.answers.record(row, checkout, askedAt, isFromJob)
  }

  /**
   * With `extendedApi`, makes sure that a pending checkout's page can no longer be paid.
   *
   * @returns undefined where that is not offered or the checkout was not pending
   * @throws one of gateway/errors, e.g. rejected when it was paid meanwhile
   */
  async cancelPending(row: LedgerCheckout): Promise<LedgerCheckout | undefined> {
    const gateway = this.gateways.extended(row.account)
    if (!gateway || !isPending(row.gateway_status)) {
      return undefined
    }
    const askedAt = this.rows.clock.now()
    const checkout = await gateway.cancelCheckout(this.checkoutIdOf(row))
    requireSameCheckout(row, checkout, "POST /checkout/{id}/cancel")
    requireAnswerToSent(row, checkout, "POST /checkout/{id}/cancel")
    return this.answers.record(row, checkout, askedAt)
  }

  /** Closes the page of a superseded checkout, unless a payment session has taken the checkout over meanwhile. */
  async closeSuperseded(row: LedgerCheckout): Promise<void> {
    if (!this.gateways.extended(row.account)) {
      return
    }
    const claimed = await this.rows
      .standing()
      .where({ id: row.id, status: "superseded" })
      .whereNull("payment_session_id")
      .update({ closing_at: new Date(), updated_at: this.rows.now() })
    if (claimed > 0) {
      await this.cancelPending(row)
    }
  }

  /** Looks for the checkout of a lost create call. @returns undefined without `extendedApi`, and where there is none */
  async searchLost(row: LedgerCheckout): Promise<Checkout | undefined> {
    const page = await this.gateways.extended(row.account)?.findCheckouts({ requestId: row.request_id })
    return page?.content.find(({ requestId }) => requestId === row.request_id)
  }

  private checkoutIdOf(row: LedgerCheckout): string {
    this.gateways.requireOwnEnvironment("checkout", row)
    if (!row.checkout_id) {
      throw notAllowed(`The checkout ${row.id} was not created at the payment service.`)
    }
    return row.checkout_id
  }

  /* ------------------------------------------------------------------- change */

  /** Commits the row that must stand before the create call, with its return address. */
  async create(checkout: NewCheckout, tokenRow: TokenRow): Promise<LedgerCheckout> {
    const { environment } = this.options
    return this.rows.create({ ...checkout, environment, status: "creating", ...this.nextLook.columnsOfNew() }, tokenRow)
  }

  /** The create call has answered. @throws MedusaError CONFLICT when the row is not waiting for it any more */
  async recordCreated(id: string, checkout: CreatedCheckout): Promise<LedgerCheckout> {
    return this.change(id, "created", {
      checkout_id: checkout.id,
      redirect_url: checkout.redirectUrl,
      gateway_status: checkout.status,
      last_checked_at: this.rows.clock.now(),
      ...this.nextLook.columnsOfShownPage(),
    })
  }

  /** The create call has failed. `failure` must hold no personal data. */
  async recordNotCreated(id: string, outcome: "rejected" | "lost", failure: string): Promise<LedgerCheckout> {
    return this.change(id, outcome, {
      failure,
      payment_session_id: null,
      ...this.nextLook.columnsOfNotCreated(outcome === "lost"),
    })
  }

  /** A create call whose process died, or whose answer was lost and has been looked for in vain. */
  async recordLost(id: string): Promise<void> {
    await this.inStatusBefore(id, "lost").update({
      status: TRANSITIONS.lost.to,
      ...this.nextLook.columnsOfNotCreated(false),
      payment_session_id: null,
      updated_at: this.rows.now(),
    })
  }

  /** A lost create call did create a checkout: it is to be asked about. Nobody was shown its page, so no payment session stands for it. */
  async recordFound(row: LedgerCheckout, checkout: Checkout): Promise<LedgerCheckout> {
    return this.change(row.id, "found", {
      checkout_id: checkout.id,
      payment_session_id: null,
      superseded_at: new Date(),
    })
  }

  /**
   * Medusa has followed: the payment is recorded, and the order placed where there is a cart. Emits its event once. The row stays due
   * until the books agree (`comparisons.recordAgreed`).
   *
   * @param paymentSessionId the session that the payment stands for: the row keeps it for good
   * @param keepsMismatchCase whether an `amount_mismatch` outlives it: an order has taken more than it owed
   */
  async recordSettled(
    id: string,
    orderId: string | null,
    paymentSessionId: string,
    { keepsMismatchCase = false } = {}
  ): Promise<LedgerCheckout> {
    const update = this.inStatusBefore(id, "settled")
      .update({
        status: TRANSITIONS.settled.to,
        order_id: this.rows.knex.raw("COALESCE(?, order_id)", [orderId]),
        payment_session_id: paymentSessionId,
        follow_after: null,
        settled_at: this.rows.knex.raw("COALESCE(settled_at, now())"),
        ...this.nextLook.columnsOfSettled(),
        updated_at: this.rows.now(),
      })
      .returning(["*", this.rows.knex.raw("settled_at = now() AS is_first")])
    const ended = ATTENTION_REASONS.filter((reason) => !(keepsMismatchCase && REASONS[reason].outlivesSettling))
    const [settled] = await this.rows.changeWithCases<StoredColumns & { is_first: boolean }>(update, [
      this.cases.endingForGood("changed", ended),
    ])
    if (!settled) {
      return this.rows.retrieve(id)
    }
    const { is_first, ...columns } = settled
    if (is_first) {
      const data: CheckoutSettled = { id, order_id: orderId }
      await this.eventBus.emit({ name: CHECKOUT_EVENTS.SETTLED, data })
    }
    return this.rows.asChanged(columns)
  }

  /** A settled row is to be looked at again, soon: Medusa is about to do something with its payment, or has done it. */
  async compareSoon(id: string): Promise<void> {
    await this.rows
      .standing()
      .where({ id, status: "settled" })
      .update({
        agreed_at: null,
        ...this.nextLook.columnsOfChangeInMedusa(),
        updated_at: this.rows.now(),
      })
  }

  /** The gateway holds nothing of a row, and Medusa's books show nothing of it either: nothing is left to see to. */
  async recordOver(id: string): Promise<LedgerCheckout> {
    const over = this.rows.standing().where({ id, status: "closed" }).update({ updated_at: this.rows.now() })
    await this.rows.changed(over, this.cases.ending("changed", [...ATTENTION_REASONS]))
    return this.rows.retrieve(id)
  }

  /**
   * Medusa deletes the payment session: its row no longer stands for a session. Compare-and-set on the session, since
   * another flow may have taken the row over meanwhile. A settled row keeps its session: refunds find it by that.
   *
   * @returns the row, or undefined when it no longer belonged to that session
   */
  async supersede(paymentSessionId: string, checkoutId: string): Promise<LedgerCheckout | undefined> {
    const { from, to } = TRANSITIONS.superseded
    return this.rows.changed(
      this.rows
        .standing()
        .where({ payment_session_id: paymentSessionId, checkout_id: checkoutId })
        .whereNot({ status: "settled" })
        .update({
          payment_session_id: null,
          superseded_at: new Date(),
          updated_at: this.rows.now(),
          status: this.rows.knex.raw("CASE WHEN status = ANY(?) THEN ? ELSE status END", [[...from], to]),
        })
    )
  }

  /**
   * A payment session takes a checkout of the same purchase over: a paid one, so that nobody pays twice, or a pending
   * one, so that there is one payable page. Compare-and-set on the session that held it when it was read.
   *
   * @param payLinkId the pay link that the session is started with; the one that the checkout was begun with stays
   * @returns the row, or undefined when another flow was quicker
   */
  async takeOver(
    row: LedgerCheckout,
    session: { id: string; payment_collection_id: string; provider_id: string },
    payLinkId?: string
  ): Promise<LedgerCheckout | undefined> {
    const isUnpaid = isPending(row.gateway_status)
    return this.rows.changed(
      this.inStatusBefore(row.id, "taken_over")
        .where({ payment_session_id: row.payment_session_id })
        .modify((query) => void (isUnpaid && query.whereNull("closing_at")))
        .update({
          payment_session_id: session.id,
          payment_collection_id: session.payment_collection_id,
          provider_id: session.provider_id,
          pay_link_id: this.rows.knex.raw("COALESCE(pay_link_id, ?)", [payLinkId ?? null]),
          status: TRANSITIONS.taken_over.to,
          superseded_at: null,
          // Its page is shown once more: it is asked about like a new one.
          check_count: 0,
          ...this.nextLook.columnsOfShownPage(),
          updated_at: this.rows.now(),
        })
    )
  }

  /** The order that a row's money is for, found before Medusa has followed. */
  async noteOrder(id: string, orderId: string): Promise<void> {
    await this.rows.standing().where({ id }).whereNull("order_id").update({ order_id: orderId })
  }

  /** Somebody goes on with a row's page through a pay link. The one that it was begun with stays. */
  async notePayLink(id: string, payLinkId: string): Promise<void> {
    await this.inStatusBefore(id, "taken_over")
      .whereNull("pay_link_id")
      .update({ pay_link_id: payLinkId, updated_at: this.rows.now() })
  }

  /** The row's money is booked in another collection of its order: the one that it was begun in has become another amount's. */
  async moveToCollection(id: string, paymentCollectionId: string): Promise<LedgerCheckout> {
    await this.rows
      .standing()
      .where({ id })
      .update({ payment_collection_id: paymentCollectionId, updated_at: this.rows.now() })
    return this.rows.retrieve(id)
  }

  /** The row stands for the session whose payment Medusa has already. */
  async bindToSession(id: string, paymentSessionId: string): Promise<LedgerCheckout> {
    await this.rows
      .standing()
      .where({ id })
      .update({ payment_session_id: paymentSessionId, superseded_at: null, updated_at: this.rows.now() })
    return this.rows.retrieve(id)
  }

  private async change(id: string, transition: Transition, columns: Record<string, unknown>): Promise<LedgerCheckout> {
    const { from, to } = TRANSITIONS[transition]
    const changed = await this.rows.changed(
      this.inStatusBefore(id, transition).update({ ...columns, status: to, updated_at: this.rows.now() })
    )
    if (!changed) {
      throw conflict(`The checkout ${id} is no longer ${from.join(" or ")}.`)
    }
    return changed
  }

  private inStatusBefore(id: string, transition: Transition) {
    return this.rows
      .standing()
      .where({ id })
      .whereIn("status", [...TRANSITIONS[transition].from])
  }
}

/**
 * An answer about another checkout says nothing of this one, and must not be written down.
 *
 * @throws GatewayMalformedError
 */
function requireSameCheckout(row: LedgerCheckout, checkout: Checkout, operation: string): void {
  const field = otherCheckoutsField(row, checkout)
  if (field) {
    throw new GatewayMalformedError({ operation }, `result.${field}`, "is another checkout's")
  }
}
