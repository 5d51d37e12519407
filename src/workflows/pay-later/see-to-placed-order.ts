import type { MedusaContainer } from "@medusajs/framework/types"
import { findCollectionsOfOrder } from "../medusa/payments"
import { runDue, runOne } from "../tasks/run-tasks"

/** An order was placed. One that is paid later has a task, by one of its collections. */
export async function seeToPlacedOrder(container: MedusaContainer, id: string): Promise<void> {
  const collections = await findCollectionsOfOrder(container, id)
  for (const collection of collections) {
    if (await runOne(container, "see_to_unpaid_order", collection)) {
      await runDue(container, "send_mail")
    }
  }
}
