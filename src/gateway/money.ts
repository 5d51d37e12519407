import BigNumber from "bignumber.js"
import { code as findCurrency } from "currency-codes"
import { InvalidRequestError } from "./errors"

/** Decimal notation in major units: `"115.51"`, `"1e-3"`, `115.51`. */
export type DecimalInput = string | number

/**
 * A JSON number represents a decimal exactly up to 15 significant digits. Beyond that, the double's shortest text may
 * differ from the text that was written.
 */
const EXACT_JSON_DIGITS = 15

/** A separate arithmetic context: every amount is rounded half up, whatever the host application configures. */
const Decimal = BigNumber.clone({ ROUNDING_MODE: BigNumber.ROUND_HALF_UP })

/**
 * Minor digits of a currency by ISO 4217 (JPY 0, AED 2, KWD 3), case-insensitive.
 *
 * @throws InvalidRequestError unless the code is an ISO 4217 currency in which money is held
 */
export function currencyDigits(currency: string): number {
  const known = DIGITS.get(currency)
  if (known !== undefined) {
    return known
  }
  // Some letters outside a-z become A-Z in upper case.
  const record = /^[a-z]{3}$/i.test(currency) ? findCurrency(currency.toUpperCase()) : undefined
  if (!record || isNotMoney(record.countries)) {
    throw invalidField("currency", `must be an ISO 4217 currency code, got "${currency.slice(0, 8)}"`)
  }
  DIGITS.set(currency, record.digits)
  return record.digits
}

function invalidField(field: "amount" | "currency", rule: string): InvalidRequestError {
  return new InvalidRequestError([{ field, rule }])
}

/** A cache of valid codes: searching the list of ISO 4217 is linear, and every amount needs it. */
const DIGITS = new Map<string, number>()

/** ISO 4217 lists metals, bond units, test codes and "no currency" under the pseudo-countries ZZ01–ZZ11. */
function isNotMoney(countries: string[]): boolean {
  return countries.length > 0 && countries.every((country) => /^zz\d\d/i.test(country))
}

/**
 * The amount as sent to the gateway: major units, rounded half up to the currency's minor digits as a decimal, never as
 * binary floating point. Every request and every comparison uses it.
 *
 * @throws InvalidRequestError for NaN, infinity, zero, negative amounts, unknown currencies, and amounts
 * that a JSON number cannot represent exactly
 */
export function toGatewayAmount(amount: DecimalInput, currency: string): number {
  const digits = currencyDigits(currency)
  const exact = new Decimal(amount)
  if (!exact.isFinite()) {
    throw invalidField("amount", "must be a decimal number")
  }
  const rounded = exact.decimalPlaces(digits)
  if (!rounded.isGreaterThan(0)) {
    throw invalidField("amount", `must be positive in ${currency.toUpperCase()} with ${digits} decimals`)
  }
  if (rounded.precision(true) > EXACT_JSON_DIGITS) {
    throw invalidField("amount", `must have at most ${EXACT_JSON_DIGITS} digits`)
  }
  return rounded.toNumber()
}

/**
 * Whether two amounts are equal after rounding both to the currency's minor digits. False unless both are finite numbers, so an invalid
 * amount never equals another.
 */
export function sameAmount(a: DecimalInput, b: DecimalInput, currency: string): boolean {
  return compareAmounts(a, b, currency) === 0
}

/** -1, 0 or 1 after rounding both to the currency's minor digits; `null` when either is not a finite number. */
export function compareAmounts(a: DecimalInput, b: DecimalInput, currency: string): -1 | 0 | 1 | null {
  return roundToCurrency(a, currency).comparedTo(roundToCurrency(b, currency))
}

/** The amount rounded half up to the currency's minor digits, as an exact decimal. May be zero or negative. */
export function roundToCurrency(amount: DecimalInput, currency: string): BigNumber {
  return new Decimal(amount).decimalPlaces(currencyDigits(currency))
}

/** Truncates to the currency's minor digits, never to -0: Medusa's totals have more digits than can be paid. */
export function cutToMinorDigits(amount: DecimalInput, currency: string): number {
  return new Decimal(amount).decimalPlaces(currencyDigits(currency), BigNumber.ROUND_DOWN).toNumber() || 0
}

/** Adds amounts as decimals, after rounding each to the currency's minor digits. */
export function addAmounts(amounts: DecimalInput[], currency: string): number {
  return Decimal.sum(0, ...amounts.map((amount) => roundToCurrency(amount, currency))).toNumber()
}

/** The exact sum as decimal text, without rounding. For Medusa's amounts, which have more digits than the currency. */
export function exactSum(amounts: DecimalInput[]): string {
  return Decimal.sum(0, ...amounts).toFixed()
}

/** The exact sum of the entries' amounts, as decimal text. */
export function sumOfAmounts(entries: readonly { amount: DecimalInput }[]): string {
  return exactSum(entries.map(({ amount }) => amount))
}

/** The smaller of two amounts. */
export function smallerAmount(a: number, b: number, currency: string): number {
  return compareAmounts(a, b, currency) === 1 ? b : a
}

/** `a − b` as decimals, after rounding both to the currency's minor digits. */
export function subtractAmounts(a: DecimalInput, b: DecimalInput, currency: string): number {
  return roundToCurrency(a, currency).minus(roundToCurrency(b, currency)).toNumber()
}

/** `115.51` → `"115.51"`, with all of the currency's minor digits: for messages and pages, not for requests. */
export function formatAmount(amount: DecimalInput, currency: string): string {
  return `${new Decimal(amount).toFixed(currencyDigits(currency))} ${currency.toUpperCase()}`
}

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
