import { ledgerRow } from "./ledger-row"
import type { Checkout } from "../../../../gateway/schemas"
import { differingField, findMismatch, requireAnswerToSent, requireSecurePage } from "../mismatch"

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
  it("lets the checkout through that was created, at the price that is due", () => {
    expect(findMismatch(ROW, CHECKOUT, { amount: "115.505", currency_code: "aed" })).toBeUndefined()
  })

  it.each([
    ["request", { id: "101" }],
    ["request", { requestId: "payses_2" }],
    ["request", { orderId: "cart_2" }],
    ["currency", { currency: "USD" }],
    ["amount", { amount: 115.5 }],
    ["amount", { amount: NaN }],
  ])("finds another %s at the gateway", (mismatch, change) => {
    expect(findMismatch(ROW, { ...CHECKOUT, ...change })).toBe(mismatch)
  })

  it.each([
    ["120.51", "aed"],
    ["115.51", "usd"],
    ["0", "aed"],
  ])("finds that %s %s is due now", (amount, currency_code) => {
    expect(findMismatch(ROW, CHECKOUT, { amount, currency_code })).toBe("total")
  })
})

describe("differingField", () => {
  it("finds nothing in an answer that repeats what was sent", () => {
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

  it("hands out no page without https in live, and any in test", () => {
    expect(() => requireSecurePage({ environment: "live" }, http, "POST /checkout/web")).toThrow(
      /result\.redirectUrl: must be https when environment is "live"/
    )
    expect(requireSecurePage({ environment: "live" }, https, "POST /checkout/web")).toBe(https)
    expect(requireSecurePage({ environment: "test" }, http, "POST /checkout/web")).toBe(http)
  })
})
