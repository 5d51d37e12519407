import { transform } from "@medusajs/framework/workflows-sdk"
import { purchaseKey } from "./purchase-lock"
import { readReferenceStep } from "./steps/read-reference"
import { releaseLeaseStep, takeLeaseStep } from "./steps/take-lease"

/**
 * The opening of every workflow that acts on a purchase: a lease in PostgreSQL, which all processes share whatever locking module the
 * store uses. Medusa takes the cart's own lock meanwhile, which has another key.
 *
 * @param input the ledger row's id, and the purchase's reference where that is known
 * @returns what `unlockPurchase` takes
 */
export function lockPurchase(input: { id: string; order_reference?: string }) {
  return lockReference(readReferenceStep(input))
}

/** The same for a purchase that may have no row yet. @param purchase its reference */
export function lockReference(purchase: { order_reference: string }) {
  const key = transform({ purchase }, ({ purchase }) => purchaseKey(purchase))
  return takeLeaseStep({ key, busy: "Another process is recording this purchase. Try again in a moment." })
}

/** The close of such a workflow. */
export function unlockPurchase(lease: ReturnType<typeof lockReference>): void {
  releaseLeaseStep(lease)
}
