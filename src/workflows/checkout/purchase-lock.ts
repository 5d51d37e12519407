import { setTimeout as wait } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { notAllowed } from "../../modules/web-checkout/errors"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"

/** `waitMs`: how long a run waits for another on the same purchase. `ttlMs`: how long one that has died keeps it; one that lives prolongs it. */
export const purchaseLease = { waitMs: 30_000, ttlMs: 30_000 }

/** What is locked: the purchase, whatever the attempt. */
export function purchaseKey({ order_reference }: Pick<LedgerCheckout, "order_reference">): string {
  return `webcheckout:${order_reference}`
}

/**
 * Does something about a purchase while nobody else does, in any process.
 *
 * @throws MedusaError NOT_ALLOWED when another run does not finish in time
 */
export async function holdPurchase<Result>(
  container: MedusaContainer,
  purchase: Pick<LedgerCheckout, "order_reference">,
  work: () => Promise<Result>
): Promise<Result> {
  const held = await container.resolve(WEB_CHECKOUT).leases.hold(purchaseKey(purchase), purchaseLease, work)
  if (!held) {
    throw notAllowed("Another process is recording this purchase. Try again in a moment.")
  }
  return held.result
}

/** The same of the purchase that a ledger row belongs to. @throws MedusaError NOT_FOUND too */
export async function holdPurchaseOf<Result>(
  container: MedusaContainer,
  { id, order_reference }: { id: string; order_reference?: string },
  work: () => Promise<Result>
): Promise<Result> {
  const known = order_reference ?? (await container.resolve(WEB_CHECKOUT).checkouts.retrieve(id)).order_reference
  return holdPurchase(container, { order_reference: known }, work)
}

/** Of work that stood still for longer than its lease, another process may be at the purchase by now. @throws MedusaError UNEXPECTED_STATE */
export function requireLease(container: MedusaContainer, purchase: Pick<LedgerCheckout, "order_reference">): void {
  if (!container.resolve(WEB_CHECKOUT).leases.isHeld(purchaseKey(purchase))) {
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      "The lease on this purchase is over. It is looked at again."
    )
  }
}

/** How long a booking waits for Medusa's own completion of the cart, in seconds, and how long one that has died keeps it: as that does. */
const CART_LOCK = { waitSeconds: 30, expire: 120 }
const CART_POLL_MS = 100

/**
 * Does something while Medusa completes no cart of this id: its own lock, taken and given back, since `execute` may hold a database
 * transaction meanwhile.
 *
 * @throws what Medusa's locking module throws when the cart is not free in time
 */
export async function whileCartIsLocked<Result>(
  container: MedusaContainer,
  cartId: string,
  work: () => Promise<Result>
): Promise<Result> {
  // One name for each cart: the lease lets one run in at a time, and the next takes over the lock of one that has died.
  const ownerId = `webcheckout:${cartId}`
  await lockCart(container, cartId, ownerId)
  try {
    return await work()
  } finally {
    // It ends by itself; what the work came to counts.
    await container
      .resolve(Modules.LOCKING)
      .release([cartId], { ownerId })
      .catch(() => undefined)
  }
}

async function lockCart(container: MedusaContainer, cartId: string, ownerId: string): Promise<void> {
  const deadline = Date.now() + CART_LOCK.waitSeconds * 1000
  for (;;) {
    try {
      await container.resolve(Modules.LOCKING).acquire([cartId], { ownerId, expire: CART_LOCK.expire })
      return
    } catch (error) {
      if (Date.now() >= deadline) {
        throw error
      }
    }
    await wait(CART_POLL_MS)
  }
}
