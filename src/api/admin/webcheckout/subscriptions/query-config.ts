import { TERMS } from "../../../../modules/web-checkout/subscription"
import type { MedusaContainer } from "@medusajs/framework/types"
import { describeSubscription } from "../../../../workflows/subscription/list-subscriptions"
import { actionRoutes } from "../../../route-makers"

/** The fields of a subscription in the admin. */
export const adminSubscriptionFields: string[] = [
  "id",
  "status",
  ...TERMS,
  "raw_amount",
  "subscription_id",
  "display_id",
  "failure",
  "attention",
  "erased_at",
  "environment",
  "account",
  "sent_at",
  "last_checked_at",
  "created_at",
  "updated_at",
]

/** Additional fields, for users who may read customers. */
const customerFields = ["customer.id", "customer.email", "customer.first_name", "customer.last_name"]

const config = { defaults: adminSubscriptionFields, allowed: [...adminSubscriptionFields, ...customerFields] }

export const listSubscriptionsQueryConfig = { ...config, isList: true, defaultLimit: 20 }

export const retrieveSubscriptionQueryConfig = { ...config, isList: false }

/** A subscription and its history. @throws MedusaError NOT_FOUND */
export async function showSubscription(scope: MedusaContainer, id: string, fields = adminSubscriptionFields) {
  return { subscription: await describeSubscription(scope, id, fields) }
}

/** Makes a route that acts on a subscription. */
export const subscriptionAction = actionRoutes(async ({ scope, params }) => showSubscription(scope, params.id))
