import type { MedusaError } from "@medusajs/framework/utils"
import { compareAmounts, formatAmount, subtractAmounts } from "../../gateway/money"
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
  /** what was recorded for this case, or with this idempotency key: the run that did so came to no end, or is repeated */
  recorded: string | undefined
}

/**
 * How much of a refund that was made outside Medusa is to show, in major units; undefined where it shows it already.
 *
 * @throws MedusaError INVALID_DATA at `amount`
 */
export function amountToRecord(
  row: LedgerCheckout,
  { told, shown, given, recorded }: OutsideRefund
): number | undefined {
  if (recorded !== undefined) {
    if (given !== undefined && compareAmounts(given, recorded, row.currency_code) !== 0) {
      throw invalidAmount(
        `differs from the amount already recorded for this refund: ${formatAmount(recorded, row.currency_code)}`
      )
    }
    return undefined
  }
  if (told !== undefined && compareAmounts(told, 0, row.currency_code) === 0) {
    return undefined
  }
  if (told === undefined) {
    if (given === undefined) {
      throw invalidAmount("is required, because the payment service does not report the refunded amount")
    }
    const left = subtractAmounts(row.amount, shown, row.currency_code)
    if (compareAmounts(given, left, row.currency_code) !== -1) {
      throw invalidAmount(
        `must be less than ${formatAmount(left, row.currency_code)}, which is not refunded yet, because the refund was partial`
      )
    }
    return given
  }
  if (given !== undefined && compareAmounts(given, told, row.currency_code) !== 0) {
    throw invalidAmount(
      `must be ${formatAmount(told, row.currency_code)}, the amount that the payment service refunded and Medusa does not show`
    )
  }
  return told
}

function invalidAmount(rule: string): MedusaError {
  return invalidData([{ field: "amount", rule }])
}
