import { exactAmount, isPluginsOwnRefund, moneyOf, REFUND_KINDS } from "../ledger"
import { isSameCurrency, isSameMoney } from "../money"
import { ledgerRow } from "./ledger-row"

describe("the same money", () => {
  it.each([
    ["115.505", "AED", "115.51", "aed", true],
    ["115.50", "AED", "115.51", "AED", false],
    ["115.51", "AED", "115.51", "USD", false],
    ["1.0005", "KWD", "1.001", "KWD", true],
    ["100.4", "JPY", "100", "JPY", true],
  ])("%s %s and %s %s: %s", (a, currencyOfA, b, currencyOfB, expected) => {
    expect(isSameMoney({ amount: a, currency_code: currencyOfA }, { amount: b, currency_code: currencyOfB })).toBe(
      expected
    )
    expect(isSameCurrency("aed", "AED")).toBe(true)
  })
})

describe("a row's money", () => {
  it("is the decimal that was stored, not the number that came of it", () => {
    const row = ledgerRow({ amount: 0.30000000000000004, raw_amount: { value: "0.3", precision: 20 } })
    expect(exactAmount(row)).toBe("0.3")
    expect(moneyOf(row)).toEqual({ amount: "0.3", currency_code: "AED" })
  })

  it("tells the plugin's own refunds from Medusa's", () => {
    expect(REFUND_KINDS.filter((kind) => isPluginsOwnRefund({ kind }))).toEqual(["case", "out_of_stock"])
  })
})
