import { OwnService } from "../own-service"
import type { ShownBooks } from "../rules/compare-books"
import { REASONS, ATTENTION_REASONS, reasonsThat } from "../rules/case-reasons"
import { notAllowed, conflict } from "../errors"
import { isPending } from "../rules/money-state"
import { GatewayError } from "../../../gateway/errors"
import type { Checkout, CreatedCheckout } from "../../../gateway/schemas"
import { CHECKOUT_EVENTS, type CheckoutSettled } from "../events"
import { TRANSITIONS, type Transition } from "../rules/checkout-states"
import { isAnswerReusable, type ReusableAnswer } from "../rules/reusable-answer"
import type { LedgerCheckout } from "../rules/ledger"
import { otherCheckoutsField, requireAnswerToSent } from "../rules/answer-mismatch"
import { SingleFlight } from "../single-flight"
import type { Answers } from "./answers"
import type { Cases } from "./cases"
import { columnsOf, type CheckoutRows, type StoredColumns } from "./checkout-rows"
import type { Gateways } from "./gateways"
import type { NextCheck } from "./next-check"
import type { TokenRow } from "./tokens"

/** The values of a row that must be stored before the create call. */
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

/** A settled row as stored. `is_first`: it was not settled before. */
type Settled = StoredColumns & { is_first: boolean }

export interface AskOptions extends ReusableAnswer {
  /**
   * True if the job asks: a row that is still pending is then scheduled for its next check. It has no effect if another caller's request is
   * already running: the row is then due when the job's claim expires, after two minutes.
   */
  isFromJob?: boolean
}

/** Minimum time between two requests of one process about the same checkout. */
export const ASK_AGAIN_AFTER_MS = 1000

/**
 * The ledger: one row for every attempted create call. Every change of state is a compare-and-set, so that any number of processes can
 * try it at once; rules/checkout-states lists the allowed changes.
 */
