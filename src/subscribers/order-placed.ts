import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { OrderWorkflowEvents } from "@medusajs/framework/utils"
import { recordPlacedOrder } from "../workflows/checkout/record-placed-order"
import { processPlacedOrder } from "../workflows/pay-later/process-placed-order"

/**
 * An order may be placed by the storefront's own `complete` call, without settle: the ledger learns of it here. One that is paid later gets
 * its link, and the mail with it. If the process dies meanwhile, the jobs do it.
 */
export default async function orderPlaced({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  await Promise.all([recordPlacedOrder(container, event.data.id), processPlacedOrder(container, event.data.id)])
}

export const config: SubscriberConfig = {
  event: OrderWorkflowEvents.PLACED,
  context: { subscriberId: "webcheckout-order-placed" },
}
