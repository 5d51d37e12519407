import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { OrderWorkflowEvents } from "@medusajs/framework/utils"
import { compareOrder } from "../workflows/checkout/compare-order"

/**
 * An order may be cancelled by a workflow, past the route that gives its money back first: then a person is told that the
 * money was kept. What a crash swallows, the job finds.
 */
export default async function compareOrderSubscriber({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  await compareOrder(container, event.data.id)
}

export const config: SubscriberConfig = { event: OrderWorkflowEvents.CANCELED }
