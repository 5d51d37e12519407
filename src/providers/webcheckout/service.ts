import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  CancelPaymentInput,
  CancelPaymentOutput,
  CapturePaymentInput,
  CapturePaymentOutput,
  DeletePaymentInput,
  DeletePaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  Logger,
  RefundPaymentInput,
  RefundPaymentOutput,
  RetrievePaymentInput,
  RetrievePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
  WebhookActionResult,
} from "@medusajs/framework/types"
import {
  AbstractPaymentProvider,
  MathBN,
  MedusaError,
  PaymentActions,
  PaymentSessionStatus,
} from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { toGatewayAmount, isSameMoney } from "../../gateway/money"
import { ownWords, withMedusaErrors, notFound, notAllowed } from "../../modules/web-checkout/errors"
import { DEFAULT_ACCOUNT } from "../../modules/web-checkout/options"
import { keyOf, readDue, readSessionWithPurchase, readPurchase } from "../../modules/web-checkout/purchase/purchase"
import { findOrderState } from "../../modules/web-checkout/purchase/order"
import type { Query } from "../../modules/web-checkout/purchase/query"
import { ANSWER_GOOD_FOR_MS } from "../../modules/web-checkout/rules/reusable-answer"
import { moneyOf } from "../../modules/web-checkout/rules/ledger"
import { isMoneyHeld, isMoneyIn, isPaid, isToFollow } from "../../modules/web-checkout/rules/money-state"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import { PAY_LATER, PAY_LINK_IN_CONTEXT, ROW_IN_CONTEXT } from "../../modules/web-checkout/provider-ids"
import {
  answerOfSession,
  identityOf,
  paymentRow,
  requireCaptured,
  requireOver,
  statusOf,
  hasStandingPayment,
} from "./payment-row"
import { openCaseIfPartlyReturned, requireMatch } from "./payment-checks"
import { requireGroup, requireGroupAtCompletion } from "./pay-later"
import { AUTHORIZE_STATUS, PAYMENT_STATUS, sessionStatus } from "./payment-status"
import { requireProviderOptions, type WebCheckoutProviderOptions } from "./provider-options"
import { newOrderReference } from "../../modules/web-checkout/services/purchases"
import { absentKeys, sessionData } from "./session-data"
import { createCheckout, oneAtATime, requireDue, requireOwed } from "./create-checkout"
import { takeOver } from "./take-over"

interface Cradle extends Record<string, unknown> {
  logger: Logger
  webCheckout: WebCheckoutService
  query: Query
}

/** Set by the plugin's workflows in the session's context, which no storefront can write: the ledger row or the pay link that the session is for. */
const contextSchema = z.looseObject({
  [ROW_IN_CONTEXT]: z.string().optional(),
  [PAY_LINK_IN_CONTEXT]: z.string().optional(),
})

/** Maps Medusa's payment-session lifecycle to the ledger and the gateway. Only PAID means paid. */
export class WebCheckoutProviderService extends AbstractPaymentProvider<WebCheckoutProviderOptions> {
  static override identifier = "webcheckout"
  private readonly account: string
  private readonly isLater: boolean
  private readonly customerGroups: string[] | undefined

  constructor(
    private readonly cradle: Cradle,
    options: WebCheckoutProviderOptions = {}
  ) {
    super(cradle, options)
    this.account = options.account ?? DEFAULT_ACCOUNT
    this.isLater = options.mode === PAY_LATER
    this.customerGroups = options.customerGroups
  }

  static override validateOptions(options: Record<string, unknown> = {}): void {
    requireProviderOptions(options)
  }

  private get webCheckout(): WebCheckoutService {
    return this.cradle.webCheckout
  }

