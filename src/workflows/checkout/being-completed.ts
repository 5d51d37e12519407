import type { MedusaContainer } from "@medusajs/framework/types"
import type { OrderState } from "../../modules/web-checkout/purchase/order"
import { findCartOfCollection } from "../medusa/payments"
import { isAccepted, sessionsOfCollection } from "../medusa/payment-sessions"

/** As long as Medusa's completion of a cart holds the cart's lock, and a little longer. */
const LONGEST_COMPLETION_MS = 3 * 60_000

/**
 * Whether the order of a cart's collection may be undone yet: Medusa makes the order first, asks the provider last, and deletes
 * the order again when the cart is not paid.
 */
export async function isBeingCompleted(
  container: MedusaContainer,
  collectionId: string,
  { created_at }: Pick<OrderState, "created_at">
): Promise<boolean> {
  const isYoung = Date.now() - created_at.getTime() < LONGEST_COMPLETION_MS
  if (!isYoung || (await findCartOfCollection(container, collectionId)) === undefined) {
    return false
  }
  const sessions = await sessionsOfCollection(container, collectionId)
  return !sessions.some(isAccepted)
}
