import { exactAmount, isPluginsOwnRefund, isSameRefund, moneyOf, REFUND_KINDS } from "../ledger"
import { ledgerRow } from "./ledger-row"

describe("a row's money", () => {
  it("is the stored decimal, not the number made from it", () => {
    const row = ledgerRow({ amount: 0.30000000000000004, raw_amount: { value: "0.3", precision: 20 } })
    expect(exactAmount(row)).toBe("0.3")
    expect(moneyOf(row)).toEqual({ amount: "0.3", currency_code: "AED" })
  })

  it("distinguishes the plugin's own refunds from Medusa's", () => {
    expect(REFUND_KINDS.filter((kind) => isPluginsOwnRefund({ kind }))).toEqual(["case", "out_of_stock"])
  })

  it.each([
    ["by Medusa's id", { id: "one", refund_id: "ref_1" }, { refund_id: "ref_1" }, true],
    ["not by another of Medusa's", { id: "one", refund_id: "ref_2" }, { refund_id: "ref_1" }, false],
    [
      "by its own id, where Medusa has none",
      { id: "one", refund_id: null },
      { refund_id: null, intent_id: "one" },
      true,
    ],
    ["not by Medusa's having none", { id: "two", refund_id: null }, { refund_id: null, intent_id: "one" }, false],
    ["not at all without either", { id: "one", refund_id: null }, { refund_id: null }, false],
  ])("is told from others %s", (_, intent, meant, expected) => {
    expect(isSameRefund(intent, meant)).toBe(expected)
  })
})
