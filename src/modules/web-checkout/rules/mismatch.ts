import { sameAmount } from "../../../gateway/money"
import type { Checkout } from "../../../gateway/schemas"
import { exactAmount, moneyOf, type LedgerCheckout } from "./ledger"
import { isSameCurrency, isSameMoney, type Money } from "./money"

export type Mismatch = "request" | "amount" | "currency" | "total"

/**
 * The last gate: compares what the gateway says with the ledger, and both with what is to be paid now.
 *
 * @param due the cart's total, or what the collection or order asks for; nothing to compare with unless told
 * @returns the first difference, or undefined when the checkout is the one that was created, at the price that is due
 */
export function findMismatch(row: LedgerCheckout, checkout: Checkout, due?: Money): Mismatch | undefined {
  if (otherCheckoutsField(row, checkout) || checkout.orderId !== row.order_reference) {
    return "request"
  }
  if (!isSameCurrency(checkout.currency, row.currency_code)) {
    return "currency"
  }
  if (!sameAmount(checkout.amount, exactAmount(row), row.currency_code)) {
    return "amount"
  }
  return !due || isSameMoney(due, moneyOf(row)) ? undefined : "total"
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

/** The difference in words, for an error a merchant or a shopper reads. */
export const MISMATCH_WORDS: Record<Mismatch, string> = {
  request: "the payment service answered for another checkout",
  amount: "the amount at the payment service is not the one that was asked for",
  currency: "the currency at the payment service is not the one that was asked for",
  total: "the total is no longer the one that the checkout was created for",
}
