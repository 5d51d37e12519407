import { GatewayError } from "../../../gateway/errors"
import { sameAmount, isSameCurrency, isSameMoney, type Money } from "../../../gateway/money"
import type { Checkout, CreatedCheckout } from "../../../gateway/schemas"
import { exactAmount, moneyOf, type LedgerCheckout } from "./ledger"

export type Mismatch = NonNullable<LedgerCheckout["mismatch"]> | "total"

/**
 * The final check: compares the gateway's last answer with the ledger, and the ledger with the amount due now.
 *
 * @param due the cart's total, or the amount due for the collection or order; not compared if missing
 * @returns the first difference, or undefined when the checkout is the one that was created, at the price that is due
 */
export function findMismatch(row: LedgerCheckout, due?: Money): Mismatch | undefined {
  return row.mismatch ?? (!due || isSameMoney(due, moneyOf(row)) ? undefined : "total")
}

/** The field in which an answer differs from the request, as the row stores it. */
export function mismatchOf(row: LedgerCheckout, answer: Checkout): LedgerCheckout["mismatch"] {
  const field = differingField(row, answer)
  if (!field) {
    return null
  }
  return field === "currency" || field === "amount" ? field : "request"
}

/** The id field that shows that an answer is about another checkout; undefined if it is about the row's checkout. */
export function otherCheckoutsField(row: LedgerCheckout, { id, requestId }: Checkout): "id" | "requestId" | undefined {
  if (id !== row.checkout_id) {
    return "id"
  }
  return requestId === row.request_id ? undefined : "requestId"
}

/** Fields of a request that its answer must repeat. */
const SENT_FIELDS = ["requestId", "orderId", "currency", "amount"] as const

/** The field in which an answer differs from the request; undefined if the answer is about the row's purchase. */
export function differingField(row: LedgerCheckout, { requestId, orderId, currency, amount }: Checkout) {
  const isSame = {
    requestId: requestId === row.request_id,
    orderId: orderId === row.gateway_order_id,
    currency: isSameCurrency(currency, row.currency_code),
    amount: sameAmount(amount, exactAmount(row), row.currency_code),
  }
  return SENT_FIELDS.find((field) => !isSame[field])
}

/**
 * Checks the answer to a call that creates or changes a checkout. An answer about another purchase is rejected: its page would take this
 * shopper's money for another purchase, and its status says nothing about this one.
 *
 * @throws GatewayError gateway_malformed naming the field
 */
export function requireAnswerToSent(row: LedgerCheckout, answer: Checkout, operation: string): void {
  const field = differingField(row, answer)
  if (field) {
    throw new GatewayError("gateway_malformed", { operation }, `result.${field}: is not what was sent`)
  }
}

/** @throws GatewayError gateway_malformed when a shopper would have to pay in live on a page without https */
export function requireSecurePage(environment: string, { redirectUrl }: CreatedCheckout, operation: string): void {
  if (environment === "live" && new URL(redirectUrl).protocol !== "https:") {
    const problem = 'result.redirectUrl: must be https when environment is "live"'
    throw new GatewayError("gateway_malformed", { operation }, problem)
  }
}

/** The difference in words, for an error a merchant or a shopper reads. */
export const MISMATCH_WORDS: Record<Mismatch, string> = {
  request: "the payment service answered about another checkout",
  amount: "the amount at the payment service differs from the requested amount",
  currency: "the currency at the payment service differs from the requested currency",
  total: "the total has changed since the payment was started",
}
