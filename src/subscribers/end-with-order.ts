import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { OrderWorkflowEvents } from "@medusajs/framework/utils"
import { endWithOrder } from "../workflows/pay-link/end-with-order"

/** An order is cancelled, by whomever: nobody is to pay it any more. */
export default async function endWithOrderSubscriber({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  await endWithOrder(container, event.data.id)
}

export const config: SubscriberConfig = { event: OrderWorkflowEvents.CANCELED }
