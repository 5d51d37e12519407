import { LINK_FIELDS } from "../../../../modules/web-checkout/subscription"

/** The fields of their own subscriptions that a customer may read. */
const ownSubscriptionFields: string[] = ["id", "status", ...LINK_FIELDS, "created_at"]

export const listOwnSubscriptionsQueryConfig = {
  defaults: ownSubscriptionFields,
  allowed: ownSubscriptionFields,
  isList: true,
  defaultLimit: 20,
}
