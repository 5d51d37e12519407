import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { OrderWorkflowEvents } from "@medusajs/framework/utils"
import { seeToPlacedOrder } from "../workflows/pay-later/see-to-placed-order"

/** An order that is paid later gets its link, and the mail with it, at once. What a crash swallows, the job makes up for. */
export default async function seeToPlacedOrderSubscriber({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  await seeToPlacedOrder(container, event.data.id)
}

export const config: SubscriberConfig = { event: OrderWorkflowEvents.PLACED }
