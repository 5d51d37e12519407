import type { MedusaError } from "@medusajs/framework/utils"
import { compareAmounts, formatAmount } from "../../gateway/money"
import { invalidData } from "../../modules/web-checkout/errors"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"

/** What is known of a refund that was made outside. Amounts in major units. */
export interface OutsideRefund {
  /** what the gateway has given back and Medusa does not show; undefined where it does not tell */
  told: number | undefined
  /** what Medusa shows as refunded */
  shown: string
  /** what the person says it was */
  given: number | undefined
}

/**
 * How much of a refund that was made outside Medusa is to show, in major units; undefined where it shows it already, because the
 * run that recorded it came to no end.
 *
 * @throws MedusaError INVALID_DATA at `amount`
 */
export function amountToRecord(row: LedgerCheckout, { told, shown, given }: OutsideRefund): number | undefined {
  if (told !== undefined && compareAmounts(told, 0, row.currency_code) === 0) {
    return undefined
  }
  // Where the gateway tells no amount, any refund that Medusa shows is this one (rules/books says the same).
  if (told === undefined && compareAmounts(shown, 0, row.currency_code) === 1) {
    if (given !== undefined && compareAmounts(given, shown, row.currency_code) !== 0) {
      throw invalidAmount(`is not what Medusa shows as refunded already: ${formatAmount(shown, row.currency_code)}`)
    }
    return undefined
  }
  if (told === undefined) {
    if (given === undefined) {
      throw invalidAmount("is required; the payment service does not tell how much it has given back")
    }
    if (compareAmounts(given, row.amount, row.currency_code) !== -1) {
      throw invalidAmount(`must be less than ${formatAmount(row.amount, row.currency_code)}: the refund was partial`)
    }
    return given
  }
  if (given !== undefined && compareAmounts(given, told, row.currency_code) !== 0) {
    throw invalidAmount(
      `the payment service has given back ${formatAmount(told, row.currency_code)} that Medusa does not show`
    )
  }
  return told
}

function invalidAmount(rule: string): MedusaError {
  return invalidData([{ field: "amount", rule }])
}
