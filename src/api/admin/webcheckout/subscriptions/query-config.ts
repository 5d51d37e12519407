import { TERMS } from "../../../../modules/web-checkout/subscription"

/** What the admin reads of a subscription. */
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

/** What more can be asked for, by whoever may read customers. */
const customerFields = ["customer.id", "customer.email", "customer.first_name", "customer.last_name"]

const config = { defaults: adminSubscriptionFields, allowed: [...adminSubscriptionFields, ...customerFields] }

export const listSubscriptionsQueryConfig = { ...config, isList: true, defaultLimit: 20 }

export const retrieveSubscriptionQueryConfig = { ...config, isList: false }