  /**
   * Creates the checkout: the ledger row first, then POST /checkout/web, then the row gets the checkout's id.
   * `data` is `{ session_id, request_id, checkout_id, redirect_url, status }`.
   *
   * @throws MedusaError INVALID_DATA when the amount, the currency or the request is refused; UNEXPECTED_STATE when the
   * gateway gave no usable answer; NOT_ALLOWED when the purchase is paid already, something else is due, the order is cancelled, or
   * another payment of the purchase is being started
   */
  override async initiatePayment(input: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    return withMedusaErrors(async () => {
      const sessionId = requireKey(input.context?.idempotency_key)
      const currency = input.currency_code.toUpperCase()
      const amount = toGatewayAmount(MathBN.convert(input.amount).toFixed(), currency)
      const price = { amount: String(amount), currency_code: currency }
      const owner = await readSessionWithPurchase(this.cradle.query, sessionId)
      if (this.isLater && owner.order_id === undefined) {
        const { cart } = requireDue(await readPurchase(this.cradle.query, owner), price)
        // Who has signed in: a storefront cannot set the context.
        const customerId = input.context?.customer?.id
        // Only the cart's own customer counts: completing the cart requires that.
        const isOwnCart = cart?.customer?.id === customerId
        await requireGroup(this.cradle.query, isOwnCart ? customerId : undefined, this.customerGroups)
        // There is no page to redirect to, and the cart is completed at once.
        const data = { session_id: sessionId, mode: PAY_LATER, customer_id: customerId ?? null }
        return { id: sessionId, status: PaymentSessionStatus.PENDING, data: { ...absentKeys(input.data), ...data } }
      }
      const { [ROW_IN_CONTEXT]: rowId, [PAY_LINK_IN_CONTEXT]: payLinkId } = contextSchema.parse(input.context ?? {})
      const { payment_collection_id } = owner.session
      const key = keyOf(owner)
      const data = await oneAtATime(this.webCheckout, key, async () => {
        const { purchases } = this.webCheckout
        const [purchase, known, settled] = await Promise.all([
          readPurchase(this.cradle.query, owner),
          purchases.findReference(key),
          purchases.listSettled({ payment_collection_id }),
        ])
        const payment = { purchase: requireDue(purchase, price), account: this.account, amount, currency, payLinkId }
        requireOwed(payment, settled)
        const reference = known ?? newOrderReference()
        // Of the purchase's first attempt there is nothing to take over.
        const isFirst = known === undefined && rowId === undefined
        const taken = isFirst
          ? undefined
          : await takeOver(this.webCheckout, this.cradle, { ...payment, reference, rowId })
        if (!taken && !isFirst) {
          // An attempt that was settled between the two reads is in neither list.
          requireOwed(payment, await purchases.listSettled({ payment_collection_id }))
        }
        return taken ?? createCheckout(this.webCheckout, this.cradle.query, payment, reference)
      })
      return { id: sessionId, status: PaymentSessionStatus.PENDING, data: { ...absentKeys(input.data), ...data } }
    })
  }

  /**
   * Asks the gateway, and accepts a checkout only if it is paid (or authorized) at the price that is due now. A pay-later purchase without
   * a checkout is accepted unpaid: Medusa asks about it when its cart is completed, and when somebody looks at its order.
   *
   * @throws MedusaError when the gateway gave no definite answer, which leaves the session completable; NOT_ALLOWED when
   * the checkout is not the one that was created, or not at this price
   */
  override async authorizePayment(input: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    return withMedusaErrors(async () => {
      const sessionId = requireKey(input.context?.idempotency_key)
      const [due, row] = await Promise.all([
        readDue(this.cradle.query, sessionId),
        answerOfSession(this.webCheckout, sessionId),
      ])
      if (!row && this.isLater) {
        // Nothing is paid, and the gateway has no checkout yet. Medusa has created the order by now, and may still undo it.
        await requireGroupAtCompletion(this.cradle.query, sessionId, this.customerGroups)
        const { session } = await readSessionWithPurchase(this.cradle.query, sessionId)
        await this.webCheckout.tasks.noteUnpaid(session)
        return { status: PaymentSessionStatus.PENDING_AUTHORIZATION, data: { ...input.data } }
      }
      if (!row) {
        throw notFound(`Payment session ${sessionId} has no checkout at the payment service.`)
      }
      await requireMatch(this.webCheckout, row, due)
      const status = statusOf(row)
      await openCaseIfPartlyReturned(this.webCheckout, row)
      // An authorization that places no order is answered like PENDING.
      const waits = isMoneyIn(status) && !isToFollow(status, this.webCheckout.options.authorizedCheckouts)
      const answered = sessionStatus(AUTHORIZE_STATUS, waits ? "PENDING" : status, this.isLater)
      return { status: answered, data: { ...sessionData(row) } }
    })
  }

