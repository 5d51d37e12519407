import type { MedusaError } from "@medusajs/framework/utils"
import { compareAmounts, formatAmount } from "../../gateway/money"
import { invalidData } from "../../modules/web-checkout/errors"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"

/**
 * How much of a refund that was made outside Medusa is to show, in major units.
 *
 * @param told what the gateway has given back and Medusa does not show; undefined where it does not tell
 * @param given what the person says it was
 * @throws MedusaError INVALID_DATA at `amount`
 */
export function amountToRecord(row: LedgerCheckout, told: number | undefined, given: number | undefined): number {
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
