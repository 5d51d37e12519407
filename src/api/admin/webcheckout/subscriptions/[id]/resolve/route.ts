import type { z } from "@medusajs/framework/zod"
import { resolveSubscription } from "../../../../../../workflows/subscription/resolve-subscription"
import { subscriptionAction } from "../../query-config"
import type { AdminResolveSubscription } from "../../validators"

/** Closes a subscription's case; the note says how a person dealt with it. */
export const POST = subscriptionAction<z.infer<typeof AdminResolveSubscription>>(resolveSubscription)
