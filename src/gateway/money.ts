import BigNumber from "bignumber.js"
import { code as findCurrency } from "currency-codes"

/** Decimal notation in major units: `"115.51"`, `"1e-3"`, `115.51`. */
export type DecimalInput = string | number

/**
 * A JSON number carries a decimal exactly only up to 15 significant digits: beyond that the
 * shortest text of the double is no longer the text that was written.
 */
const EXACT_JSON_DIGITS = 15

/** An amount or a currency that must not reach the gateway. `field` and `rule` say what and why. */
export class InvalidAmountError extends Error {
  readonly code = "invalid_amount"

  constructor(
    readonly field: "amount" | "currency",
    readonly rule: string
  ) {
    super(`${field}: ${rule}`)
    this.name = "InvalidAmountError"
  }
}

/** Own arithmetic context: half up is the rule of every amount here, whatever a host application sets. */
const Decimal = BigNumber.clone({ ROUNDING_MODE: BigNumber.ROUND_HALF_UP })

/**
 * Minor digits of a currency after ISO 4217 (JPY 0, AED 2, KWD 3), case-insensitive.
 *
 * @throws InvalidAmountError when the code is not an ISO 4217 currency that money is kept in
 */
export function currencyDigits(currency: string): number {
  const known = DIGITS.get(currency)
  if (known !== undefined) {
    return known
  }
  const record = /^[a-z]{3}$/i.test(currency) ? findCurrency(currency.toUpperCase()) : undefined
  if (!record || isNotMoney(record.countries)) {
    throw new InvalidAmountError("currency", `must be an ISO 4217 currency code, got "${currency.slice(0, 8)}"`)
  }
  DIGITS.set(currency, record.digits)
  return record.digits
}

/** What was looked up: the list of ISO 4217 is searched from its start, and every amount asks. Good codes only. */
const DIGITS = new Map<string, number>()

/** ISO 4217 lists metals, bond units, test codes and "no currency" under the pseudo countries ZZ01–ZZ11. */
function isNotMoney(countries: string[]): boolean {
  return countries.length > 0 && countries.every((country) => /^zz\d\d/i.test(country))
}

/**
 * The number that goes to the gateway: major units, rounded half up to the currency's minor digits,
 * never through binary floating point. Every request and every comparison uses it.
 *
 * @throws InvalidAmountError for NaN, infinity, zero, negative amounts, unknown currencies, and amounts
 * that a JSON number cannot carry exactly
 */
export function toGatewayAmount(amount: DecimalInput, currency: string): number {
  const digits = currencyDigits(currency)
  const exact = new Decimal(amount)
  if (!exact.isFinite()) {
    throw new InvalidAmountError("amount", "must be a decimal number")
  }
  const rounded = exact.decimalPlaces(digits)
  if (!rounded.isGreaterThan(0)) {
    throw new InvalidAmountError("amount", `must be positive in ${currency.toUpperCase()} with ${digits} decimals`)
  }
  if (rounded.precision(true) > EXACT_JSON_DIGITS) {
    throw new InvalidAmountError("amount", `must have at most ${EXACT_JSON_DIGITS} digits`)
  }
  return rounded.toNumber()
}

/**
 * Whether two amounts are the same money: both rounded to the currency's minor digits, then compared as
 * decimals. False for anything that is not a finite number, so a broken amount never equals another.
 */
export function sameAmount(a: DecimalInput, b: DecimalInput, currency: string): boolean {
  return compareAmounts(a, b, currency) === 0
}

/** -1, 0 or 1 after rounding both to the currency's minor digits; `null` when either is not a finite number. */
export function compareAmounts(a: DecimalInput, b: DecimalInput, currency: string): -1 | 0 | 1 | null {
  const [left, right] = [roundToCurrency(a, currency), roundToCurrency(b, currency)]
  return left.comparedTo(right)
}

/** The amount rounded half up to the currency's minor digits, as an exact decimal. May be zero or negative. */
export function roundToCurrency(amount: DecimalInput, currency: string): BigNumber {
  return new Decimal(amount).decimalPlaces(currencyDigits(currency))
}

/** Cut towards zero to the currency's minor digits, never -0: Medusa's totals have more digits than what can be paid. */
export function cutToMinorDigits(amount: DecimalInput, currency: string): number {
  return new Decimal(amount).decimalPlaces(currencyDigits(currency), BigNumber.ROUND_DOWN).toNumber() || 0
}

/** Adds amounts as decimals, after rounding each to the currency's minor digits. */
export function addAmounts(amounts: DecimalInput[], currency: string): number {
  return amounts
    .reduce<BigNumber>((sum, amount) => sum.plus(roundToCurrency(amount, currency)), new Decimal(0))
    .toNumber()
}

/** The exact sum as decimal text: nothing is rounded. For what Medusa keeps, which is finer than the currency. */
export function exactSum(amounts: DecimalInput[]): string {
  return amounts.reduce<BigNumber>((sum, amount) => sum.plus(amount), new Decimal(0)).toFixed()
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
