import type { z } from "zod"
import {
  addressSchema,
  calendarDate,
  gatewayIdSchema,
  checkoutRequestSchema,
  checkoutSchema,
  createdCheckoutSchema,
  customerSchema,
  envelopeSchema,
  failureSchema,
  listedCheckoutSchema,
  pageSchema,
  problemsOf,
  subscriptionPaymentSchema,
  subscriptionRequestSchema,
  subscriptionSchema,
} from "../schemas"

const address = { name: "Aisha Khan", address1: "1 Palm Street", city: "Dubai", country: "AE" }
const customer = { firstName: "Aisha", lastName: "Khan", email: "aisha@shop.example" }
const checkout = {
  requestId: "r-1",
  orderId: "o-1",
  currency: "AED",
  amount: 115.5,
  returnUrl: "https://shop.example/return",
}
const subscription = {
  description: "Coffee",
  currency: "AED",
  amount: 10,
  customer,
  startDate: "2027-01-31",
  sendOnHour: 8,
  sendEvery: "MONTH",
}

const problems = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value)
  return error ? problemsOf(error).map(({ field, rule }) => `${field}: ${rule}`) : []
}

describe("a request to the gateway", () => {
  it.each<[string, z.ZodType, Record<string, unknown>]>([
    ["a checkout", checkoutRequestSchema, checkout],
    ["a checkout of a shop on http", checkoutRequestSchema, { ...checkout, returnUrl: "http://localhost:9000/return" }],
    [
      "a checkout with every field",
      checkoutRequestSchema,
      { ...checkout, customer, billingAddress: address, language: "ar" },
    ],
    [
      "1000 lines",
      checkoutRequestSchema,
      { ...checkout, items: Array(1000).fill({ name: "Pot", quantity: 1, linetotal: 1 }) },
    ],
    ["an address in three letters", addressSchema, { ...address, country: "ARE" }],
    ["a subscription", subscriptionRequestSchema, subscription],
    [
      "one that ends on the day on which it starts",
      subscriptionRequestSchema,
      { ...subscription, endDate: "2027-01-31" },
    ],
    [
      "one of the gateway's customer",
      subscriptionRequestSchema,
      { ...subscription, customer: undefined, customerId: "7" },
    ],
  ])("takes %s", (_, schema, value) => {
    expect(problems(schema, value)).toEqual([])
  })

  it.each<[Record<string, unknown>, string]>([
    [{ currency: "aed" }, "currency: must be an ISO 4217 code of three capital letters"],
    [{ currency: "AEDX" }, "currency: must be an ISO 4217 code of three capital letters"],
    [{ currency: "XAED" }, "currency: must be an ISO 4217 code of three capital letters"],
    [{ currency: "ZZZ" }, 'currency: must be an ISO 4217 currency code, got "ZZZ"'],
    [{ amount: 115.505 }, "amount: has more decimals than AED"],
    [{ amount: 0 }, "amount: must be positive in AED with 2 decimals"],
    [{ returnUrl: "xhttps://shop.example" }, "returnUrl: Invalid URL"],
    [{ returnUrl: "httpsx://shop.example" }, "returnUrl: Invalid URL"],
    [{ requestId: " " }, "requestId: must not be empty"],
    [{ language: "arabic" }, "language: must be an ISO 639-1 code"],
    [{ language: "AR" }, "language: must be an ISO 639-1 code"],
    [{ language: "xar" }, "language: must be an ISO 639-1 code"],
    [{ items: [] }, "items: Too small: expected array to have >=1 items"],
    [{ items: Array(1001).fill({ name: "Pot", quantity: 1, linetotal: 1 }) }, "items: must have at most 1000 lines"],
    [{ totals: { subtotal: -1, tax: 0 } }, "totals.subtotal: Too small: expected number to be >=0"],
    [{ totals: { subtotal: 1, tax: 0, tip: 1 } }, 'totals: Unrecognized key: "tip"'],
    [{ note: "x" }, '(body): Unrecognized key: "note"'],
  ])("for a checkout names the field and the rule: %j", (change, problem) => {
    expect(problems(checkoutRequestSchema, { ...checkout, ...change })).toContain(problem)
  })

  it.each<[Record<string, unknown>, string]>([
    [{ customerId: "7" }, "customerId: give exactly one of customerId and customer"],
    [{ customer: undefined }, "customerId: give exactly one of customerId and customer"],
    [{ endDate: "2027-01-30" }, "endDate: must not be before startDate"],
    [{ startDate: "2027-02-30" }, "startDate: must be a date that exists in the calendar"],
    [{ startDate: "x2027-01-31" }, "startDate: must be a date of the form yyyy-MM-dd"],
    [{ startDate: "2027-01-31x" }, "startDate: must be a date of the form yyyy-MM-dd"],
    [{ sendOnHour: 24 }, "sendOnHour: must be a whole hour from 0 to 23, in UTC"],
    [{ sendOnHour: -1 }, "sendOnHour: must be a whole hour from 0 to 23, in UTC"],
  ])("for a subscription names the field and the rule: %j", (change, problem) => {
    expect(problems(subscriptionRequestSchema, { ...subscription, ...change })).toContain(problem)
  })

  it.each(["A", "AREX", "ae", "1AE", "AE1"])("knows no country %p", (country) => {
    expect(problems(addressSchema, { ...address, country })).toEqual([
      "country: must be an ISO 3166-1 code of two or three capital letters",
    ])
  })

  it("takes an e-mail address of 320 characters at most", () => {
    const ofLength = (length: number) => `${"a".repeat(length - "@shop.example".length)}@shop.example`
    const refused = (email: string) => problems(customerSchema, { ...customer, email })
    expect(refused(ofLength(320))).toEqual([])
    expect(refused(ofLength(321))).toEqual(["email: must have at most 320 characters"])
    expect(refused("no address")).toEqual(["email: must be an e-mail address"])
  })
})

