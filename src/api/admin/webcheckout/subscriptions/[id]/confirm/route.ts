import type { z } from "@medusajs/framework/zod"
import { confirmSubscription } from "../../../../../../workflows/subscription/confirm-subscription"
import { subscriptionAction } from "../../query-config"
import type { AdminConfirmSubscription } from "../../validators"

/** A person has found the subscription in the gateway's dashboard. */
export const POST = subscriptionAction<z.infer<typeof AdminConfirmSubscription>>(confirmSubscription)
