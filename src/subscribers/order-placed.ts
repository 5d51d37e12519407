import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { OrderWorkflowEvents } from "@medusajs/framework/utils"
import { recordPlacedOrder } from "../workflows/checkout/record-placed-order"
import { processPlacedOrder } from "../workflows/pay-later/process-placed-order"

/**
 * The storefront's own `complete` call may place an order without settle: this records it in the ledger. A pay-later order gets its link,
 * and the mail with it. If the process dies meanwhile, the jobs do both.
 */
export default async function webcheckoutOrderPlaced({ event, container }: SubscriberArgs<{ id: string }>) {
  await Promise.all([recordPlacedOrder(container, event.data.id), processPlacedOrder(container, event.data.id)])
}

/** Medusa derives the subscriber's id from the function's name. */
export const config: SubscriberConfig = { event: OrderWorkflowEvents.PLACED }
