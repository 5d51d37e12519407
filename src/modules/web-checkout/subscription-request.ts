import type { z } from "@medusajs/framework/zod"
import type { Problem } from "../../gateway/errors"
import { problemsOf, subscriptionRequestSchema, type SubscriptionRequest } from "../../gateway/schemas"
import type { SubscriptionTerms } from "./subscription"

/** The gateway's field names, keyed by the plugin's. */
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

/** Unchecked terms. */
export type UncheckedTerms = Omit<SubscriptionTerms, "send_every"> & { send_every: string }

/** The body of POST /subscription. */
export function subscriptionRequestOf(terms: SubscriptionTerms): SubscriptionRequest {
  return { ...shared(terms), sendEvery: terms.send_every }
}

/** Checks every documented rule; problems name the plugin's fields. */
export function checkTerms(
  terms: UncheckedTerms
): { terms: SubscriptionTerms; problems?: undefined } | { problems: Problem[] } {
  const request = { ...shared(terms), sendEvery: terms.send_every }
  const parsed = subscriptionRequestSchema.safeParse(request)
  return parsed.success
    ? { terms: { ...terms, send_every: parsed.data.sendEvery } }
    : { problems: problemsOf(parsed.error).map(renamed) }
}

function shared(terms: UncheckedTerms): Omit<z.input<typeof subscriptionRequestSchema>, "sendEvery"> {
  return {
    description: terms.description,
    currency: terms.currency_code,
    amount: terms.amount,
    ...(terms.gateway_customer_id
      ? { customerId: terms.gateway_customer_id }
      : {
          customer: {
            id: terms.customer_id ?? undefined,
            firstName: terms.first_name ?? "",
            lastName: terms.last_name ?? "",
            email: terms.email ?? "",
            phone: terms.phone ?? undefined,
          },
        }),
    startDate: terms.start_date,
    endDate: terms.end_date ?? undefined,
    sendOnHour: terms.send_on_hour,
  }
}

function renamed({ field, rule }: Problem): Problem {
  const parts = field.split(".").map((part) => OUR_FIELDS[part] ?? part)
  return { field: parts.join("."), rule }
}
