import { code as findCurrency } from "currency-codes"
import { Refusal } from "./requests"

/**
 * The emulator's own arithmetic: amounts as whole minor units, computed digit by digit. It shares no code with the plugin, so a rounding
 * error in the plugin is not repeated here.
 *
 * @throws Refusal that names the rule, if the text is not a plain decimal or has more decimals than the currency
 */
export function toMinorUnits(amount: string | number, currency: string): bigint {
  const digits = minorDigits(currency)
  const match = /^(\d{1,15})(?:\.(\d+))?$/.exec(String(amount))
  if (!match) {
    throw new Refusal("amount must be a positive decimal number")
  }
  const [, whole, fraction = ""] = match
  const significant = fraction.replace(/0+$/, "")
  if (significant.length > digits) {
    throw new Refusal(`amount ${amount} has too many decimals for ${currency}`)
  }
  const units = BigInt(whole + significant.padEnd(digits, "0"))
  if (units <= 0n) {
    throw new Refusal("amount must be positive")
  }
  return units
}

/** Whole minor units as a JSON number in major units. */
export function fromMinorUnits(units: bigint, currency: string): number {
  return Number(decimalText(units, currency))
}

/** An amount in major units as `115.50 AED`. */
export function amountText({ amount, currency }: { amount: number; currency: string }): string {
  return `${decimalText(toMinorUnits(amount, currency), currency)} ${currency}`
}

function decimalText(units: bigint, currency: string): string {
  const digits = minorDigits(currency)
  const text = units.toString().padStart(digits + 1, "0")
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

function minorDigits(currency: string): number {
  const known = /^[A-Z]{3}$/.test(currency) ? findCurrency(currency) : undefined
  if (!known || known.countries.some((country) => /^zz\d\d/i.test(country))) {
    throw new Refusal(`currency must be an ISO 4217 currency code, got "${currency.slice(0, 8)}"`)
  }
  return known.digits
}
