import { amountText, fromMinorUnits, toMinorUnits } from "../minor-units"

describe("the emulator's own arithmetic", () => {
  it.each<[string | number, string, bigint]>([
    [115.51, "AED", 11551n],
    ["115.5", "AED", 11550n],
    ["0.01", "AED", 1n],
    [1000, "JPY", 1000n],
    ["1.005", "KWD", 1005n],
    ["999999999999.999", "KWD", 999999999999999n],
    ["10.500", "AED", 1050n],
  ])("reads %p %s as %p minor units, and writes them back", (amount, currency, units) => {
    expect(toMinorUnits(amount, currency)).toBe(units)
    expect(fromMinorUnits(units, currency)).toBe(Number(amount))
  })

  it.each<[string | number, string, RegExp]>([
    [1.005, "AED", /too many decimals/],
    [10.5, "JPY", /too many decimals/],
    [0, "AED", /positive/],
    [-1, "AED", /positive decimal/],
    [NaN, "AED", /decimal number/],
    ["1e-2", "AED", /decimal number/],
    ["1,5", "AED", /decimal number/],
    [1, "ZZZ", /ISO 4217/],
    [1, "XXX", /ISO 4217/],
    [1, "aed", /ISO 4217/],
  ])("refuses %p %s", (amount, currency, words) => {
    expect(() => toMinorUnits(amount, currency)).toThrow(words)
  })

  it.each([
    [0.05, "AED", "0.05 AED"],
    [1000, "JPY", "1000 JPY"],
    [1.005, "KWD", "1.005 KWD"],
  ])("shows %p %s as %s", (amount, currency, text) => {
    expect(amountText({ amount, currency })).toBe(text)
  })
})
