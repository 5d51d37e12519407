import type { MedusaContainer } from "@medusajs/framework/types"
import { findCollectionsOfOrder } from "../medusa/payments"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { runOne } from "../tasks/run-tasks"

/** Runs the task of a pay-later order that was placed; the task belongs to one of the order's collections. */
export async function processPlacedOrder(container: MedusaContainer, id: string): Promise<void> {
  const collections = await findCollectionsOfOrder(container, id)
  for (const collection of collections) {
    if (await runOne(container, "process_unpaid_order", collection)) {
      await sendMails(container, id)
    }
  }
}

async function sendMails(container: MedusaContainer, orderId: string): Promise<void> {
  const { mails, payLinks } = container.resolve(WEB_CHECKOUT)
  const links = await payLinks.listOfOrder(orderId)
  for (const { id } of await mails.listOf(links.map((link) => link.id))) {
    await runOne(container, "send_mail", id)
  }
}
