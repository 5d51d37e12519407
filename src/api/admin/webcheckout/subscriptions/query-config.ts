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

export const listSubscriptionsQueryConfig = { defaults: adminSubscriptionFields, isList: true, defaultLimit: 20 }

export const retrieveSubscriptionQueryConfig = { defaults: adminSubscriptionFields, isList: false }
