import { GatewayMalformedError } from "../../../gateway/errors"
import { sameAmount } from "../../../gateway/money"
import type { Checkout, CreatedCheckout } from "../../../gateway/schemas"
import { exactAmount, moneyOf, type LedgerCheckout } from "./ledger"
import { isSameCurrency, isSameMoney, type Money } from "./money"

export type Mismatch = NonNullable<LedgerCheckout["mismatch"]> | "total"

/**
 * The last gate: compares what the gateway said last with the ledger, and the ledger with what is to be paid now.
 *
 * @param due the cart's total, or what the collection or order asks for; nothing to compare with unless told
 * @returns the first difference, or undefined when the checkout is the one that was created, at the price that is due
 */
export function findMismatch(row: LedgerCheckout, due?: Money): Mismatch | undefined {
  return row.mismatch ?? (!due || isSameMoney(due, moneyOf(row)) ? undefined : "total")
}

/** In what an answer differs from what was sent, as the row keeps it. */
export function mismatchOf(row: LedgerCheckout, answer: Echoed): LedgerCheckout["mismatch"] {
  const field = differingField(row, answer)
  if (!field) {
    return null
  }
  return field === "currency" || field === "amount" ? field : "request"
}

/** Which of an answer's ids is another checkout's; undefined when it is about the row's own. */
export function otherCheckoutsField(
  row: Pick<LedgerCheckout, "checkout_id" | "request_id">,
  { id, requestId }: Pick<Checkout, "id" | "requestId">
): "id" | "requestId" | undefined {
  if (id !== row.checkout_id) {
    return "id"
  }
  return requestId === row.request_id ? undefined : "requestId"
}

/** What a request names, and its answer has to repeat. */
const SENT_FIELDS = ["requestId", "orderId", "currency", "amount"] as const

/** What an answer repeats of what was sent. */
export type Echoed = Pick<Checkout, (typeof SENT_FIELDS)[number]>

/** Which field of an answer differs from what was sent; undefined when the answer is about the row's own purchase. */
export function differingField(
  row: LedgerCheckout,
  { requestId, orderId, currency, amount }: Echoed
): (typeof SENT_FIELDS)[number] | undefined {
  const isSame = {
    requestId: requestId === row.request_id,
    orderId: orderId === row.gateway_order_id,
    currency: isSameCurrency(currency, row.currency_code),
    amount: sameAmount(amount, exactAmount(row), row.currency_code),
  }
  return SENT_FIELDS.find((field) => !isSame[field])
}

/**
 * The answer to a call that creates or changes a checkout. One about another purchase is not believed: its page would take this
 * shopper's money for somebody else's purchase, and its status says nothing about this one.
 *
 * @returns the answer
 * @throws GatewayMalformedError naming the field
 */
export function requireAnswerToSent<Answer extends Checkout>(
  row: LedgerCheckout,
  answer: Answer,
  operation: string
): Answer {
  const field = differingField(row, answer)
  if (field) {
    throw new GatewayMalformedError({ operation }, `result.${field}`, "is not what was sent")
  }
  return answer
}

/** @returns the answer @throws GatewayMalformedError when a shopper would have to pay in live on a page without https */
export function requireSecurePage<Answer extends Pick<CreatedCheckout, "redirectUrl">>(
  { environment }: Pick<LedgerCheckout, "environment">,
  answer: Answer,
  operation: string
): Answer {
  if (environment === "live" && new URL(answer.redirectUrl).protocol !== "https:") {
    throw new GatewayMalformedError({ operation }, "result.redirectUrl", 'must be https when environment is "live"')
  }
  return answer
}

/** The difference in words, for an error a merchant or a shopper reads. */
export const MISMATCH_WORDS: Record<Mismatch, string> = {
  request: "the payment service answered about another checkout",
  amount: "the amount at the payment service differs from the requested amount",
  currency: "the currency at the payment service differs from the requested currency",
  total: "the total has changed since the payment was started",
}
