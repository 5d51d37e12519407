import { confirmSubscription } from "../../../../../../workflows/subscription/confirm-subscription"
import { subscriptionAction } from "../../query-config"
import type { AdminConfirmSubscriptionType } from "../../validators"

/** A person has found the subscription in the gateway's dashboard. */
export const POST = subscriptionAction<AdminConfirmSubscriptionType>(confirmSubscription)
