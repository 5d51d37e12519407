import { sendSubscriptionAgain } from "../../../../../../workflows/subscription/send-subscription-again"
import { subscriptionAction } from "../../query-config"

/** Sends a subscription again, after a person has checked that the gateway does not have it. */
export const POST = subscriptionAction(sendSubscriptionAgain)
