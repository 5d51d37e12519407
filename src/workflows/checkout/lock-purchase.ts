import { transform } from "@medusajs/framework/workflows-sdk"
import { acquireLockStep, releaseLockStep } from "@medusajs/medusa/core-flows"
import { purchaseKey, purchaseLock } from "./purchase-lock"
import { readReferenceStep } from "./steps/read-reference"
import { releaseLeaseStep, takeLeaseStep } from "./steps/take-lease"

/**
 * The opening of every workflow that acts on a purchase: Medusa's lock, with a key of its own, because completing a cart
 * takes the cart's; and a lease in PostgreSQL, for stores whose locking module is not shared between their processes.
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
  acquireLockStep({ key, ...purchaseLock })
  return { key, lease: takeLeaseStep({ key }) }
}

/** The close of such a workflow. */
export function unlockPurchase({ key, lease }: ReturnType<typeof lockReference>): void {
  releaseLeaseStep(lease)
  releaseLockStep({ key })
}
