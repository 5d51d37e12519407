import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { OrderWorkflowEvents } from "@medusajs/framework/utils"
import { compareOrder } from "../workflows/checkout/compare"
import { endWithOrder } from "../workflows/pay-link/end-with-order"

/**
 * Ends the links and pages of a cancelled order. A workflow may have cancelled it without the admin route that refunds first: then a person
 * is notified that the money was kept. If the process dies meanwhile, the jobs do both.
 */
export default async function webcheckoutOrderCanceled({ event, container }: SubscriberArgs<{ id: string }>) {
  await Promise.all([compareOrder(container, event.data.id), endWithOrder(container, event.data.id)])
}

/** Medusa derives the subscriber's id from the function's name. */
export const config: SubscriberConfig = { event: OrderWorkflowEvents.CANCELED }
