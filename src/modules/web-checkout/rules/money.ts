import { compareAmounts, sameAmount } from "../../../gateway/money"

/** An amount and its currency. */
export interface Money {
  /** Major units, as decimal text. */
  amount: string
  currency_code: string
}

/** Same currency, and the same amount once both are rounded to its minor digits. */
export function isSameMoney(a: Money, b: Money): boolean {
  return isSameCurrency(a.currency_code, b.currency_code) && sameAmount(a.amount, b.amount, b.currency_code)
}

/** Whether the amount is greater than 0. */
export function isOwed({ amount, currency_code }: Money): boolean {
  return compareAmounts(amount, 0, currency_code) === 1
}

export function isSameCurrency(a: string, b: string): boolean {
  return a.toUpperCase() === b.toUpperCase()
}
