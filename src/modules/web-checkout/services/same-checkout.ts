import { GatewayMalformedError } from "../../../gateway/errors"
import type { Checkout } from "../../../gateway/schemas"
import type { LedgerCheckout } from "../rules/ledger"
import { otherCheckoutsField } from "../rules/mismatch"

/**
 * An answer about another checkout says nothing of this one, and must not be written down.
 *
 * @throws GatewayMalformedError
 */
export function requireSameCheckout(row: LedgerCheckout, checkout: Checkout, operation: string): void {
  const field = otherCheckoutsField(row, checkout)
  if (field) {
    throw new GatewayMalformedError({ operation }, `result.${field}`, "is another checkout's")
  }
}
