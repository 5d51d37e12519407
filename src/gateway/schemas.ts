import { z } from "zod"
import { InvalidRequestError, type Problem } from "./errors"
import { SEND_EVERY } from "./frequencies"
import { toGatewayAmount } from "./money"
import { CHECKOUT_STATUSES, parseStatus, SUBSCRIPTION_STATUSES } from "./statuses"

/* ------------------------------------------------------------------ requests */

/**
 * The longest texts in a request, in UTF-16 units. The documentation shows no limits; these are far above what a shop writes, and keep
 * requests small.
 */
export const LONGEST_TEXT = { id: 100, name: 200, description: 500, line: 200, code: 50 } as const

const text = (longest: number) =>
  z.string().trim().min(1, "must not be empty").max(longest, `must have at most ${longest} characters`)
const id = text(LONGEST_TEXT.id)
const name = text(LONGEST_TEXT.name)
const line = text(LONGEST_TEXT.line)
const code = text(LONGEST_TEXT.code)
const url = z.url({ protocol: /^https?$/ })
const currency = z.string().regex(/^[A-Z]{3}$/, "must be an ISO 4217 code of three capital letters")

/** A date in the form yyyy-MM-dd that exists in the calendar. */
export const calendarDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, "must be a date of the form yyyy-MM-dd")
  .refine((date) => {
    const time = Date.parse(`${date}T00:00:00Z`)
    return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
  }, "must be a date that exists in the calendar")

/** The customer of a checkout or a subscription; phone is digits with the international calling code. */
export const customerSchema = z.strictObject({
  id: id.optional(),
  firstName: name,
  lastName: name,
  email: z.email("must be an e-mail address").max(320, "must have at most 320 characters"),
  phone: code.optional(),
})

/** country is ISO 3166-1 alpha-2 or alpha-3. */
export const addressSchema = z.strictObject({
  name,
  address1: line,
  address2: line.optional(),
  city: line,
  state: line.optional(),
  zip: code.optional(),
  country: z.string().regex(/^[A-Z]{2,3}$/, "must be an ISO 3166-1 code of two or three capital letters"),
})

/** A line item. Amounts in major units; linetotal = unitprice × quantity. */
export const itemSchema = z.strictObject({
  name,
  sku: id.optional(),
  unitprice: z.number().nonnegative().optional(),
  quantity: z.number().positive(),
  linetotal: z.number().nonnegative(),
})

/** amount = subtotal + tax + shipping + handling − discount, in major units. */
export const totalsSchema = z.strictObject({
  subtotal: z.number().nonnegative(),
  tax: z.number().nonnegative(),
  shipping: z.number().nonnegative().optional(),
  handling: z.number().nonnegative().optional(),
  discount: z.number().nonnegative().optional(),
  skipTotalsValidation: z.boolean().optional(),
})

/** Body of POST /checkout/web. `totals` and the fields after it belong to the extended description. */
export const checkoutRequestSchema = z
  .strictObject({
    requestId: id,
    orderId: id,
    currency,
    amount: z.number(),
    returnUrl: url,
    customer: customerSchema.optional(),
    billingAddress: addressSchema.optional(),
    deliveryAddress: addressSchema.optional(),
    items: z.array(itemSchema).min(1).max(1000, "must have at most 1000 lines").optional(),
    totals: totalsSchema.optional(),
    branchId: id.optional(),
    allowedPaymentMethods: z.array(id).optional(),
    defaultPaymentMethod: id.optional(),
    language: z
      .string()
      .regex(/^[a-z]{2}$/, "must be an ISO 639-1 code")
      .optional(),
  })
  .superRefine(checkAmount)

/**
 * Body of POST /checkout/web as documented. Amounts in major units, with no more decimals than the currency has; `currency` is an ISO 4217
 * code in capitals; countries ISO 3166-1; phones are digits with the international calling code.
 */
export type CheckoutRequest = z.infer<typeof checkoutRequestSchema>

const HOUR_RULE = "must be a whole hour from 0 to 23, in UTC"

/** Body of POST /subscription. Exactly one of customerId and customer; sendOnHour is in UTC. */
export const subscriptionRequestSchema = z
  .strictObject({
    description: text(LONGEST_TEXT.description),
    currency,
    amount: z.number(),
    customerId: id.optional(),
    customer: customerSchema.optional(),
    startDate: calendarDate,
    endDate: calendarDate.optional(),
    sendOnHour: z.int(HOUR_RULE).min(0, HOUR_RULE).max(23, HOUR_RULE),
    sendEvery: z.enum(SEND_EVERY, `must be one of ${SEND_EVERY.join(", ")}`),
    returnUrl: url.optional(),
  })
  .superRefine(checkAmount)
  .superRefine((request, context) => {
    if ((request.customerId === undefined) === (request.customer === undefined)) {
      context.addIssue({ code: "custom", path: ["customerId"], message: "give exactly one of customerId and customer" })
    }
    if (request.endDate !== undefined && request.endDate < request.startDate) {
      context.addIssue({ code: "custom", path: ["endDate"], message: "must not be before startDate" })
    }
  })

export type SubscriptionRequest = z.infer<typeof subscriptionRequestSchema>

