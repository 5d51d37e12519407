import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { PaymentEvents } from "@medusajs/framework/utils"
import { comparePayment } from "../workflows/checkout/compare"

/** A refund has gone through in Medusa: a case that was about it is over as soon as the books agree. */
export default async function paymentRefunded({ event, container }: SubscriberArgs<{ id: string }>) {
  await comparePayment(container, event.data.id)
}

export const config: SubscriberConfig = {
  event: PaymentEvents.REFUNDED,
  context: { subscriberId: "webcheckout-payment-refunded" },
}
