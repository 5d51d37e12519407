import type { WebcheckoutSubscription } from "./models/subscription"
import type { RowOf } from "./table"
import type { SubscriptionRowStatus } from "./rules/subscription-states"

/** The reasons why a subscription needs a person. */
export const SUBSCRIPTION_ATTENTION = [
  /** its customer was deleted, and the gateway may still send links */
  "customer_deleted",
  /** it is unknown whether the gateway has created it, and the search has ended */
  "unconfirmed",
] as const

export type SubscriptionAttention = (typeof SUBSCRIPTION_ATTENTION)[number]

/** The personal data, erased when the customer is deleted. */
export const PERSON_FIELDS = ["first_name", "last_name", "email", "phone"] as const

/** The amount and the schedule. */
export const LINK_FIELDS = [
  "description",
  "currency_code",
  "amount",
  "start_date",
  "end_date",
  "send_on_hour",
  "send_every",
] as const

/** All terms, in reading order. */
export const TERMS = [...LINK_FIELDS, "customer_id", "gateway_customer_id", ...PERSON_FIELDS] as const

/** A subscription: its terms and its state. Its columns are explained in models/subscription. */
export type SubscriptionRow = Omit<RowOf<typeof WebcheckoutSubscription>, "search_text"> & { updated_at: Date }

/** A subscription as it was requested. Amount in major units; dates as yyyy-MM-dd; hours in UTC. */
export type SubscriptionTerms = Pick<SubscriptionRow, (typeof TERMS)[number]>

/** The data of a new row, before the create call. */
export type NewSubscription = SubscriptionTerms & Pick<SubscriptionRow, "idempotency_key" | "account">

/** The data kept from the gateway's answer. */
export type SubscriptionAnswer = Partial<Pick<SubscriptionRow, "subscription_id" | "display_id">> & {
  status: SubscriptionRowStatus
}
