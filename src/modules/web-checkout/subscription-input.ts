import { MedusaError } from "@medusajs/framework/utils"
import parsePhoneNumber from "libphonenumber-js"
import { z } from "zod"
import { subscriptionRequestSchema, type SubscriptionRequest } from "../../gateway/schemas"

/** Nothing that a form sends is longer; what each field may hold is checked after. */
const words = z.string().max(2000)

/** The shape of what a create request carries; its rules are the gateway's, checked by `parseSubscription`. */
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

/** The person who gets the links. `id` is Medusa's, where the store knows the person. */
export interface Subscriber {
  id?: string
  first_name: string | null
  last_name: string | null
  email: string | null
  phone: string | null
}

/** The gateway's field names, by the names of ours. */
const OUR_FIELDS: Record<string, string> = {
  currency: "currency_code",
  customerId: "gateway_customer_id",
  startDate: "start_date",
  endDate: "end_date",
  sendOnHour: "send_on_hour",
  sendEvery: "send_every",
  firstName: "first_name",
  lastName: "last_name",
}

/**
 * Checks everything the gateway documents, and makes the request that is sent.
 *
 * @param subscriber the person, unless the gateway's own customer is named
 * @throws MedusaError INVALID_DATA: every problem as `field: rule`, joined with `; `
 */
export function parseSubscription(input: SubscriptionInput, subscriber: Subscriber | undefined): SubscriptionRequest {
  requireOneCustomer(input)
  const problems: string[] = []
  const phone = phoneOf(subscriber?.phone, problems)
  const parsed = subscriptionRequestSchema.safeParse({
    description: input.description,
    currency: input.currency_code.toUpperCase(),
    amount: input.amount,
    ...(subscriber
      ? {
          customer: {
            id: subscriber.id,
            firstName: subscriber.first_name ?? "",
            lastName: subscriber.last_name ?? "",
            email: subscriber.email ?? "",
            phone,
          },
        }
      : { customerId: input.gateway_customer_id ?? undefined }),
    startDate: input.start_date,
    endDate: input.end_date ?? undefined,
    sendOnHour: input.send_on_hour,
    sendEvery: input.send_every,
  })
  if (parsed.success && problems.length === 0) {
    return parsed.data
  }
  const found = (parsed.error?.issues ?? []).map(
    ({ path, message }) => `${path.map((part) => OUR_FIELDS[String(part)] ?? String(part)).join(".")}: ${message}`
  )
  throw new MedusaError(MedusaError.Types.INVALID_DATA, [...found, ...problems].join("; "))
}

function requireOneCustomer({ customer_id, customer, gateway_customer_id }: SubscriptionInput): void {
  const given = [customer_id, customer, gateway_customer_id].filter((value) => value !== undefined && value !== null)
  if (given.length !== 1) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      "customer_id: give exactly one of customer_id, customer and gateway_customer_id"
    )
  }
}

/** Digits with the international calling code. */
function phoneOf(phone: string | null | undefined, problems: string[]): string | undefined {
  if (!phone?.trim()) {
    return undefined
  }
  const parsed = parsePhoneNumber(phone) ?? parsePhoneNumber(`+${phone}`)
  if (!parsed?.isValid()) {
    problems.push("customer.phone: must be a phone number with its country's calling code, e.g. +44 20 7946 0958")
    return undefined
  }
  return parsed.number.replace("+", "")
}
