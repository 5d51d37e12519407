import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { OrderState } from "../../modules/web-checkout/purchase/order"
import { linkedIds } from "../../modules/web-checkout/purchase/query"
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
  // A collection that an edit has made was never a cart's.
  const filters = { payment_collection_id: collectionId }
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  if (!isYoung || (await linkedIds(query, "cart_payment_collection", filters, "cart_id")).length === 0) {
    return false
  }
  const sessions = await sessionsOfCollection(container, collectionId)
  return !sessions.some(isAccepted)
}
