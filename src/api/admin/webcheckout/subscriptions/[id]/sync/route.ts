import { syncSubscription } from "../../../../../../workflows/subscription/sync-subscription"
import { subscriptionAction } from "../../query-config"

/** Brings the subscription to what the gateway shows. Needs `extendedApi`. */
export const POST = subscriptionAction(syncSubscription)
