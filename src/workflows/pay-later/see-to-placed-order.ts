import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { findCollectionsOfOrder } from "../medusa/payments"
import { runOne } from "../tasks/run-tasks"

/** An order was placed: whether it is one that is paid later is known by its collections. */
export async function seeToPlacedOrder(container: MedusaContainer, id: string): Promise<void> {
  const collections = await findCollectionsOfOrder(container, id)
  const found = await container.resolve(WEB_CHECKOUT).payLater.findOf({ payment_collection_id: collections })
  if (found) {
    await runOne(container, "see_to_unpaid_order", found.id)
  }
}
