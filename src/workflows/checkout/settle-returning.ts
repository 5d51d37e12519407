import type { MedusaContainer } from "@medusajs/framework/types"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { mayStillChange, outcomeOf, type CheckoutOutcome } from "../../modules/web-checkout/rules/outcome"
import { settle } from "./settle"

/** A payment may be a moment behind its shopper: it is settled so often, a second apart, before it shows as pending. */
const MOST_ROUNDS = 3

/** Settles the checkout of a shopper who is back, and waits a moment for a payment that is on its way. */
export async function settleReturning(
  container: MedusaContainer,
  found: LedgerCheckout
): Promise<{ row: LedgerCheckout; outcome: CheckoutOutcome }> {
  if (found.status === "settled") {
    return { row: found, outcome: outcomeOf(found) }
  }
  let row = found
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const settled = await settle(container, row)
    row = settled?.row ?? row
    if (settled && !mayStillChange(row)) {
      break
    }
  }
  return { row, outcome: outcomeOf(row) }
}
