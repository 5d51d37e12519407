import { InvalidRequestError } from "../errors"
import {
  cutToMinorDigits,
  addAmounts,
  compareAmounts,
  currencyDigits,
  formatAmount,
  isOwed,
  isSameCurrency,
  isSameMoney,
  sameAmount,
  smallerAmount,
  subtractAmounts,
  toGatewayAmount,
} from "../money"

describe("currencyDigits", () => {
  it.each([
    ["JPY", 0],
    ["AED", 2],
    ["usd", 2],
    ["KWD", 3],
    ["IQD", 3],
    ["CLF", 4],
  ])("gives %s its %i digits of ISO 4217", (currency, digits) => {
    expect(currencyDigits(currency)).toBe(digits)
  })

  it.each(["XAU", "XXX", "XTS", "ZZZ", "US", "", "U$D", "uſd", "dollars"])("knows no money called %p", (currency) => {
    expect(() => currencyDigits(currency)).toThrow(InvalidRequestError)
  })
})

describe("toGatewayAmount", () => {
  it.each([
    ["115.505", "AED", 115.51],
    ["1.005", "AED", 1.01],
    ["1.004999", "AED", 1],
    [1.005, "USD", 1.01],
    ["100.5", "JPY", 101],
    ["100.4999", "JPY", 100],
    ["1.2345", "KWD", 1.235],
    ["0.005", "USD", 0.01],
    ["9007199254740.99", "USD", 9007199254740.99],
  ])("rounds %p %s half up to %p", (amount, currency, expected) => {
    expect(toGatewayAmount(amount, currency)).toBe(expected)
  })

  it.each([
    ["0", "USD"],
    ["0.004", "USD"],
    ["-1", "USD"],
    ["NaN", "USD"],
    ["Infinity", "USD"],
    ["12,50", "USD"],
    ["", "USD"],
    ["12345678901234.56", "USD"],
    ["1000000000000000", "JPY"],
  ])("refuses %p %s and names the field", (amount, currency) => {
    expect(() => toGatewayAmount(amount, currency)).toThrow(/^amount: /)
  })

  it("names the currency if it is invalid", () => {
    expect(() => toGatewayAmount("10", "ZZZ")).toThrow(/^currency: /)
  })

  it("throws an error that callers know by its name and code", () => {
    expect(() => toGatewayAmount("0", "USD")).toThrow(
      expect.objectContaining({
        name: "InvalidRequestError",
        code: "invalid_request",
        problems: [expect.objectContaining({ field: "amount" })],
      })
    )
  })
})

describe("comparing and adding", () => {
  it("compares after rounding both", () => {
    expect(sameAmount("115.505", 115.51, "AED")).toBe(true)
    expect(sameAmount("115.5", 115.51, "AED")).toBe(false)
    expect(sameAmount("100.4", 100, "JPY")).toBe(true)
  })

  it("never treats an invalid amount as equal to another", () => {
    expect(sameAmount(NaN, NaN, "AED")).toBe(false)
    expect(compareAmounts("x", 1, "AED")).toBeNull()
  })

  it("adds and subtracts as decimals", () => {
    expect(addAmounts([0.1, 0.2], "USD")).toBe(0.3)
    expect(subtractAmounts(0.3, 0.1, "USD")).toBe(0.2)
  })

  it.each([
    [1, 2, 1],
    [2, 1, 1],
    [1, 1.001, 1],
  ])("the smaller of %p and %p is %p", (a, b, smaller) => {
    expect(smallerAmount(a, b, "USD")).toBe(smaller)
  })

  it("writes all minor digits", () => {
    expect(formatAmount(5, "kwd")).toBe("5.000 KWD")
  })
})

describe("cutToMinorDigits", () => {
  it.each([
    ["-0.005", "AED", 0],
    ["-0.015", "AED", -0.01],
    ["0.019", "AED", 0.01],
    ["-1.9", "JPY", -1],
    ["12", "KWD", 12],
  ])("%s %s is %s", (amount, currency, expected) => {
    expect(cutToMinorDigits(amount, currency)).toBe(expected)
  })
})

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

describe("an amount that is owed", () => {
  it.each([
    ["0.01", "AED", true],
    ["0.004", "AED", false],
    ["0", "AED", false],
    ["-1", "AED", false],
    ["0.4", "JPY", false],
  ])("%p %s: %s", (amount, currency_code, expected) => {
    expect(isOwed({ amount, currency_code })).toBe(expected)
  })
})
