import { setTimeout as wait } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { notAllowed, unexpectedState } from "../../modules/web-checkout/errors"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { logFailure } from "../log-failure"

/** `waitMs`: how long a run waits for another on the same purchase. `ttlMs`: when the lock of a dead process expires. A living one renews it. */
export const purchaseLease = { waitMs: 30_000, ttlMs: 30_000 }

/** What is locked: the purchase, whatever the attempt. */
export function purchaseKey({ order_reference }: Pick<LedgerCheckout, "order_reference">): string {
  return `webcheckout:${order_reference}`
}

/**
 * Runs work under the lock of a ledger row's purchase, which all processes share.
 *
 * @throws MedusaError NOT_ALLOWED when another run does not finish in time; NOT_FOUND
 */
export async function holdPurchaseOf<Result>(
  container: MedusaContainer,
  { id, order_reference }: { id: string; order_reference?: string },
  work: () => Promise<Result>
): Promise<Result> {
  const known = order_reference ?? (await container.resolve(WEB_CHECKOUT).checkouts.retrieve(id)).order_reference
  return requireHeld(await tryHoldPurchase(container, { order_reference: known }, work))
}

/** Locks the purchase of an order. @throws MedusaError NOT_ALLOWED when another run does not finish in time */
export async function holdPurchaseOfOrder<Result>(
  container: MedusaContainer,
  order_id: string,
  work: () => Promise<Result>
): Promise<Result> {
  const order_reference = await container.resolve(WEB_CHECKOUT).purchases.orderReferenceOf({ order_id })
  return requireHeld(await tryHoldPurchase(container, { order_reference }, work))
}

function requireHeld<Result>(held: { result: Result } | undefined): Result {
  if (!held) {
    throw notAllowed("Another process is recording this purchase. Try again in a moment.")
  }
  return held.result
}

/** For work that can be skipped while another run holds the lock. @returns undefined if another run holds the lock for too long */
export function tryHoldPurchase<Result>(
  container: MedusaContainer,
  purchase: Pick<LedgerCheckout, "order_reference">,
  work: () => Promise<Result>
): Promise<{ result: Result } | undefined> {
  return container.resolve(WEB_CHECKOUT).leases.hold(purchaseKey(purchase), purchaseLease, work)
}

/** A process that was paused for longer than its lease lasts must stop: another may have the purchase by now. @throws MedusaError UNEXPECTED_STATE */
export function requireLease(container: MedusaContainer, purchase: Pick<LedgerCheckout, "order_reference">): void {
  if (!container.resolve(WEB_CHECKOUT).leases.isHeld(purchaseKey(purchase))) {
    throw unexpectedState("The lock on this purchase has expired. The payment is checked again later.")
  }
}

/**
 * In seconds. `waitSeconds`: the longest wait for Medusa's own completion of the cart. `expire`: when a dead process's lock expires, as
 * Medusa's does.
 */
const CART_LOCK = { waitSeconds: 30, expire: 120 }
const CART_POLL_MS = 100

/**
 * Runs work under Medusa's own lock on the cart, so that Medusa does not complete it meanwhile. The lock is acquired and released here,
 * since `execute` may hold a database transaction meanwhile.
 *
 * @returns undefined when the cart is not free in time, or Medusa's locking module does not work
 */
export async function whileCartIsLocked<Result>(
  container: MedusaContainer,
  cartId: string,
  work: () => Promise<Result>
): Promise<{ result: Result } | undefined> {
  // The same owner for every run: the purchase's lease lets in one at a time, and the next takes over the lock of a process that died.
  const ownerId = `webcheckout:${cartId}`
  if (!(await lockCart(container, cartId, ownerId))) {
    return undefined
  }
  try {
    return { result: await work() }
  } finally {
    // A lock that cannot be released expires. The result of the work counts all the same.
    await container
      .resolve(Modules.LOCKING)
      .release([cartId], { ownerId })
      .catch(() => undefined)
  }
}

async function lockCart(container: MedusaContainer, cartId: string, ownerId: string): Promise<boolean> {
  const deadline = Date.now() + CART_LOCK.waitSeconds * 1000
  for (;;) {
    try {
      await container.resolve(Modules.LOCKING).acquire([cartId], { ownerId, expire: CART_LOCK.expire })
      return true
    } catch (error) {
      if (Date.now() >= deadline) {
        logFailure(container, `Medusa's lock on cart ${cartId} could not be acquired`, error)
        return false
      }
    }
    await wait(CART_POLL_MS)
  }
}
