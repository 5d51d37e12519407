import { sameAmount } from "../../gateway/money"
import type { Checkout } from "../../gateway/schemas"
import { exactAmount, type LedgerCheckout } from "./ledger"

/** What Medusa is about to take the payment for: the cart's total, or the collection's amount where there is no cart. */
export interface Purchase {
  /** Major units, as decimal text. */
  total: string
  currency_code: string
}

export type Mismatch = "request" | "amount" | "currency" | "total"

/**
 * The last gate: compares what the gateway says with the ledger, and both with what is being bought now.
 *
 * @returns the first difference, or undefined when the checkout is the one that was created, at the price that is due
 */
export function findMismatch(row: LedgerCheckout, checkout: Checkout, purchase?: Purchase): Mismatch | undefined {
  if (
    checkout.id !== row.checkout_id ||
    checkout.requestId !== row.request_id ||
    checkout.orderId !== row.order_reference
  ) {
    return "request"
  }
  if (!isSameCurrency(checkout.currency, row.currency_code)) {
    return "currency"
  }
  if (!sameAmount(checkout.amount, exactAmount(row), row.currency_code)) {
    return "amount"
  }
  const due = { total: exactAmount(row), currency_code: row.currency_code }
  return !purchase || isSamePurchase(purchase, due) ? undefined : "total"
}

/** Same currency, and the same amount once both are rounded to its minor digits. */
export function isSamePurchase(a: Purchase, b: Purchase): boolean {
  return isSameCurrency(a.currency_code, b.currency_code) && sameAmount(a.total, b.total, b.currency_code)
}

function isSameCurrency(a: string, b: string): boolean {
  return a.toUpperCase() === b.toUpperCase()
}

/** The difference in words, for an error a merchant or a shopper reads. */
export const MISMATCH_WORDS: Record<Mismatch, string> = {
  request: "the payment service answered for another checkout",
  amount: "the amount at the payment service is not the one that was asked for",
  currency: "the currency at the payment service is not the one that was asked for",
  total: "the total is no longer the one that the checkout was created for",
}
