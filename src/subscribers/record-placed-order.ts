import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { OrderWorkflowEvents } from "@medusajs/framework/utils"
import { recordPlacedOrderWorkflow } from "../workflows/checkout/workflows/record-placed-order"

/**
 * An order may be placed by the storefront's own `complete` call, without settle: the ledger learns of it here. What a
 * crash swallows is found again by the reconciliation.
 */
export default async function recordPlacedOrder({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  await recordPlacedOrderWorkflow(container).run({ input: { order_id: event.data.id } })
}

export const config: SubscriberConfig = { event: OrderWorkflowEvents.PLACED }
