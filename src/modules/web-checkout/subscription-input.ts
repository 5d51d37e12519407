import { z } from "@medusajs/framework/zod"
import type { Problem } from "../../gateway/errors"
import { toGatewayPhone } from "../../gateway/phone"
import { invalidData } from "./errors"
import type { SubscriptionTerms } from "./subscription"
import { checkTerms } from "./subscription-request"

/** Nothing that a form sends is longer; what each field may hold is checked after. */
const words = z.string().trim().max(2000)

/** The body of a create request; its rules are the gateway's, checked by `parseTerms`. */
export const subscriptionInputSchema = z.strictObject({
  description: words,
  currency_code: words,
  /** Major units. */
  amount: z.number(),
  /** yyyy-MM-dd */
  start_date: words,
  end_date: words.nullish(),
  /** 0 to 23, in UTC. */
  send_on_hour: z.number(),
  send_every: words,
  /** The form's own: a request that is repeated with it is the same subscription. */
  idempotency_key: z.string().trim().min(1).max(200),
  /** Medusa's. */
  customer_id: words.min(1).nullish(),
  customer: z
    .strictObject({
      first_name: words,
      last_name: words,
      email: words,
      phone: words.nullish(),
    })
    .nullish(),
  /** The customer's id at the gateway. */
  gateway_customer_id: words.min(1).nullish(),
})

export type SubscriptionInput = z.infer<typeof subscriptionInputSchema>

/** The person who gets the links, as the store knows them, or as they were typed. */
export type Subscriber = Pick<SubscriptionTerms, "first_name" | "last_name" | "email" | "phone">

/**
 * The one way in: what was asked for, as terms, with everything checked that the gateway documents.
 *
 * @param subscriber the person, unless the gateway's own customer is named
 * @throws MedusaError INVALID_DATA with every problem by its field
 */
export function parseTerms(input: SubscriptionInput, subscriber: Subscriber | undefined): SubscriptionTerms {
  requireOneCustomer(input)
  const { phone, problems } = phoneOf(subscriber?.phone)
  const checked = checkTerms({
    description: input.description.trim(),
    currency_code: input.currency_code.toUpperCase(),
    amount: input.amount,
    start_date: input.start_date,
    end_date: input.end_date ?? null,
    send_on_hour: input.send_on_hour,
    send_every: input.send_every,
    customer_id: input.customer_id ?? null,
    gateway_customer_id: input.gateway_customer_id?.trim() ?? null,
    first_name: subscriber?.first_name?.trim() ?? null,
    last_name: subscriber?.last_name?.trim() ?? null,
    email: subscriber?.email?.trim() ?? null,
    phone,
  })
  const found = [...(checked.problems ?? []), ...problems]
  if (checked.problems || found.length > 0) {
    throw invalidData(found)
  }
  return checked.terms
}

function requireOneCustomer({ customer_id, customer, gateway_customer_id }: SubscriptionInput): void {
  const given = [customer_id, customer, gateway_customer_id].filter((value) => value !== undefined && value !== null)
  if (given.length !== 1) {
    throw invalidData([
      { field: "customer_id", rule: "give exactly one of customer_id, customer and gateway_customer_id" },
    ])
  }
}

/** Digits with the international calling code. */
function phoneOf(phone: string | null | undefined): { phone: string | null; problems: Problem[] } {
  if (!phone?.trim()) {
    return { phone: null, problems: [] }
  }
  const digits = toGatewayPhone(phone) ?? toGatewayPhone(`+${phone}`)
  return digits
    ? { phone: digits, problems: [] }
    : {
        phone: null,
        problems: [
          {
            field: "customer.phone",
            rule: "must be a phone number with its country's calling code, e.g. +44 20 7946 0958",
          },
        ],
      }
}
