import type { CheckoutStatus } from "../../../../gateway/statuses"
import type { LedgerCheckout } from "../ledger"
import { booksOfRow, refunded, reportedBooks } from "../gateway-books"
import { ledgerRow } from "./ledger-row"

const PAID_AT = new Date("2026-01-01T09:00:00Z")

describe("the refunded amount", () => {
  it.each<[CheckoutStatus, number | undefined, number | undefined]>([
    ["PENDING", undefined, 0],
    ["PAID", undefined, 0],
    ["PAID", 0, 0],
    ["REFUNDED", undefined, 100],
    ["REFUNDED", 100, 100],
    ["PARTIALLY_REFUNDED", 30.5, 30.5],
    ["PARTIALLY_REFUNDED", undefined, undefined],
    ["CANCELLED", undefined, 0],
  ])("of a %s checkout that tells %p is %p", (status, totalRefunded, told) => {
    expect(refunded({ status, amount: 100, totalRefunded, currency_code: "AED" })).toBe(told)
  })
})

it.each<[string, Partial<LedgerCheckout>, number | undefined]>([
  ["refunded in part, and the amount is reported", { gateway_status: "PARTIALLY_REFUNDED", total_refunded: 30 }, 30],
  ["never paid", { gateway_status: "CANCELLED", paid_at: null }, 0],
  ["voided after it was paid", { gateway_status: "CANCELLED", paid_at: PAID_AT }, 115.51],
])("of a row that was %s: %p went back %p", (_, changes, expected) => {
  expect(refunded(booksOfRow(ledgerRow(changes)))).toBe(expected)
})

it.each<[string, Partial<LedgerCheckout>, number | undefined]>([
  ["the amount", { gateway_status: "PARTIALLY_REFUNDED", total_refunded: 30, is_refund_told: true }, 30],
  ["no amount, and had told one before", { gateway_status: "PARTIALLY_REFUNDED", total_refunded: 30 }, undefined],
  ["that what was paid is cancelled", { gateway_status: "CANCELLED", paid_at: PAID_AT }, 0],
])("of a row whose last answer told %s: %p went back as it told %p", (_, changes, expected) => {
  expect(refunded(reportedBooks(ledgerRow(changes)))).toBe(expected)
})
