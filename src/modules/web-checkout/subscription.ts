import type { SendEvery } from "../../gateway/frequencies"
import type { SubscriptionRowStatus } from "./rules/subscription-states"

/** Why a subscription needs a person. */
export const SUBSCRIPTION_ATTENTION = [
  /** its customer is deleted, and the gateway may go on sending links */
  "customer_deleted",
  /** nobody knows whether the gateway has created it, and nothing more will be learnt by itself */
  "unconfirmed",
] as const

export type SubscriptionAttention = (typeof SUBSCRIPTION_ATTENTION)[number]

/** What a person has asked for: the one shape of a subscription here. Amount in major units; dates as yyyy-MM-dd; hours in UTC. */
export interface SubscriptionTerms {
  description: string
  currency_code: string
  amount: number
  start_date: string
  end_date: string | null
  send_on_hour: number
  send_every: SendEvery
  /** Medusa's customer. */
  customer_id: string | null
  /** The customer at the gateway. */
  gateway_customer_id: string | null
  first_name: string | null
  last_name: string | null
  email: string | null
  /** Digits with the international calling code. */
  phone: string | null
}

/** The person behind it: what goes when the customer is deleted. */
export const PERSON_FIELDS = ["first_name", "last_name", "email", "phone"] as const

/** What is sent, and when. */
export const LINK_FIELDS = [
  "description",
  "currency_code",
  "amount",
  "start_date",
  "end_date",
  "send_on_hour",
  "send_every",
] as const

/** All of the terms, in the order in which people read them. */
export const TERMS = [
  ...LINK_FIELDS,
  "customer_id",
  "gateway_customer_id",
  ...PERSON_FIELDS,
] as const satisfies readonly (keyof SubscriptionTerms)[]

/** Every term stands in the list, and nothing else. */
type Same<A, B> = [A, B] extends [B, A] ? true : false
true satisfies Same<keyof SubscriptionTerms, (typeof TERMS)[number]>

/** A subscription of ours: its terms, and what became of them. */
export interface SubscriptionRow extends SubscriptionTerms {
  id: string
  idempotency_key: string
  environment: string
  account: string
  status: SubscriptionRowStatus
  /** The gateway's id; its answer to the create call need not show one. */
  subscription_id: string | null
  display_id: string | null
  /** Why the gateway has no such subscription, or why nobody knows; without personal data. */
  failure: string | null
  sent_at: Date | null
  last_checked_at: Date | null
  attention: SubscriptionAttention | null
  /** When that began. */
  attention_at: Date | null
  /** When people were told of it; null while that is to be done. */
  told_at: Date | null
  erased_at: Date | null
  created_at: Date
  updated_at: Date
}

/** What a new row must know before the create call. */
export type NewSubscription = SubscriptionTerms & Pick<SubscriptionRow, "idempotency_key" | "account">

/** What the gateway has told of a subscription. */
export type SubscriptionAnswer = Partial<Pick<SubscriptionRow, "subscription_id" | "display_id">> & {
  status: SubscriptionRowStatus
}
