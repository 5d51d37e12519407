import type { LedgerCheckout } from "../ledger"
import { mayStillChange, outcomeOf, type CheckoutOutcome } from "../outcome"
import { ledgerRow } from "./ledger-row"

describe("what a shopper is told", () => {
  it.each<[Partial<LedgerCheckout>, CheckoutOutcome]>([
    [{ status: "creating", gateway_status: null }, "pending"],
    [{ status: "open", gateway_status: "PENDING" }, "pending"],
    [{ status: "open", gateway_status: "PAID" }, "pending"],
    [{ status: "open", gateway_status: "PAID", attention: "amount_mismatch" }, "review"],
    [{ status: "settled", gateway_status: "PAID" }, "paid"],
    [{ status: "settled", gateway_status: "PAID", attention: "amount_mismatch" }, "paid"],
    [{ status: "settled", gateway_status: "AUTHORIZED" }, "paid"],
    [{ status: "settled", gateway_status: "REFUNDED" }, "refunded"],
    [{ status: "rejected", gateway_status: null }, "failed"],
    [{ status: "unknown", gateway_status: null }, "failed"],
    [{ status: "closed", gateway_status: "FAILED" }, "failed"],
    [{ status: "closed", gateway_status: "CANCELLED" }, "cancelled"],
    [{ status: "closed", gateway_status: "EXPIRED" }, "expired"],
    [{ status: "closed", gateway_status: "REFUNDED" }, "refunded"],
  ])("of %j is %s", (row, outcome) => {
    expect(outcomeOf(ledgerRow(row))).toBe(outcome)
  })

  it.each<[Partial<LedgerCheckout>, boolean]>([
    [{ gateway_status: "PENDING" }, true],
    [{ status: "creating", gateway_status: null }, true],
    [{ gateway_status: "PAID" }, false],
    [{ status: "closed", gateway_status: "EXPIRED" }, false],
  ])("may soon be another for %j: %s", (row, expected) => {
    expect(mayStillChange(ledgerRow(row))).toBe(expected)
  })
})