  /** The gateway's status now. @throws MedusaError when the gateway gave no definite answer */
  override async getPaymentStatus(input: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    return withMedusaErrors(async () => {
      if (this.isUnstarted(input.data)) {
        return { status: PaymentSessionStatus.PENDING_AUTHORIZATION, data: { ...input.data } }
      }
      const row = await this.webCheckout.checkouts.ask(await paymentRow(this.webCheckout, input.data))
      await requireMatch(this.webCheckout, row)
      const status = sessionStatus(PAYMENT_STATUS, statusOf(row), this.isLater)
      return { status, data: { ...sessionData(row) } }
    })
  }

  /** What a storefront may know of the checkout, with the gateway's status now. */
  override async retrievePayment(input: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    return withMedusaErrors(async () => {
      if (this.isUnstarted(input.data)) {
        return { data: { ...input.data } }
      }
      const row = await this.webCheckout.checkouts.ask(await paymentRow(this.webCheckout, input.data))
      return { data: { ...sessionData(row) } }
    })
  }

  /**
   * The gateway captures on its own; this only checks whether it has.
   *
   * @throws MedusaError NOT_ALLOWED unless the checkout is PAID
   */
  override async capturePayment(input: CapturePaymentInput): Promise<CapturePaymentOutput> {
    return withMedusaErrors(async () => {
      const known = await paymentRow(this.webCheckout, input.data)
      // An earlier answer is reused only if it says paid: a reserved amount may have been captured since.
      const maxAgeMs = isPaid(known.gateway_status) ? ANSWER_GOOD_FOR_MS : 0
      const row = await this.webCheckout.checkouts.ask(known, { maxAgeMs })
      await requireMatch(this.webCheckout, row)
      requireCaptured(row)
      return { data: { ...sessionData(row) } }
    })
  }

  /**
   * Succeeds only when the gateway reports that the checkout can never be paid any more.
   *
   * @throws MedusaError NOT_ALLOWED for a paid, authorized or still payable checkout: Medusa would otherwise mark a
   * payment as cancelled whose money is taken
   */
  override async cancelPayment(input: CancelPaymentInput): Promise<CancelPaymentOutput> {
    return withMedusaErrors(async () => {
      const row = await paymentRow(this.webCheckout, input.data)
      // Whatever becomes of this call, Medusa goes on as if it had succeeded when an order is cancelled.
      await this.webCheckout.checkouts.compareSoon(row.id)
      const asked = await this.webCheckout.checkouts.ask(row)
      const now = (await this.webCheckout.checkouts.cancelPending(asked)) ?? asked
      requireOver(now)
      return { data: { ...sessionData(now) } }
    })
  }

