import { camelToSnakeCase } from "@medusajs/framework/utils"
import type { z } from "@medusajs/framework/zod"
import type { Problem } from "../../gateway/errors"
import { problemsOf } from "../../gateway/schemas"
import type { SubscriptionTerms } from "./subscription"

/** The plugin's names of fields, keyed by the gateway's, where more differs than the spelling. */
const OUR_FIELDS: Record<string, string> = { currency: "currency_code", customerId: "gateway_customer_id" }

/** The body of POST /subscription. @typeParam Every `string` while the terms are unchecked, `SendEvery` afterwards */
export function subscriptionRequestOf<Every extends string>(
  terms: Omit<SubscriptionTerms, "send_every"> & { send_every: Every }
) {
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
    sendEvery: terms.send_every,
  }
}

/** The problems of a request, by the plugin's field names. */
export function termProblems(error: z.ZodError): Problem[] {
  return problemsOf(error).map(({ field, rule }) => {
    const parts = field.split(".").map((part) => OUR_FIELDS[part] ?? camelToSnakeCase(part))
    return { field: parts.join("."), rule }
  })
}
