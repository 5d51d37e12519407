import type { MedusaContainer } from "@medusajs/framework/types"
import { findCollectionsOfOrder } from "../medusa/payments"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { runOne } from "../tasks/run-tasks"

/** Runs the task of a pay-later order that was placed, and sends its mails; the task belongs to one of the order's collections. */
export async function processPlacedOrder(container: MedusaContainer, id: string): Promise<void> {
  const { mails, payLinks } = container.resolve(WEB_CHECKOUT)
  const collections = await findCollectionsOfOrder(container, id)
  for (const collection of collections) {
    if (await runOne(container, "process_unpaid_order", collection)) {
      const links = await payLinks.listOfOrder(id)
      for (const mail of await mails.listOf(links.map((link) => link.id))) {
        await runOne(container, "send_mail", mail.id)
      }
    }
  }
}
