import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { notedEvents } from "../noted-events"

/** What a merchant's own subscriber would hear. */
export default async function noteEvents({ event: { name, data } }: SubscriberArgs): Promise<void> {
  notedEvents.push({ name, data })
}

export const config: SubscriberConfig = {
  event: [
    "webcheckout.checkout.settled",
    "webcheckout.checkout.attention",
    "webcheckout.pay_link.created",
    "webcheckout.pay_link.paid",
    "webcheckout.pay_link.ended",
    "webcheckout.subscription.created",
    "webcheckout.subscription.updated",
    "webcheckout.subscription.attention",
  ],
}