/** The amount must be a result of `toGatewayAmount`: positive, with no more decimals than the currency has. */
function checkAmount(request: { amount: number; currency: string }, context: z.RefinementCtx): void {
  try {
    if (toGatewayAmount(request.amount, request.currency) !== request.amount) {
      context.addIssue({ code: "custom", path: ["amount"], message: `has more decimals than ${request.currency}` })
    }
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) {
      throw error
    }
    error.problems.forEach(({ field, rule }) => context.addIssue({ code: "custom", path: [field], message: rule }))
  }
}

/* ------------------------------------------------------------------- answers */

/** An id of the gateway's becomes part of a path, so the documented format is checked. */
export const gatewayIdSchema = z.string().regex(/^\d{1,40}$/, "must be a string of digits")

function statusSchema<Status extends string>(known: readonly Status[]) {
  return z.string().transform((word, context): Status => {
    const status = parseStatus(word, known)
    if (!status) {
      context.addIssue({ code: "custom", message: `"${word.slice(0, 40)}" is not a documented status` })
      return z.NEVER
    }
    return status
  })
}

/** Answers spell the identifiers in two ways; the plugin uses one. */
function withOneSpelling(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("requestID" in value || "orderID" in value)) {
    return value
  }
  const { requestID, orderID, ...rest } = { requestID: undefined, orderID: undefined, ...value }
  return { requestId: requestID, orderId: orderID, ...rest }
}

const answeredCheckout = z.looseObject({
  id: gatewayIdSchema,
  requestId: z.string(),
  orderId: z.string(),
  currency: z.string().regex(/^[A-Za-z]{3}$/, "must be an ISO 4217 code"),
  amount: z.number().positive(),
  status: statusSchema(CHECKOUT_STATUSES),
  redirectUrl: url.optional(),
  displayId: z.string().nullish(),
  totalRefunded: z.number().nonnegative().nullish(),
  usedPaymentMethod: z.string().nullish(),
})

/** A checkout in the gateway's answer. Additional fields are kept unchanged. */
export const checkoutSchema = z.preprocess(withOneSpelling, answeredCheckout)

export type Checkout = z.infer<typeof checkoutSchema>

/** An entry of the gateway's list. A subscription's entry may lack requestId and orderId. */
export const listedCheckoutSchema = z.preprocess(
  withOneSpelling,
  answeredCheckout.extend({
    requestId: z.string().nullish(),
    orderId: z.string().nullish(),
    redirectUrl: z.unknown(),
    subscriptionId: z.union([z.string(), z.number()]).nullish(),
    timestamp: z.string().nullish(),
  })
)

/** The answer to POST /checkout/web, which contains redirectUrl. */
export const createdCheckoutSchema = z.preprocess(withOneSpelling, answeredCheckout.extend({ redirectUrl: url }))

export type CreatedCheckout = z.infer<typeof createdCheckoutSchema>

/** The documentation does not show the body of POST /subscription's answer, so any body is accepted. */
export const createdSubscriptionSchema = z.looseObject({})

/** A subscription, by the extended description. */
export const subscriptionSchema = z.looseObject({
  id: gatewayIdSchema,
  status: statusSchema(SUBSCRIPTION_STATUSES),
  description: z.string().nullish(),
  currency: z.string().nullish(),
  amount: z.number().nullish(),
  displayId: z.string().nullish(),
  startDate: z.string().nullish(),
  endDate: z.string().nullish(),
  sendOnHour: z.number().nullish(),
  period: z.number().nullish(),
  periodUnit: z.string().nullish(),
})

export type Subscription = z.infer<typeof subscriptionSchema>

/** A payment link that a subscription has sent. `checkout` is null until the link is opened. */
export const subscriptionPaymentSchema = z.looseObject({
  id: z.string(),
  displayId: z.string().nullish(),
  checkout: listedCheckoutSchema.nullish(),
  timestamp: z.string().nullish(),
  cancelled: z.boolean().nullish(),
})

export type SubscriptionPayment = z.infer<typeof subscriptionPaymentSchema>

/** The envelope of every documented answer. `elapsed` is not used, so it may be missing. */
export const envelopeSchema = z.looseObject({
  success: z.literal(true),
  elapsed: z.number().nullish(),
  result: z.unknown(),
})

/** The envelope of a refusal, whatever its HTTP status. */
export const failureSchema = z.looseObject({ success: z.literal(false), error: z.string().optional() })

/** A page of a list, by the extended description; `page` starts at 0. */
export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.looseObject({
    page: z.number(),
    size: z.number(),
    totalPages: z.number(),
    totalElements: z.number(),
    content: z.array(item),
  })
}

/** Every problem of a failed parse, without values. @param root the field that was parsed, if it was a single field */
export function problemsOf(error: z.ZodError, root = ""): Problem[] {
  return error.issues.map((issue) => ({
    field: [root, ...issue.path.map(String)].filter(Boolean).join(".") || "(body)",
    rule: issue.message,
  }))
}

/** @param root names the value in a problem @throws InvalidRequestError with every problem */
export function validated<Schema extends z.ZodType>(
  schema: Schema,
  value: z.input<Schema>,
  root?: string
): z.output<Schema> {
  const { data, error } = schema.safeParse(value)
  if (error) {
    throw new InvalidRequestError(problemsOf(error, root))
  }
  return data
}
