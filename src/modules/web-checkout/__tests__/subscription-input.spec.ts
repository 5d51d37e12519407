import { parseTerms, type Subscriber, type SubscriptionInput } from "../subscription-input"

const AISHA: Subscriber = {
  first_name: "Aisha",
  last_name: "Khan",
  email: "aisha@shop.example",
  phone: "+971 50 123 4567",
}

const input = (changes: Partial<SubscriptionInput> = {}): SubscriptionInput => ({
  description: "Coffee, monthly",
  currency_code: "aed",
  amount: 89.95,
  start_date: "2099-01-31",
  send_on_hour: 6,
  send_every: "MONTH",
  customer_id: "cus_1",
  idempotency_key: "key",
  ...changes,
})

describe("parseTerms", () => {
  it("writes the currency in capitals and the phone as digits", () => {
    expect(parseTerms(input(), AISHA)).toMatchObject({ currency_code: "AED", phone: "971501234567", end_date: null })
  })

  it("accepts an end date on the start date: one link is sent", () => {
    expect(parseTerms(input({ end_date: "2099-01-31" }), AISHA)).toMatchObject({ end_date: "2099-01-31" })
  })

  it.each<[string, Partial<SubscriptionInput>, RegExp]>([
    ["no customer at all", { customer_id: undefined }, /^customer_id: give exactly one of/],
    ["two customers", { gateway_customer_id: "1" }, /^customer_id: give exactly one of/],
    ["no description", { description: " " }, /^description: must not be empty/],
    ["no amount", { amount: 0 }, /^amount: /],
    ["a negative amount", { amount: -1 }, /^amount: /],
    ["too many digits", { amount: 1.005 }, /^amount: has more decimals than AED/],
    ["digits that the yen has not", { amount: 10.5, currency_code: "jpy" }, /^amount: has more decimals than JPY/],
    ["a currency that is none", { currency_code: "xxq" }, /^currency_code: /],
    ["a day that does not exist", { start_date: "2099-02-29" }, /^start_date: must be a date that exists/],
    ["another form of date", { start_date: "31/01/2099" }, /^start_date: must be a date of the form/],
    ["an end before the start", { end_date: "2099-01-30" }, /^end_date: must not be before startDate/],
    ["an hour that is none", { send_on_hour: 24 }, /^send_on_hour: must be a whole hour from 0 to 23/],
    ["half an hour", { send_on_hour: 6.5 }, /^send_on_hour: must be a whole hour/],
    ["another frequency", { send_every: "FORTNIGHT" }, /^send_every: must be one of DAY, WEEK/],
  ])("refuses %s by the field's name", (_, changes, problem) => {
    expect(() => parseTerms(input(changes), AISHA)).toThrow(problem)
  })

  it.each<[string, Partial<Subscriber>, RegExp]>([
    ["no name", { first_name: "" }, /^customer.first_name: must/],
    ["a bad e-mail", { email: "nobody" }, /^customer.email: must be an e-m/],
    ["a bad phone", { phone: "12" }, /^customer.phone: must be a phone number/],
  ])("refuses a subscriber with %s by the field's name", (_, changes, problem) => {
    expect(() => parseTerms(input(), { ...AISHA, ...changes })).toThrow(problem)
  })
})
