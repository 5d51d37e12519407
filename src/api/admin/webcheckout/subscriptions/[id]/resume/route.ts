import { switchSubscription } from "../../../../../../workflows/subscription/switch-subscription"
import { subscriptionAction } from "../../query-config"

/** Resumes the subscription at the gateway. Needs `extendedApi`. */
export const POST = subscriptionAction(async (scope, by) => switchSubscription(scope, { ...by, action: "resume" }))
