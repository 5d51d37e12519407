import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { CustomerWorkflowEvents } from "@medusajs/framework/utils"
import { eraseSubscriber } from "../workflows/subscription/erase-subscriber"

/** When a customer is deleted, the personal data in their subscriptions is erased. */
export default async function webcheckoutCustomerDeleted({ event, container }: SubscriberArgs<{ id: string }>) {
  await eraseSubscriber(container, event.data.id)
}

/** Medusa derives the subscriber's id from the function's name. */
export const config: SubscriberConfig = { event: CustomerWorkflowEvents.DELETED }
