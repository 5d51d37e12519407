import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { OrderWorkflowEvents } from "@medusajs/framework/utils"
import { recordPlacedOrder } from "../workflows/checkout/record-placed-order"

/**
 * An order may be placed by the storefront's own `complete` call, without settle: the ledger learns of it here. What a
 * crash swallows is found again by the reconciliation.
 */
export default async function handlePlacedOrder({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  await recordPlacedOrder(container, event.data.id)
}

export const config: SubscriberConfig = { event: OrderWorkflowEvents.PLACED }
