import type { MedusaContainer } from "@medusajs/framework/types"
import type { LedgerCheckout } from "../../../modules/web-checkout/rules/ledger"
import { findOrderOfCart, findOrderOfCollection } from "../../medusa/payments"

/** The order that a row's money is for: the cart's, the collection's, or the one that the row names. */
export async function findOrder(container: MedusaContainer, row: LedgerCheckout): Promise<string | undefined> {
  const ofCart = row.cart_id === null ? undefined : await findOrderOfCart(container, row.cart_id)
  return ofCart ?? (await findOrderOfCollection(container, row.payment_collection_id)) ?? row.order_id ?? undefined
}
