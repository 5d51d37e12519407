import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { CustomerWorkflowEvents } from "@medusajs/framework/utils"
import { eraseSubscriberWorkflow } from "../workflows/subscription/workflows/erase-subscriber"

/** A customer is deleted: what their subscriptions know of the person goes too. */
export default async function eraseSubscriber({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  await eraseSubscriberWorkflow(container).run({ input: { customer_id: event.data.id } })
}

export const config: SubscriberConfig = { event: CustomerWorkflowEvents.DELETED }
