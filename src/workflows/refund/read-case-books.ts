import type { MedusaContainer } from "@medusajs/framework/types"
import type { MedusaBooks } from "../../modules/web-checkout/rules/books"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { findOrderId, readBooks } from "../checkout/gather"

/** What Medusa's books say of a case. Its row may not name its order yet, or never: then the order is looked for. */
export async function readCaseBooks(row: LedgerCheckout, container: MedusaContainer): Promise<MedusaBooks> {
  const order_id = row.order_id ?? (await findOrderId(container, row)) ?? null
  return readBooks({ ...row, order_id }, container)
}
