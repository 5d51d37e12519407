/** What the admin reads of a subscription. */
export const adminSubscriptionFields = [
  "id",
  "status",
  "description",
  "amount",
  "raw_amount",
  "currency_code",
  "start_date",
  "end_date",
  "send_on_hour",
  "send_every",
  "customer_id",
  "gateway_customer_id",
  "first_name",
  "last_name",
  "email",
  "phone",
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
