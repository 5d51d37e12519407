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
import { z } from "zod"
import { InvalidRequestError } from "../../gateway/client"
import { GatewayError } from "../../gateway/errors"
import { compareAmounts, toGatewayAmount } from "../../gateway/money"
import { checkoutRequestSchema, describeIssues, type CheckoutRequest } from "../../gateway/schemas"
import { isMoneyHeld, MONEY_STATE } from "../../gateway/statuses"
import { findMismatch, isSamePurchase, MISMATCH_WORDS, type Purchase } from "../../modules/web-checkout/gate"
import { exactAmount, type LedgerCheckout } from "../../modules/web-checkout/ledger"
import { DEFAULT_ACCOUNT } from "../../modules/web-checkout/options"
import { refundAtGateway } from "../../modules/web-checkout/refund"
import type { Asked } from "../../modules/web-checkout/ledger-service"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import { checkoutDetails } from "./checkout-request"
import { lostAfterMs } from "../../modules/web-checkout/rules/check-times"
import { explained, isOurs, safeWords } from "../../modules/web-checkout/medusa-error"
import { readPurchase, type Query, type SessionPurchase } from "../../modules/web-checkout/purchase"
import type { PurchaseKey } from "../../modules/web-checkout/ledger-service"
import { hasStandingPayment } from "./standing-payment"
import { ROW_IN_CONTEXT } from "../../modules/web-checkout/session-context"
import { sessionData } from "./session-data"
import { AUTHORIZE_STATUS, PAYMENT_STATUS } from "./statuses"
import { takeOver } from "./take-over"

interface Cradle extends Record<string, unknown> {
  logger: Logger
  webCheckout: WebCheckoutService
  query: Query
}

/** Options of one provider instance in medusa-config. */
export interface WebCheckoutProviderOptions extends Record<string, unknown> {
  /** One of the plugin's `accounts`; the top-level credentials unless told. */
  account?: string
}

/** Of what comes back from Medusa only our own ids are read, and they are believed only together. */
const identitySchema = z.looseObject({ session_id: z.string(), checkout_id: z.string() })

/** Told by our own settle through the session's context, which no storefront can write: the row the session is made for. */
const contextSchema = z.looseObject({ [ROW_IN_CONTEXT]: z.string().optional() })

/** What buildCheckout may not change: it identifies or prices the purchase, and the last gate compares it. */
const FIXED_FIELDS = ["requestId", "orderId", "amount", "currency", "returnUrl"] as const

/** Maps Medusa's payment-session lifecycle to the ledger and the gateway. Only PAID means paid. */
export class WebCheckoutProviderService extends AbstractPaymentProvider<WebCheckoutProviderOptions> {
  static override identifier = "webcheckout"
  private readonly account: string

  constructor(
    private readonly cradle: Cradle,
    options: WebCheckoutProviderOptions = {}
  ) {
    super(cradle, options)
    this.account = options.account ?? DEFAULT_ACCOUNT
  }

  static override validateOptions(options: Record<string, unknown> = {}): void {
    const parsed = z.looseObject({ account: z.string().min(1).optional() }).safeParse(options)
    if (!parsed.success) {
      throw new MedusaError(
        MedusaError.Types.INVALID_ARGUMENT,
        `medusa-payment-webcheckout: the provider's options: ${describeIssues(parsed.error)}`
      )
    }
  }

  private get ledger(): WebCheckoutService {
    return this.cradle.webCheckout
  }

  /**
   * Creates the checkout: the ledger row first, then POST /checkout/web, then the row gets the checkout's id.
   * `data` is `{ session_id, request_id, checkout_id, redirect_url, status }`.
   *
   * @throws MedusaError INVALID_DATA when the amount, the currency or the request is refused; UNEXPECTED_STATE when the
   * gateway gave no usable answer; CONFLICT when the purchase is paid already
   */
  override async initiatePayment(input: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    return explained(async () => {
      const sessionId = sessionIdOf(input.context?.idempotency_key)
      const bought = await readPurchase(this.cradle.query, sessionId)
      const currency = input.currency_code.toUpperCase()
      const amount = toGatewayAmount(MathBN.convert(input.amount).toFixed(), currency)
      if (!isSamePurchase({ total: String(amount), currency_code: currency }, bought.purchase)) {
        throw new MedusaError(
          MedusaError.Types.NOT_ALLOWED,
          "The cart's total is not the payment's amount. Update the cart's payment collection, then start a new payment session."
        )
      }
      await this.requireOwed(bought, amount, currency)
      const purchase = purchaseOf(bought)
      const data = await this.oneAtATime(purchase, async () => {
        const reference = await this.ledger.orderReferenceOf(purchase)
        const taken = await takeOver(this.ledger, this.cradle.logger, {
          session: bought.session,
          reference,
          account: this.account,
          due: { total: String(amount), currency_code: currency },
          rowId: contextSchema.parse(input.context ?? {})[ROW_IN_CONTEXT],
          hasPayment: (row) => hasStandingPayment(this.cradle.query, row),
        })
        return taken ?? sessionData(await this.createCheckout(bought, reference, amount, currency))
      })
      return { id: sessionId, status: PaymentSessionStatus.PENDING, data: { ...blanked(input.data), ...data } }
    })
  }