export class Checkouts extends OwnService<{
  checkoutRows: CheckoutRows
  cases: Cases
  gateways: Gateways
  answers: Answers
  nextCheck: NextCheck
}> {
  private readonly questions = new SingleFlight<LedgerCheckout>(() => ASK_AGAIN_AFTER_MS)

  /* --------------------------------------------------------------------- read */

  /** @throws MedusaError NOT_FOUND */
  async retrieve(id: string): Promise<LedgerCheckout> {
    return this.cradle.checkoutRows.retrieve(id)
  }

  async findByPaymentSession(paymentSessionId: string): Promise<LedgerCheckout | undefined> {
    return this.cradle.checkoutRows.latest({ payment_session_id: paymentSessionId })
  }

  /** The clock that orders the gateway's answers. */
  now(): Date {
    return this.cradle.checkoutRows.clock.now()
  }

  /** The row with this checkout id of the gateway. */
  async findByCheckoutId(checkoutId: string): Promise<LedgerCheckout | undefined> {
    return this.cradle.checkoutRows.latest({ checkout_id: checkoutId, environment: this.options.environment })
  }

  /* ------------------------------------------------------------------ gateway */

  /** Whether the gateway can be asked about a row: it has a checkout, belongs to this environment, and its account is still in the options. */
  canBeAsked({ checkout_id, environment, account }: LedgerCheckout): boolean {
    return checkout_id !== null && environment === this.options.environment && this.cradle.gateways.has(account)
  }

  /**
   * Asks the gateway about a row, and records and returns the answer. Simultaneous callers share one request. A process sends at most one
   * request a second about a checkout; a call within that second waits for the rest of it.
   *
   * @returns the row with the gateway's last answer; PENDING only if the request was sent after this call
   * @throws MedusaError NOT_ALLOWED for a row of the other environment or one without a checkout; GatewayError; FailureError
   * gateway_unconfirmed
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
    const answer = await this.cradle.gateways.client(row.account).getCheckout(checkoutId)
    // The public documentation has no `totalRefunded`, so without `extendedApi` the field is ignored.
    const checkout = this.options.extendedApi ? answer : { ...answer, totalRefunded: undefined }
    requireSameCheckout(row, checkout, "GET /checkout/{id}")
    return this.cradle.answers.record(row, checkout, askedAt, isFromJob)
  }

  /**
   * With `extendedApi`, cancels a pending checkout, so that its page can no longer be paid.
   *
   * @returns undefined without `extendedApi`, or if the checkout was not pending
   * @throws GatewayError, e.g. rejected if it was paid meanwhile; FailureError gateway_unconfirmed
   */
  async cancelPending(row: LedgerCheckout): Promise<LedgerCheckout | undefined> {
    const gateway = this.cradle.gateways.extended(row.account)
    if (!gateway || !isPending(row.gateway_status)) {
      return undefined
    }
    const askedAt = this.cradle.checkoutRows.clock.now()
    const checkout = await gateway.cancelCheckout(this.checkoutIdOf(row))
    requireSameCheckout(row, checkout, "POST /checkout/{id}/cancel")
    requireAnswerToSent(row, checkout, "POST /checkout/{id}/cancel")
    return this.cradle.answers.record(row, checkout, askedAt)
  }

  /** Closes the page of a superseded checkout, unless a payment session has taken the checkout over meanwhile. */
  async closeSuperseded(row: LedgerCheckout): Promise<void> {
    if (!this.cradle.gateways.extended(row.account)) {
      return
    }
    const withoutSession = { id: row.id, status: "superseded", payment_session_id: null }
    const claimed = await this.cradle.checkoutRows.update(withoutSession, { closing_at: new Date() })
    if (claimed > 0) {
      await this.cancelPending(row)
    }
  }

  /** Searches for the checkout of a lost create call. @returns undefined without `extendedApi`, or if no checkout is found */
  async searchLost(row: LedgerCheckout): Promise<Checkout | undefined> {
    const page = await this.cradle.gateways.extended(row.account)?.findCheckouts({ requestId: row.request_id })
    return page?.content.find(({ requestId }) => requestId === row.request_id)
  }

  private checkoutIdOf(row: LedgerCheckout): string {
    this.cradle.gateways.requireOwnEnvironment("checkout", row)
    if (!row.checkout_id) {
      throw notAllowed(`The checkout ${row.id} was not created at the payment service.`)
    }
    return row.checkout_id
  }

  /* ------------------------------------------------------------------- change */

  /** Commits a row and its return address, before the create call is sent. */
  async create(checkout: NewCheckout, tokenRow: TokenRow): Promise<LedgerCheckout> {
    const columns = { ...checkout, status: "creating" as const, ...this.cradle.nextCheck.columnsOfNew() }
    return this.cradle.checkoutRows.create({ ...columns, environment: this.environment }, tokenRow)
  }

  /** Records the answer to the create call. @throws MedusaError CONFLICT if the row is no longer waiting for it */
  async recordCreated(id: string, checkout: CreatedCheckout): Promise<LedgerCheckout> {
    return this.change(id, "created", {
      checkout_id: checkout.id,
      redirect_url: checkout.redirectUrl,
      gateway_status: checkout.status,
      last_checked_at: this.cradle.checkoutRows.clock.now(),
      ...this.cradle.nextCheck.columnsOfShownPage(),
    })
  }

  /** Records that the create call failed. `failure` must hold no personal data. */
  async recordNotCreated(id: string, outcome: "rejected" | "lost", failure: string): Promise<LedgerCheckout> {
    return this.change(id, outcome, {
      failure,
      payment_session_id: null,
      ...this.cradle.nextCheck.columnsOfNotCreated(outcome === "lost"),
    })
  }

  /** Records that a create call was lost: its process died, or its answer was lost and a search found no checkout. */
  async recordLost(id: string): Promise<void> {
    await this.transition(id, "lost", {
      ...this.cradle.nextCheck.columnsOfNotCreated(false),
      payment_session_id: null,
    })
  }

  /** Records the checkout that a lost create call did create. Its page was never shown to a shopper, so the row gets no payment session. */
  async recordFound(row: LedgerCheckout, checkout: Checkout): Promise<LedgerCheckout> {
    return this.change(row.id, "found", {
      checkout_id: checkout.id,
      payment_session_id: null,
      superseded_at: new Date(),
    })
  }

  /**
   * Records that Medusa has recorded the payment and, if there is a cart, placed the order. Emits its event once. The row stays due until
   * the books agree (`recordAgreed`).
   *
   * @param paymentSessionId the session of the recorded payment: the row keeps it permanently
   * @param keepsMismatchCase whether an `amount_mismatch` case stays open, because the order was paid more than it owed
   */
  async recordSettled(
    id: string,
    orderId: string | null,
    paymentSessionId: string,
    { keepsMismatchCase = false } = {}
  ): Promise<LedgerCheckout> {
    const update = this.transition(id, "settled", {
      order_id: this.knex.raw("COALESCE(?, order_id)", [orderId]),
      payment_session_id: paymentSessionId,
      follow_after: null,
      settled_at: this.knex.raw("COALESCE(settled_at, now())"),
      ...this.cradle.nextCheck.columnsOfSettled(),
    }).returning(["*", this.knex.raw("settled_at = now() AS is_first")])
    const ended = ATTENTION_REASONS.filter((reason) => !(keepsMismatchCase && REASONS[reason].outlivesSettling))
    const ending = this.cradle.cases.endingForGood("changed", ended)
    const [settled] = await this.cradle.checkoutRows.changeWithCases<Settled>(update, [ending])
    if (!settled) {
      return this.cradle.checkoutRows.retrieve(id)
    }
    const { is_first, ...columns } = settled
    if (is_first) {
      const data: CheckoutSettled = { id, order_id: orderId }
      await this.eventBus.emit({ name: CHECKOUT_EVENTS.SETTLED, data })
    }
    return this.cradle.checkoutRows.asChanged(columns)
  }

  /** Schedules a settled row for a comparison soon, because Medusa is about to change its payment or has changed it. */
  async compareSoon(id: string): Promise<void> {
    const next = this.cradle.nextCheck.columnsOfChangeInMedusa()
    await this.cradle.checkoutRows.update({ id, status: "settled" }, { agreed_at: null, ...next })
  }

  /**
   * Records that Medusa's books agree with the gateway's last answer: the row is done, and cases about the books are closed. Closed cases
   * are forgotten too, so that a later difference, even the same one, opens a new case.
   *
   * @returns undefined if the row has changed since it was read and must be compared again
   */
  async recordAgreed(row: LedgerCheckout, shown: ShownBooks): Promise<LedgerCheckout | undefined> {
    const { cases, checkoutRows, nextCheck } = this.cradle
    const agreed_at = new Date()
    return checkoutRows.changed(
      checkoutRows
        .unchanged(row)
        .where({ status: "settled" })
        .update({
          agreed_at,
          settle_failures: 0,
          ...nextCheck.columnsOfAgreement({ ...row, agreed_at }),
          ...columnsOf(shown),
          updated_at: checkoutRows.now(),
        }),
      cases.endingForGood("changed", reasonsThat("endsByAgreement"))
    )
  }

  /** Stores the amounts in Medusa's books, for the statement, if they differ from the gateway's. */
  async recordDiffering({ id, medusa_captured, medusa_refunded }: LedgerCheckout, shown: ShownBooks): Promise<void> {
    if (medusa_captured !== shown.medusa_captured || medusa_refunded !== shown.medusa_refunded) {
      await this.cradle.checkoutRows.update({ id }, columnsOf(shown))
    }
  }

  /**
   * Detaches a row from its payment session, which Medusa deletes. Compare-and-set on the session, because another flow may have taken the
   * row over meanwhile. A settled row keeps its session, because refunds find the row by it.
   *
   * @returns the row, or undefined if it no longer belonged to that session
   */
  async supersede(paymentSessionId: string, checkoutId: string): Promise<LedgerCheckout | undefined> {
    const { from, to } = TRANSITIONS.superseded
    const status = this.knex.raw("CASE WHEN status = ANY(?) THEN ? ELSE status END", [[...from], to])
    const held = { payment_session_id: paymentSessionId, checkout_id: checkoutId }
    const detached = { payment_session_id: null, superseded_at: new Date(), status }
    const { checkoutRows } = this.cradle
    return checkoutRows.changed(checkoutRows.update(held, detached).whereNot({ status: "settled" }))
  }

  /**
   * Assigns a checkout of the same purchase to another payment session: a paid checkout, so that nobody pays twice, or a pending one, so
   * that only one page can be paid. Compare-and-set on the session that held the checkout when it was read.
   *
   * @param payLinkId the pay link that starts the session; ignored if the checkout already has one
   * @returns the row, or undefined if another flow was faster
   */
  async takeOver(
    row: LedgerCheckout,
    session: { id: string; payment_collection_id: string; provider_id: string },
    payLinkId?: string
  ): Promise<LedgerCheckout | undefined> {
    const isUnpaid = isPending(row.gateway_status)
    return this.cradle.checkoutRows.changed(
      this.transition(row.id, "taken_over", {
        payment_session_id: session.id,
        payment_collection_id: session.payment_collection_id,
        provider_id: session.provider_id,
        pay_link_id: this.knex.raw("COALESCE(pay_link_id, ?)", [payLinkId ?? null]),
        superseded_at: null,
        // Its page is shown again, so it is checked as often as a new checkout.
        check_count: 0,
        ...this.cradle.nextCheck.columnsOfShownPage(),
      }).where({ payment_session_id: row.payment_session_id, ...(isUnpaid ? { closing_at: null } : {}) })
    )
  }

  /** Records the order that a row's money is for, before Medusa has recorded the payment. */
  async noteOrder(id: string, orderId: string): Promise<void> {
    await this.cradle.checkoutRows.standing().where({ id }).whereNull("order_id").update({ order_id: orderId })
  }

  /** Records the pay link through which a payer continues with a row's page, unless the row already has one. */
  async notePayLink(id: string, payLinkId: string): Promise<void> {
    const { from } = TRANSITIONS.taken_over
    await this.cradle.checkoutRows
      .update({ id, pay_link_id: null }, { pay_link_id: payLinkId })
      .whereIn("status", [...from])
  }

  /** Moves the row to another payment collection of its order, because the amount of its first collection has changed. */
  async moveToCollection(id: string, paymentCollectionId: string): Promise<LedgerCheckout> {
    await this.cradle.checkoutRows.update({ id }, { payment_collection_id: paymentCollectionId })
    return this.cradle.checkoutRows.retrieve(id)
  }

  /** Assigns the row to the session whose payment Medusa has already recorded. */
  async bindToSession(id: string, paymentSessionId: string): Promise<LedgerCheckout> {
    await this.cradle.checkoutRows.update({ id }, { payment_session_id: paymentSessionId, superseded_at: null })
    return this.cradle.checkoutRows.retrieve(id)
  }

  private async change(id: string, transition: Transition, columns: Record<string, unknown>): Promise<LedgerCheckout> {
    const changed = await this.cradle.checkoutRows.changed(this.transition(id, transition, columns))
    if (!changed) {
      throw conflict(`The checkout ${id} is no longer ${TRANSITIONS[transition].from.join(" or ")}.`)
    }
    return changed
  }

  /** The UPDATE of a transition. It matches no row whose status does not allow the transition. */
  private transition(id: string, transition: Transition, columns: Record<string, unknown>) {
    const { from, to } = TRANSITIONS[transition]
    return this.cradle.checkoutRows.update({ id }, { ...columns, status: to }).whereIn("status", [...from])
  }
}

/**
 * Rejects an answer about another checkout: it must not be recorded in this row.
 *
 * @throws GatewayError gateway_malformed
 */
function requireSameCheckout(row: LedgerCheckout, checkout: Checkout, operation: string): void {
  const field = otherCheckoutsField(row, checkout)
  if (field) {
    throw new GatewayError("gateway_malformed", { operation }, `result.${field}: is another checkout's`)
  }
}
