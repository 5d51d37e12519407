import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { PaymentEvents } from "@medusajs/framework/utils"
import { comparePayment } from "../workflows/checkout/compare"

/** Compares the books after a refund in Medusa: a case about it is closed as soon as they agree. */
export default async function webcheckoutPaymentRefunded({ event, container }: SubscriberArgs<{ id: string }>) {
  await comparePayment(container, event.data.id)
}

/** Medusa derives the subscriber's id from the function's name. */
export const config: SubscriberConfig = { event: PaymentEvents.REFUNDED }
