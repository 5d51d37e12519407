import type { MedusaContainer } from "@medusajs/framework/types"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { mayStillChange, outcomeOf, type CheckoutOutcome } from "../../modules/web-checkout/rules/outcome"
import { settle } from "./settle"

/** A payment may be a moment behind its shopper: it is asked about so often before it shows as pending. */
const MOST_QUESTIONS = 3

/** Settles the checkout of a shopper who is back, and waits a moment for a payment that is on its way. */
export async function settleReturning(
  container: MedusaContainer,
  found: LedgerCheckout
): Promise<{ row: LedgerCheckout; outcome: CheckoutOutcome }> {
  if (found.status === "settled") {
    return { row: found, outcome: outcomeOf(found) }
  }
  let row = found
  for (let question = 1; question <= MOST_QUESTIONS; question += 1) {
    const settled = await settle(container, row)
    row = settled?.row ?? row
    const isDecided = settled !== undefined && !mayStillChange(row)
    if (isDecided || question === MOST_QUESTIONS) {
      break
    }
  }
  return { row, outcome: outcomeOf(row) }
}
