import { GatewayError } from "../../gateway/errors"
import { compareAmounts, isSameMoney, type Money } from "../../gateway/money"
import { isCertainlyNotDone, notAllowed, ownWords } from "../../modules/web-checkout/errors"
import type { Purchase } from "../../modules/web-checkout/purchase/purchase"
import { lostAfterMs } from "../../modules/web-checkout/rules/check-times"
import { isMoneyHeld } from "../../modules/web-checkout/rules/money-state"
import type { LedgerCheckout, PurchaseKey } from "../../modules/web-checkout/rules/ledger"
import { requireAnswerToSent, requireSecurePage } from "../../modules/web-checkout/rules/answer-mismatch"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import type { NewCheckout } from "../../modules/web-checkout/services/checkouts"
import type { Query } from "../../modules/web-checkout/purchase/query"
import { buildCheckoutRequest } from "./build-checkout-request"
import { sessionData, type SessionData } from "./session-data"

/** Added to a refusal in the ledger: the merchant reads it there. */
const DETAILS_ADVICE =
  ' If the payment service does not accept the customer, the addresses or the items, set checkoutDetails to "customer" or "none" in the plugin options.'

/** A payment that is about to be started, at the price that was checked. */
export interface NewPayment {
  purchase: Purchase
  /** The merchant account's name. */
  account: string
  /** As the gateway takes it, in major units. */
  amount: number
  /** Upper case. */
  currency: string
  /** The pay link that it is started with. */
  payLinkId: string | undefined
}

/** @throws MedusaError NOT_ALLOWED for a session over another sum than is due */
export function requireDue(purchase: Purchase, price: Money): Purchase {
  if (!isSameMoney(price, purchase.due)) {
    throw notAllowed(
      "The cart's total is not the payment's amount. Update the cart's payment collection, then start a new payment session."
    )
  }
  return purchase
}

/**
 * Refuses a second payment of a collection whose money the gateway holds, or of an order that owes nothing any more.
 *
 * @param settled the collection's settled rows
 * @throws MedusaError NOT_ALLOWED when it is paid, when the order is cancelled or owes less
 */
export function requireOwed({ purchase: { order }, amount, currency }: NewPayment, settled: LedgerCheckout[]): void {
  if (order?.isCanceled) {
    throw notAllowed("This order is cancelled, so nothing can be paid.")
  }
  const isPaid = order ? order.owed <= 0 : settled.some(({ gateway_status }) => isMoneyHeld(gateway_status))
  if (isPaid) {
    throw notAllowed("This purchase has been paid, and its order exists.")
  }
  if (order && compareAmounts(amount, order.owed, currency) === 1) {
    throw notAllowed(
      "The order owes less than this payment's amount. Update the order's payment collection, then start a new payment session."
    )
  }
}

/** Two tabs that start a payment at once get one page between them. @throws MedusaError NOT_ALLOWED when it takes too long */
export async function oneAtATime<Result>(
  { leases, options }: WebCheckoutService,
  purchase: PurchaseKey,
  work: () => Promise<Result>
): Promise<Result> {
  const key = `initiate:${Object.values(purchase).join()}`
  const held = await leases.hold(key, { waitMs: options.timeoutMs, ttlMs: lostAfterMs(options.timeoutMs) }, work)
  if (!held) {
    throw notAllowed("A payment of this cart is being started. Try again in a moment.")
  }
  return held.result
}

/**
 * The ledger row first, then POST /checkout/web, then the row gets the checkout's id.
 *
 * @param reference names the purchase; the gateway's orderId is made of it
 * @returns what the storefront sees of it
 * @throws InvalidRequestError; GatewayError, after the row says what is known of the call
 */
export async function createCheckout(
  webCheckout: WebCheckoutService,
  query: Query,
  payment: NewPayment,
  reference: string
): Promise<SessionData> {
  const { checkouts, gateways, options, tokens } = webCheckout
  // Before the row is created: an account that is missing from the options must not leave one.
  const gateway = gateways.client(payment.account)
  const { session, cart, order } = payment.purchase
  const { returnUrl, tokenRow } = tokens.prepareReturn()
  const attempt: NewCheckout = {
    request_id: session.id,
    payment_session_id: session.id,
    payment_collection_id: session.payment_collection_id,
    cart_id: cart?.id ?? null,
    order_id: order?.id ?? null,
    pay_link_id: payment.payLinkId ?? null,
    provider_id: session.provider_id,
    order_reference: reference,
    gateway_order_id: await webCheckout.purchases.nextOrderId(reference),
    account: payment.account,
    amount: payment.amount,
    currency_code: payment.currency,
  }
  const row = await checkouts.create(attempt, tokenRow)
  const failed = async (outcome: "rejected" | "lost", error: unknown): Promise<never> => {
    const isRejected = error instanceof GatewayError && error.code === "gateway_rejected"
    const advice = isRejected && options.checkoutDetails !== "none" ? DETAILS_ADVICE : ""
    await checkouts.recordNotCreated(row.id, outcome, `${ownWords(error)}${advice}`)
    throw error
  }
  const request = await buildCheckoutRequest(webCheckout, query, row, { ...payment, returnUrl }).catch(
    (error: unknown) => failed("rejected", error)
  )
  const created = await gateway
    .createCheckout(request)
    .then((answer) => {
      requireAnswerToSent(row, answer, "POST /checkout/web")
      requireSecurePage(row.environment, answer, "POST /checkout/web")
      return answer
    })
    .catch((error: unknown) => failed(isCertainlyNotDone(error) ? "rejected" : "lost", error))
  return sessionData(await checkouts.recordCreated(row.id, created))
}