  /**
   * What is paid for already is not paid for again: a collection through which money was taken, and an order that owes
   * nothing any more.
   */
  private async requireOwed({ session, order }: SessionPurchase, amount: number, currency: string): Promise<void> {
    if (order?.isCanceled) {
      throw new MedusaError(MedusaError.Types.NOT_ALLOWED, "This order is cancelled: there is nothing to pay.")
    }
    const settled = await this.ledger.listSettled({ payment_collection_id: session.payment_collection_id })
    const isPaid = order ? order.owed <= 0 : settled.some(({ gateway_status }) => isMoneyHeld(gateway_status))
    if (isPaid) {
      throw new MedusaError(MedusaError.Types.CONFLICT, "This purchase has been paid, and its order is placed.")
    }
    if (order && compareAmounts(amount, order.owed, currency) === 1) {
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        "The order owes less than this payment's amount. Update the order's payment collection, then start a new payment session."
      )
    }
  }

  /** Two tabs that start a payment at once get one page between them. */
  private async oneAtATime<Result>(purchase: PurchaseKey, work: () => Promise<Result>): Promise<Result> {
    const key = `initiate:${Object.values(purchase).join()}`
    const times = { waitMs: this.ledger.options.timeoutMs, ttlMs: lostAfterMs(this.ledger.options.timeoutMs) }
    const holder = await this.ledger.leases.take(key, times)
    if (holder === undefined) {
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        "A payment of this cart is being started. Try again in a moment."
      )
    }
    try {
      return await work()
    } finally {
      await this.ledger.leases.release(key, holder)
    }
  }

  private async createCheckout(
    bought: SessionPurchase,
    reference: string,
    amount: number,
    currency: string
  ): Promise<LedgerCheckout> {
    const { session, cart, order } = bought
    const { row, token } = await this.ledger.openLedger({
      request_id: session.id,
      payment_session_id: session.id,
      payment_collection_id: session.payment_collection_id,
      cart_id: cart?.id ?? null,
      order_id: order?.id ?? null,
      provider_id: session.provider_id,
      order_reference: reference,
      account: this.account,
      amount,
      currency_code: currency,
    })
    const request = await this.buildRequest(row, bought, amount, token).catch((error: unknown) =>
      this.notCreated(row, "rejected", error)
    )
    const created = await this.ledger
      .gateway(this.account)
      .createCheckout(request)
      .catch((error: unknown) => this.notCreated(row, isCertainlyNotDone(error) ? "rejected" : "unknown", error))
    return this.ledger.recordCreated(row.id, created)
  }

  /** Writes the failed create call down, then lets its error go on. */
  private async notCreated(row: LedgerCheckout, status: "rejected" | "unknown", error: unknown): Promise<never> {
    await this.ledger.recordNotCreated(row.id, status, safeWords(error))
    throw error
  }

  private async buildRequest(
    row: LedgerCheckout,
    { session, cart }: SessionPurchase,
    amount: number,
    token: string
  ): Promise<CheckoutRequest> {
    const { options } = this.ledger
    const request: CheckoutRequest = {
      requestId: row.request_id,
      orderId: row.order_reference,
      currency: row.currency_code,
      amount,
      returnUrl: this.ledger.returnUrl(token),
      ...(cart ? checkoutDetails(cart, amount, options.extendedApi) : {}),
    }
    if (!options.buildCheckout) {
      return request
    }
    const built = checkoutRequestSchema.safeParse(await options.buildCheckout({ ...request }, { cart, session }))
    if (!built.success) {
      throw new InvalidRequestError(`buildCheckout: ${describeIssues(built.error)}`)
    }
    const changed = FIXED_FIELDS.filter((field) => built.data[field] !== request[field])
    if (changed.length > 0) {
      throw new InvalidRequestError(`buildCheckout: must not change ${changed.join(", ")}`)
    }
    return built.data
  }

  /**
   * Asks the gateway and lets only a checkout through that is paid (or authorized), at the price that is due now.
   *
   * @throws MedusaError when the gateway gave no definite answer, which leaves the session completable; NOT_ALLOWED when
   * the checkout is not the one that was created, or not at this price
   */
  override async authorizePayment(input: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    return explained(async () => {
      const sessionId = sessionIdOf(input.context?.idempotency_key)
      const row = await this.ledger.findByPaymentSession(sessionId)
      if (!row) {
        throw new MedusaError(
          MedusaError.Types.NOT_FOUND,
          `Payment session ${sessionId} has no checkout at the payment service.`
        )
      }
      const [{ purchase }, asked] = await Promise.all([
        readPurchase(this.cradle.query, sessionId),
        this.ledger.ask(row),
      ])
      await this.requireMatch(asked, purchase)
      const { status } = asked.checkout
      if (status === "PARTIALLY_REFUNDED") {
        await this.ledger.recordAttention(row.id, "partially_refunded")
      }
      const waits = status === "AUTHORIZED" && this.ledger.options.authorizedCheckouts === "wait"
      return {
        status: waits ? PaymentSessionStatus.REQUIRES_MORE : AUTHORIZE_STATUS[status],
        data: { ...sessionData(asked.row) },
      }
    })
  }

  /** The gateway's status now. @throws MedusaError when the gateway gave no definite answer */
  override async getPaymentStatus(input: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    return explained(async () => {
      const asked = await this.ledger.ask(await this.rowOf(input.data))
      await this.requireMatch(asked)
      return { status: PAYMENT_STATUS[asked.checkout.status], data: { ...sessionData(asked.row) } }
    })
  }

  /** What a storefront may know of the checkout, with the gateway's status now. */
  override async retrievePayment(input: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    return explained(async () => {
      const { row } = await this.ledger.ask(await this.rowOf(input.data))
      return { data: { ...sessionData(row) } }
    })
  }

  /**
   * The gateway captures by itself; this only looks whether it has.
   *
   * @throws MedusaError NOT_ALLOWED unless the checkout is PAID
   */
  override async capturePayment(input: CapturePaymentInput): Promise<CapturePaymentOutput> {
    return explained(async () => {
      const asked = await this.ledger.ask(await this.rowOf(input.data))
      await this.requireMatch(asked)
      const { status } = asked.checkout
      if (status === "AUTHORIZED") {
        throw new MedusaError(
          MedusaError.Types.NOT_ALLOWED,
          "This payment is authorized and not yet captured. Capture it in the payment service's dashboard, then sync the checkout."
        )
      }
      if (status !== "PAID") {
        throw new MedusaError(
          MedusaError.Types.NOT_ALLOWED,
          `This payment cannot be captured: the checkout is ${status}.`
        )
      }
      return { data: { ...sessionData(asked.row) } }
    })
  }

  /**
   * Succeeds only when the gateway reports that the checkout can never be paid any more.
   *
   * @throws MedusaError NOT_ALLOWED for a paid, authorized or still payable checkout: Medusa would otherwise mark a
   * payment as cancelled whose money is taken
   */
  override async cancelPayment(input: CancelPaymentInput): Promise<CancelPaymentOutput> {
    return explained(async () => {
      const row = await this.rowOf(input.data)
      // Whatever becomes of this call, Medusa goes on as if it had succeeded when an order is cancelled.
      await this.ledger.compareSoon(row.id)
      const known = await this.ledger.ask(row)
      const asked = (await this.ledger.cancelPending(known.row)) ?? known
      const { status } = asked.checkout
      if (status === "PAID" || status === "PARTIALLY_REFUNDED") {
        throw new MedusaError(
          MedusaError.Types.NOT_ALLOWED,
          "This payment is paid: refund it instead of cancelling it."
        )
      }
      if (MONEY_STATE[status] !== "unpaid" && MONEY_STATE[status] !== "returned") {
        throw new MedusaError(
          MedusaError.Types.NOT_ALLOWED,
          `This payment is ${status} at the payment service. Cancel it in the payment service's dashboard, then sync the checkout.`
        )
      }
      return { data: { ...sessionData(asked.row) } }
    })
  }

  /**
   * Gives money back, once. With `extendedApi` the gateway is told to; without it the refund is made in the gateway's
   * dashboard and only noted here.
   *
   * @throws MedusaError NOT_ALLOWED when the money is not known to have gone back
   */
  override async refundPayment(input: RefundPaymentInput): Promise<RefundPaymentOutput> {
    return explained(async () => {
      const refundId = input.context?.idempotency_key
      if (!refundId) {
        throw new MedusaError(
          MedusaError.Types.INVALID_ARGUMENT,
          "context.idempotency_key: must be the id of Medusa's refund; without it a refund could be made twice"
        )
      }
      const known = await this.rowOf(input.data)
      // Whatever becomes of this call, Medusa goes on as if it had succeeded when an order is cancelled.
      await this.ledger.compareSoon(known.id)
      const asked = await this.ledger.ask(known)
      await this.requireMatch(asked)
      const row = await refundAtGateway(this.ledger, asked, {
        refund_id: refundId,
        amount: MathBN.convert(input.amount).toFixed(),
      })
      return { data: { ...sessionData(row) } }
    })
  }

  /** The gateway cannot change a checkout's amount. @throws MedusaError NOT_ALLOWED unless nothing changes */
  override async updatePayment(input: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    return explained(async () => {
      const row = await this.rowOf(input.data)
      const wanted = { total: MathBN.convert(input.amount).toFixed(), currency_code: input.currency_code }
      if (!isSamePurchase(wanted, { total: exactAmount(row), currency_code: row.currency_code })) {
        throw new MedusaError(
          MedusaError.Types.NOT_ALLOWED,
          "The amount of a checkout cannot be changed: start a new payment session."
        )
      }
      return { data: { ...sessionData(row) } }
    })
  }

  /**
   * Medusa drops the payment session. The row becomes superseded and, with `extendedApi`, its page can no longer be
   * paid. Never throws for an unpaid one: Medusa would keep the session with the old amount, and let the cart be
   * completed with it.
   *
   * @throws MedusaError NOT_ALLOWED for a session whose payment stands: Medusa deletes it when a step after the payment
   * has failed, and would make a second payment of the same checkout next time
   */
  override async deletePayment(input: DeletePaymentInput): Promise<DeletePaymentOutput> {
    if (await this.isPaymentMade(input)) {
      throw new MedusaError(MedusaError.Types.NOT_ALLOWED, "This session's payment is made: the session stays with it.")
    }
    try {
      const identity = identitySchema.safeParse(input.data)
      const row = identity.success && (await this.ledger.supersede(identity.data.session_id, identity.data.checkout_id))
      // A page that was handed from session to session may be open in another tab: the job closes it, if nobody holds it.
      const isItsOwn = identity.success && row && row.request_id === identity.data.session_id
      if (isItsOwn && row.status === "superseded") {
        await this.ledger.closeSuperseded(row)
      }
    } catch (error) {
      this.cradle.logger.warn(
        `medusa-payment-webcheckout: a superseded checkout could not be cancelled: ${safeWords(error)}`
      )
    }
    return {}
  }

  private async isPaymentMade({ data }: DeletePaymentInput): Promise<boolean> {
    try {
      const row = await this.rowOf(data)
      return isMoneyHeld(row.gateway_status) && (await hasStandingPayment(this.cradle.query, row))
    } catch {
      return false
    }
  }

  /** The gateway documents no webhook, and anybody may post one: it changes nothing. */
  override async getWebhookActionAndData(): Promise<WebhookActionResult> {
    return { action: PaymentActions.NOT_SUPPORTED }
  }

  /* ------------------------------------------------------------------ helpers */

  /** The row of a payment or session. Its ids are believed only together: one alone could be another shopper's. */
  private async rowOf(data: Record<string, unknown> | undefined): Promise<LedgerCheckout> {
    const identity = identitySchema.safeParse(data)
    const row = identity.success ? await this.ledger.findByPaymentSession(identity.data.session_id) : undefined
    if (!row || !identity.success || row.checkout_id !== identity.data.checkout_id) {
      throw new MedusaError(MedusaError.Types.NOT_FOUND, "This payment has no checkout at the payment service.")
    }
    return row
  }

  /** @throws MedusaError NOT_ALLOWED on any difference, after marking the row where money has moved */
  private async requireMatch({ row, checkout }: Asked, purchase?: Purchase): Promise<void> {
    const mismatch = findMismatch(row, checkout, purchase)
    if (!mismatch) {
      return
    }
    if (MONEY_STATE[checkout.status] !== "open" && MONEY_STATE[checkout.status] !== "unpaid") {
      await this.ledger.recordAttention(row.id, "amount_mismatch")
    }
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `This payment cannot be accepted: ${MISMATCH_WORDS[mismatch]}.`
    )
  }
}

/** What is bought, whatever the attempt: the cart, the order it has become, or a collection without either. */
function purchaseOf({ cart, order, session }: SessionPurchase): PurchaseKey {
  if (order) {
    return { order_id: order.id }
  }
  return cart ? { cart_id: cart.id } : { payment_collection_id: session.payment_collection_id }
}

/** The payment session's id, which Medusa hands over; never read from the session's data. */
function sessionIdOf(idempotencyKey: string | undefined): string {
  if (!idempotencyKey) {
    throw new MedusaError(
      MedusaError.Types.INVALID_ARGUMENT,
      "context.idempotency_key: must be the payment session's id"
    )
  }
  return idempotencyKey
}

/** Medusa merges what a storefront sent with what we answer: every key of it is answered as absent. */
function blanked(sent: Record<string, unknown> = {}): Record<string, undefined> {
  return Object.fromEntries(Object.keys(sent).map((key) => [key, undefined]))
}

/** Whether a failed create call provably created nothing. */
function isCertainlyNotDone(error: unknown): boolean {
  return isOurs(error) && !(error instanceof GatewayError && error.mayHaveHappened)
}
