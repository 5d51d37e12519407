import { z } from "zod"
import { SEND_EVERY } from "../gateway/frequencies"

/** A refusal by the gateway: its text becomes the message of the failure envelope. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly httpStatus = 400
  ) {
    super(message)
  }
}

export type Body = Record<string, unknown>

const IS_REQUIRED = "is required"
/** A text that is not empty. */
export const text = z.string(IS_REQUIRED).regex(/\S/, IS_REQUIRED)
const given = z.unknown().refine((value) => value !== undefined && value !== null && value !== "", IS_REQUIRED)
const withFields = (...names: string[]) =>
  z.looseObject(Object.fromEntries(names.map((name) => [name, given])), "must be an object")

const money = { currency: text, amount: z.number("is required and must be a number") }
const address = withFields("name", "address1", "city", "country").optional()
const customer = z
  .looseObject({ firstName: text, lastName: text, email: text, phone: z.string().optional() }, "must be an object")
  .optional()

/** What the documentation requires of POST /checkout/web, without the identifiers, which have two spellings. */
export const checkoutBody = z.object({
  ...money,
  returnUrl: z.url({ protocol: /^https?$/, error: "is required and must be a URL" }),
  customer,
  billingAddress: address,
  deliveryAddress: address,
  totals: withFields("subtotal", "tax").optional(),
  items: z.array(withFields("name", "quantity", "linetotal"), "must be an array").optional(),
  language: z.unknown().optional(),
})

/** What it requires of POST /subscription. */
export const subscriptionBody = z.object({
  ...money,
  description: text,
  startDate: text.regex(/^\d{4}-\d{2}-\d{2}$/, "must have the form yyyy-MM-dd"),
  endDate: z.string().optional(),
  sendOnHour: z.int("is required and must be an integer"),
  sendEvery: z.enum(SEND_EVERY, `must be one of ${SEND_EVERY.join(", ")}`),
  customerId: z.string().optional(),
  customer,
})

/** @throws Refusal that names the first problem */
export function parsed<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(body)
  if (error) {
    const [{ path, message }] = error.issues
    throw new Refusal(`${z.core.toDotPath(path)} ${message}`)
  }
  return data
}
