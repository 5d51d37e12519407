import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { CustomerWorkflowEvents } from "@medusajs/framework/utils"
import { eraseSubscriber } from "../workflows/subscription/erase-subscriber"

/** When a customer is deleted, the personal data in their subscriptions is erased. */
export default async function customerDeleted({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  await eraseSubscriber(container, event.data.id)
}

export const config: SubscriberConfig = {
  event: CustomerWorkflowEvents.DELETED,
  context: { subscriberId: "webcheckout-customer-deleted" },
}
