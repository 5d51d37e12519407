import { BigNumber } from "bignumber.js"
import { DateTime } from "luxon"
import { z } from "zod"
import type { Problem } from "../../gateway/errors"
import { SEND_EVERY } from "../../gateway/frequencies"
import { LINK_FIELDS, PERSON_FIELDS } from "../../modules/web-checkout/subscription"
import { isPastStart } from "../../gateway/schedule"
import type { NewSubscription } from "./subscriptions"

/** The translation key of a problem. */
const problemKey = (problem: string) => `webcheckout.subscriptions.problems.${problem}`

const required = z.string().trim().min(1, problemKey("required"))

const day = z.string(problemKey("required")).regex(/^\d{4}-\d{2}-\d{2}$/, problemKey("required"))

/** The form's values. The server checks them again; its problems are shown at the same fields. */
export const subscriptionFormSchema = z
  .object({
    who: z.enum(["existing", "new"]),
    customer_id: z.string().optional(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    phone: z.string(),
    description: required,
    currency_code: required,
    /** Decimal text in major units, as typed. */
    amount: required,
    /** The currency's minor digits. */
    digits: z.number(),
    start_date: day,
    end_date: day.optional(),
    send_on_hour: z.number().int().min(0).max(23),
    send_every: z.enum(SEND_EVERY),
    is_past_confirmed: z.boolean(),
  })
  .superRefine((form, context) => {
    const amount = new BigNumber(form.amount)
    const isPositive = amount.isGreaterThan(0)
    const isNew = form.who === "new"
    const problems: [field: keyof typeof form, problem: string, isFound: boolean][] = [
      ["amount", "positive", !isPositive],
      ["amount", "digits", isPositive && (amount.decimalPlaces() ?? 0) > form.digits],
      ["end_date", "notBeforeStart", form.end_date !== undefined && form.end_date < form.start_date],
      ["customer_id", "customer", !isNew && !form.customer_id],
      ["first_name", "required", isNew && !form.first_name.trim()],
      ["last_name", "required", isNew && !form.last_name.trim()],
      ["email", "email", isNew && !z.email().safeParse(form.email.trim()).success],
      ["is_past_confirmed", "confirmPast", isPastStart(form, new Date()) && !form.is_past_confirmed],
    ]
    for (const [field, problem] of problems.filter(([, , isFound]) => isFound)) {
      context.addIssue({ code: "custom", path: [field], message: problemKey(problem) })
    }
  })

export type SubscriptionForm = z.infer<typeof subscriptionFormSchema>

const FIRST_HOUR_UTC = 6

/** Initial values. @param prefill from a customer's or an order's page */
export function emptySubscriptionForm(prefill: Partial<SubscriptionForm> = {}): SubscriptionForm {
  return {
    who: prefill.customer_id === undefined && prefill.email !== undefined ? "new" : "existing",
    first_name: "",
    last_name: "",
    email: "",
    phone: "",
    description: "",
    currency_code: "",
    amount: "",
    digits: 2,
    start_date: toDay(DateTime.now().plus({ days: 1 }).toJSDate()),
    send_on_hour: FIRST_HOUR_UTC,
    send_every: "MONTH",
    is_past_confirmed: false,
    ...prefill,
  }
}

/** The body of the create request. */
export function toNewSubscription(form: SubscriptionForm, idempotency_key: string): NewSubscription {
  // What is left in `link` is sent: `digits` and `is_past_confirmed` are only the form's.
  const { who, customer_id, first_name, last_name, email, phone, digits, is_past_confirmed, ...link } = form
  const person = {
    first_name: first_name.trim(),
    last_name: last_name.trim(),
    email: email.trim(),
    phone: phone.trim() || undefined,
  }
  return {
    ...link,
    amount: new BigNumber(link.amount).toNumber(),
    idempotency_key,
    ...(who === "existing" ? { customer_id } : { customer: person }),
  }
}

const SAME_NAMES = ["customer_id", ...LINK_FIELDS] as const

/**
 * Maps the server's problems to the form's fields. If an existing customer is selected, problems of the person are shown at the picker.
 *
 * @returns undefined if a problem belongs to no field of the form
 */
export function fieldProblems(
  problems: Problem[],
  who: SubscriptionForm["who"]
): [keyof SubscriptionForm, string][] | undefined {
  const found = problems.map(({ field, rule }): [keyof SubscriptionForm, string] | undefined => {
    const person = PERSON_FIELDS.find((name) => field === `customer.${name}`)
    const own = SAME_NAMES.find((name) => name === field) ?? person
    return person && who === "existing" ? ["customer_id", `${field}: ${rule}`] : own && [own, rule]
  })
  const known = found.filter((problem) => problem !== undefined)
  return known.length > 0 && known.length === found.length ? known : undefined
}

/** A day in the user's time zone as yyyy-MM-dd. */
export function toDay(date: Date): string {
  return DateTime.fromJSDate(date).toISODate() ?? ""
}

/** Converts yyyy-MM-dd to the date picker's value. */
export function fromDay(day: string | undefined): Date | null {
  return day ? new Date(`${day}T00:00:00`) : null
}