  /**
   * Gives money back, once. With `extendedApi` the gateway is told to; without it the refund is made in the gateway's
   * dashboard and only noted here.
   *
   * @throws MedusaError NOT_ALLOWED when the money is not known to have gone back
   */
  override async refundPayment(input: RefundPaymentInput): Promise<RefundPaymentOutput> {
    return withMedusaErrors(async () => {
      const refundId = requireKey(
        input.context?.idempotency_key,
        "must be the id of Medusa's refund; without it a refund could be made twice"
      )
      const known = await paymentRow(this.webCheckout, input.data)
      // Whatever becomes of this call, Medusa goes on as if it had succeeded when an order is cancelled.
      await this.webCheckout.checkouts.compareSoon(known.id)
      const asked = await this.webCheckout.checkouts.ask(known)
      await requireMatch(this.webCheckout, asked)
      const amount = MathBN.convert(input.amount).toFixed()
      const order = asked.order_id === null ? undefined : await findOrderState(this.cradle.query, asked.order_id)
      if (order) {
        await this.webCheckout.creditLines.expect(this.cradle.query, order, [{ id: refundId, amount }])
      }
      const row = await this.webCheckout.refunds.refund(asked, { kind: "medusa", refund_id: refundId, amount })
      return { data: { ...sessionData(row) } }
    })
  }

  /** The gateway cannot change a checkout's amount. @throws MedusaError NOT_ALLOWED unless nothing changes */
  override async updatePayment(input: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    return withMedusaErrors(async () => {
      if (this.isUnstarted(input.data)) {
        return { data: { ...input.data } }
      }
      const row = await paymentRow(this.webCheckout, input.data)
      const wanted = { amount: MathBN.convert(input.amount).toFixed(), currency_code: input.currency_code }
      if (!isSameMoney(wanted, moneyOf(row))) {
        throw notAllowed("The amount of a checkout cannot be changed: start a new payment session.")
      }
      return { data: { ...sessionData(row) } }
    })
  }

  /**
   * Medusa deletes the payment session. The row becomes superseded and, with `extendedApi`, its page can no longer be paid. Never throws
   * for a session that is known to be unpaid: Medusa would keep it with the old amount, and let the cart be completed with it.
   *
   * @throws MedusaError NOT_ALLOWED for a session with a standing payment: Medusa deletes such a session when a later step has failed, and
   * would create a second payment of the same checkout next time; what the database throws
   */
  override async deletePayment(input: DeletePaymentInput): Promise<DeletePaymentOutput> {
    if (await this.isPaymentMade(input)) {
      throw notAllowed("This session's payment is made, so the session cannot be deleted.")
    }
    try {
      const identity = identityOf(input.data)
      const row = identity && (await this.webCheckout.checkouts.supersede(identity.session_id, identity.checkout_id))
      // A page that was passed from session to session may be open in another tab: the job closes it if no session uses it.
      if (row?.request_id === identity?.session_id && row?.status === "superseded") {
        await this.webCheckout.checkouts.closeSuperseded(row)
      }
    } catch (error) {
      this.cradle.logger.warn(
        `medusa-payment-webcheckout: a superseded checkout could not be cancelled: ${ownWords(error)}`
      )
    }
    return {}
  }

  /** Whether this is a pay-later purchase of which the gateway has no checkout yet. */
  private isUnstarted(data: Record<string, unknown> | undefined): boolean {
    return this.isLater && identityOf(data) === undefined
  }

  private async isPaymentMade({ data }: DeletePaymentInput): Promise<boolean> {
    const identity = identityOf(data)
    const row = identity && (await this.webCheckout.checkouts.findByPaymentSession(identity.session_id))
    const isHeld = row?.checkout_id === identity?.checkout_id && isMoneyHeld(row?.gateway_status ?? null)
    return row !== undefined && isHeld && (await hasStandingPayment(this.cradle.query, row))
  }

  /** The gateway documents no webhook, and anybody could post one: webhooks are ignored. */
  override async getWebhookActionAndData(): Promise<WebhookActionResult> {
    return { action: PaymentActions.NOT_SUPPORTED }
  }
}

/** The id of the session or refund, which Medusa passes as `idempotency_key`; never read from the session's data. @param rule for the error */
function requireKey(key: string | undefined, rule = "must be the payment session's id"): string {
  if (!key) {
    throw new MedusaError(MedusaError.Types.INVALID_ARGUMENT, `context.idempotency_key: ${rule}`)
  }
  return key
}
