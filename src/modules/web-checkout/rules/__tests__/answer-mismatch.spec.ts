import { ledgerRow } from "./ledger-row"
import type { Checkout } from "../../../../gateway/schemas"
import {
  differingField,
  findMismatch,
  mismatchOf,
  otherCheckoutsField,
  requireAnswerToSent,
  requireSecurePage,
} from "../answer-mismatch"

const ROW = ledgerRow({})

const CHECKOUT: Checkout = {
  id: "100",
  requestId: "payses_1",
  orderId: "cart_1",
  currency: "AED",
  amount: 115.51,
  status: "PAID",
}

describe("findMismatch", () => {
  it("accepts the created checkout at the amount due", () => {
    expect(findMismatch(ROW, { amount: "115.505", currency_code: "aed" })).toBeUndefined()
  })

  it("reports a field that the last answer changed, before it compares the amount", () => {
    const due = { amount: "120.51", currency_code: "aed" }
    expect(findMismatch(ledgerRow({ mismatch: "currency" }), due)).toBe("currency")
  })

  it.each([
    ["120.51", "aed"],
    ["115.51", "usd"],
    ["0", "aed"],
  ])("finds that %s %s is due now", (amount, currency_code) => {
    expect(findMismatch(ROW, { amount, currency_code })).toBe("total")
  })
})

describe("mismatchOf", () => {
  it("finds nothing in an answer that repeats the request", () => {
    expect(mismatchOf(ROW, CHECKOUT)).toBeNull()
  })

  it.each([
    ["request", { requestId: "payses_2" }],
    ["request", { orderId: "cart_2" }],
    ["currency", { currency: "USD" }],
    ["amount", { amount: 115.5 }],
    ["amount", { amount: NaN }],
  ])("keeps that another %s was named", (mismatch, change) => {
    expect(mismatchOf(ROW, { ...CHECKOUT, ...change })).toBe(mismatch)
  })
})

describe("differingField", () => {
  it("finds nothing in an answer that repeats the request", () => {
    expect(differingField(ROW, { ...CHECKOUT, currency: "aed", amount: 115.51 })).toBeUndefined()
  })

  it.each([
    ["requestId", { requestId: "payses_2" }],
    ["orderId", { orderId: "cart_2" }],
    ["currency", { currency: "USD" }],
    ["amount", { amount: 115.5 }],
  ])("names %s, and the answer is not believed", (field, change) => {
    const answer = { ...CHECKOUT, ...change }
    expect(differingField(ROW, answer)).toBe(field)
    expect(() => requireAnswerToSent(ROW, answer, "POST /checkout/web")).toThrow(
      `POST /checkout/web: The payment service returned an unexpected answer: result.${field}: is not what was sent.`
    )
  })
})

describe("requireSecurePage", () => {
  const [http, https] = ["http", "https"].map((scheme) => ({ ...CHECKOUT, redirectUrl: `${scheme}://pay.example/1` }))

  it("refuses a page without https in live, and accepts it in test", () => {
    expect(() => requireSecurePage("live", http, "POST /checkout/web")).toThrow(
      /result\.redirectUrl: must be https when environment is "live"/
    )
    expect(() => requireSecurePage("live", https, "POST /checkout/web")).not.toThrow()
    expect(() => requireSecurePage("test", http, "POST /checkout/web")).not.toThrow()
  })
})

describe("an answer about another checkout", () => {
  it.each([
    [{ id: "100", requestId: "payses_1" }, undefined],
    [{ id: "101", requestId: "payses_1" }, "id"],
    [{ id: "100", requestId: "payses_2" }, "requestId"],
  ])("%j is known by its %p", (ids, field) => {
    const row = ledgerRow({ checkout_id: "100", request_id: "payses_1" })
    expect(otherCheckoutsField(row, { ...CHECKOUT, ...ids })).toBe(field)
  })
})