describe("an answer of the gateway", () => {
  const answered = { id: "1", requestId: "r-1", orderId: "o-1", currency: "AED", amount: 10, status: "Paid" }
  const { requestId, orderId, ...rest } = answered

  it.each([
    ["as documented", answered],
    ["with the other spelling", { ...rest, requestID: requestId, orderID: orderId }],
    ["with one identifier in each spelling", { ...rest, requestId, orderID: orderId }],
    ["with the identifiers in both spellings: the plugin's own wins", { ...answered, requestID: "x", orderID: "x" }],
  ])("is read %s", (_, value) => {
    expect(checkoutSchema.parse(value)).toStrictEqual({ ...answered, status: "PAID" })
  })

  it.each<[string, z.ZodType, unknown, string]>([
    ["a checkout", checkoutSchema, { ...answered, currency: "AEDX" }, "currency: must be an ISO 4217 code"],
    ["a checkout", checkoutSchema, { ...answered, currency: "XAED" }, "currency: must be an ISO 4217 code"],
    ["a checkout", checkoutSchema, { ...answered, status: "MAYBE" }, 'status: "MAYBE" is not a documented status'],
    ["a checkout", checkoutSchema, { ...answered, amount: 0 }, "amount: Too small: expected number to be >0"],
    ["a checkout", checkoutSchema, null, "(body): Invalid input: expected object, received null"],
    ["a checkout", checkoutSchema, [answered], "(body): Invalid input: expected object, received array"],
    [
      "a new checkout",
      createdCheckoutSchema,
      answered,
      "redirectUrl: Invalid input: expected string, received undefined",
    ],
    ["a list", pageSchema(listedCheckoutSchema), {}, "totalPages: Invalid input: expected number, received undefined"],
    ["a list", pageSchema(listedCheckoutSchema), {}, "content: Invalid input: expected array, received undefined"],
    ["a subscription", subscriptionSchema, { id: "1" }, "status: Invalid input: expected string, received undefined"],
    ["a subscription", subscriptionSchema, { id: "x1", status: "ACTIVE" }, "id: must be a string of digits"],
    ["a subscription", subscriptionSchema, { id: "1x", status: "ACTIVE" }, "id: must be a string of digits"],
    ["a link", subscriptionPaymentSchema, {}, "id: Invalid input: expected string, received undefined"],
  ])("is refused as %s: %#", (_, schema, value, problem) => {
    expect(problems(schema, value)).toContain(problem)
  })
})

describe("an envelope", () => {
  it("tells a success from a refusal", () => {
    const success = { success: true, elapsed: 7, result: { id: "1" } }
    const refusal = { success: false, error: "The amount is too small." }
    expect(envelopeSchema.parse(success)).toEqual(success)
    expect(failureSchema.parse(refusal)).toEqual(refusal)
    expect(problems(envelopeSchema, refusal)).toEqual(["success: Invalid input: expected true"])
    expect(problems(failureSchema, success)).toEqual(["success: Invalid input: expected false"])
    expect(problems(failureSchema, { success: false, error: 7 })).toHaveLength(1)
  })
})

it("a subscription's id has any number of digits", () => {
  expect(problems(subscriptionSchema, { id: "12", status: "ACTIVE" })).toEqual([])
})

describe("a single field", () => {
  it("is named as its caller names it", () => {
    const { error } = calendarDate.safeParse("soon")
    expect(error && problemsOf(error, "since")).toContainEqual({
      field: "since",
      rule: "must be a date of the form yyyy-MM-dd",
    })
  })

  it.each(["", "x1", "1x", "1".repeat(41)])("%p is no checkout's id", (id) => {
    expect(problems(gatewayIdSchema, id)).toEqual(["(body): must be a string of digits"])
  })

  it("may be a checkout's id of forty digits", () => {
    expect(problems(gatewayIdSchema, "1".repeat(40))).toEqual([])
  })
})
