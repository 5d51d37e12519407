import { transform } from "@medusajs/framework/workflows-sdk"
import { acquireLockStep, releaseLockStep } from "@medusajs/medusa/core-flows"
import { purchaseKey, purchaseLock } from "./purchase-lock"
import { readCheckoutStep } from "./steps/read-checkout"
import { releaseLeaseStep, takeLeaseStep } from "./steps/take-lease"

/**
 * The opening of every workflow that acts on a purchase: Medusa's lock, with a key of its own, because completing a cart
 * takes the cart's; and a lease in PostgreSQL, for stores whose locking module is not shared between their processes.
 *
 * @param input the ledger row's id
 * @returns what `unlockPurchase` takes
 */
export function lockPurchase(input: { id: string }) {
  return lockReference(readCheckoutStep(input))
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
