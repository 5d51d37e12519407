import type { SendEvery } from "../../gateway/frequencies"
import type { SubscriptionRowStatus } from "./rules/subscription-states"

/** The reasons why a subscription needs a person. */
export const SUBSCRIPTION_ATTENTION = [
  /** its customer was deleted, and the gateway may still send links */
  "customer_deleted",
  /** it is unknown whether the gateway has created it, and the search has ended */
  "unconfirmed",
] as const

export type SubscriptionAttention = (typeof SUBSCRIPTION_ATTENTION)[number]

/** A subscription as it was requested. Amount in major units; dates as yyyy-MM-dd; hours in UTC. */
export interface SubscriptionTerms {
  description: string
  currency_code: string
  amount: number
  start_date: string
  end_date: string | null
  send_on_hour: number
  send_every: SendEvery
  /** The customer's id in Medusa. */
  customer_id: string | null
  /** The customer's id at the gateway. */
  gateway_customer_id: string | null
  first_name: string | null
  last_name: string | null
  email: string | null
  /** Digits with the international calling code. */
  phone: string | null
}

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
export const TERMS = [
  ...LINK_FIELDS,
  "customer_id",
  "gateway_customer_id",
  ...PERSON_FIELDS,
] as const satisfies readonly (keyof SubscriptionTerms)[]

/** The list contains exactly the terms. */
type Same<A, B> = [A, B] extends [B, A] ? true : false
true satisfies Same<keyof SubscriptionTerms, (typeof TERMS)[number]>

/** A subscription: its terms and its state. */
export interface SubscriptionRow extends SubscriptionTerms {
  id: string
  idempotency_key: string
  environment: string
  account: string
  status: SubscriptionRowStatus
  /** The gateway's id; its answer to the create call may not contain one. */
  subscription_id: string | null
  display_id: string | null
  /** Why the gateway has no such subscription, or why this is unknown; without personal data. */
  failure: string | null
  sent_at: Date | null
  last_checked_at: Date | null
  attention: SubscriptionAttention | null
  /** When the case was opened. */
  attention_at: Date | null
  /** When the case was reported; null while that is due. */
  told_at: Date | null
  erased_at: Date | null
  created_at: Date
  updated_at: Date
}

/** The data of a new row, before the create call. */
export type NewSubscription = SubscriptionTerms & Pick<SubscriptionRow, "idempotency_key" | "account">

/** The data kept from the gateway's answer. */
export type SubscriptionAnswer = Partial<Pick<SubscriptionRow, "subscription_id" | "display_id">> & {
  status: SubscriptionRowStatus
}
