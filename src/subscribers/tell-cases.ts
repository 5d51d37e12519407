import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { CHECKOUT_EVENTS, SUBSCRIPTION_EVENTS } from "../modules/web-checkout/events"
import { tellCases } from "../workflows/notice/tell-cases"

/** A payment or a subscription needs a person: people are told at once. What a crash swallows, the job tells. */
export default async function tellCasesSubscriber({ container }: SubscriberArgs): Promise<void> {
  await tellCases(container)
}

export const config: SubscriberConfig = { event: [CHECKOUT_EVENTS.ATTENTION, SUBSCRIPTION_EVENTS.ATTENTION] }
