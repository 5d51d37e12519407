import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { notAllowed } from "../../modules/web-checkout/errors"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"

/** How long a run waits for another on the same purchase, and after how long one that died gives it up: one that lives prolongs it. */
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
