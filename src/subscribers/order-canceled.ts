import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { OrderWorkflowEvents } from "@medusajs/framework/utils"
import { compareOrder } from "../workflows/checkout/compare"
import { endWithOrder } from "../workflows/pay-link/end-with-order"

/**
 * An order is cancelled: nobody is to pay it any more. A workflow may have cancelled it, past the route that gives its money back first:
 * then a person is told that the money was kept. If the process dies meanwhile, the jobs do it.
 */
export default async function orderCanceled({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  await Promise.all([compareOrder(container, event.data.id), endWithOrder(container, event.data.id)])
}

export const config: SubscriberConfig = {
  event: OrderWorkflowEvents.CANCELED,
  context: { subscriberId: "webcheckout-order-canceled" },
}
