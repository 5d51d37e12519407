import type { LedgerCheckout } from "../ledger"
import {
  decisive,
  decisiveOfOrder,
  isUndecided,
  mayStillChange,
  outcomeOf,
  type CheckoutOutcome,
} from "../checkout-outcome"
import { ledgerRow } from "./ledger-row"

const RESOLVED_AT = new Date("2026-01-01T09:00:00Z")

describe("the outcome for the shopper", () => {
  it.each<[Partial<LedgerCheckout>, CheckoutOutcome]>([
    [{ status: "creating", gateway_status: null }, "pending"],
    [{ status: "open", gateway_status: "PENDING" }, "pending"],
    [{ status: "open", gateway_status: "PAID" }, "pending"],
    [{ status: "open", gateway_status: "PAID", attention: "amount_mismatch" }, "review"],
    [{ status: "open", gateway_status: "PAID", resolved_at: RESOLVED_AT }, "review"],
    [{ status: "open", gateway_status: "AUTHORIZED", resolved_at: RESOLVED_AT }, "review"],
    [{ status: "open", gateway_status: "PENDING", resolved_at: RESOLVED_AT }, "pending"],
    [{ status: "closed", gateway_status: "REFUNDED", resolved_at: RESOLVED_AT }, "refunded"],
    [{ status: "settled", gateway_status: "PAID", resolved_at: RESOLVED_AT }, "paid"],
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

describe("of several attempts", () => {
  const attempt = (id: string, changes: Partial<LedgerCheckout>) => ledgerRow({ id, ...changes })
  const last = attempt("last", { gateway_status: "PENDING" })
  const failed = attempt("failed", { status: "closed", gateway_status: "FAILED" })
  const told = attempt("case", { gateway_status: "PAID", attention: "amount_mismatch" })
  const settled = attempt("settled", { status: "settled", gateway_status: "PAID" })

  it.each([
    [[last, failed], "last"],
    [[last, told, failed], "case"],
    [[last, told, settled], "settled"],
    [[], undefined],
  ])("one decides", (attempts, id) => {
    expect(decisive(attempts)?.id).toBe(id)
  })

  it.each<[Partial<LedgerCheckout>, boolean]>([
    [{ gateway_status: "PENDING" }, true],
    [{ gateway_status: "PAID" }, true],
    [{ status: "creating", gateway_status: null, checkout_id: null }, false],
    [{ status: "settled", gateway_status: "PAID" }, false],
  ])("the gateway is asked about %j: %s", (row, expected) => {
    expect(isUndecided(ledgerRow(row))).toBe(expected)
  })
})

describe("the attempt that decides for an order", () => {
  const row = (status: LedgerCheckout["status"], attention: LedgerCheckout["attention"] = null) =>
    ledgerRow({ status, attention })
  const superseded = row("superseded")
  const settled = row("settled")
  const review = row("open", "amount_mismatch")

  it.each([
    ["one that a person must check, before all others", [superseded, settled, review], review],
    ["the last that is not superseded", [superseded, settled, row("closed")], settled],
    ["the last, if all are superseded", [superseded, row("superseded")], superseded],
    ["none, if there is none", [], undefined],
  ])("is %s", (_, attempts, decisive) => {
    expect(decisiveOfOrder(attempts)).toBe(decisive)
  })
})
