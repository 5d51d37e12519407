import type { AttentionReason } from "../modules/web-checkout/rules/case-reasons"
import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { CHECKOUT_EVENTS, SUBSCRIPTION_EVENTS } from "../modules/web-checkout/events"
import { notifyOfUntold } from "../workflows/notice/notify-of-cases"
import { runOne } from "../workflows/tasks/run-tasks"

/**
 * Notifies people at once when a payment or a subscription needs attention. The job sends what a crash prevented, and the notifications of
 * payments without a usable answer, many of which may have one cause.
 */
export default async function webcheckoutCaseOpened({ event, container }: SubscriberArgs<{ reason?: string }>) {
  if (event.data.reason !== UNANSWERED) {
    for (const mailId of await notifyOfUntold(container)) {
      await runOne(container, "send_mail", mailId)
    }
  }
}

const UNANSWERED: AttentionReason = "unanswered"

/** Medusa derives the subscriber's id from the function's name. */
export const config: SubscriberConfig = { event: [CHECKOUT_EVENTS.ATTENTION, SUBSCRIPTION_EVENTS.ATTENTION] }
