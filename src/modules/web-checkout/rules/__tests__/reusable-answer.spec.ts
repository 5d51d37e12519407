import type { CheckoutStatus } from "../../../../gateway/statuses"
import { isAnswerReusable } from "../reusable-answer"
import { ledgerRow } from "./ledger-row"

const NOW = new Date("2027-01-01T10:00:30Z")

describe("an earlier answer is used again", () => {
  const young = (status: CheckoutStatus | null, last_checked_at: Date | null, maxAgeMs = 5000, alsoEnded = false) =>
    isAnswerReusable(ledgerRow({ gateway_status: status, last_checked_at }), { maxAgeMs, alsoEnded }, NOW)
  const ago = (ms: number) => new Date(NOW.getTime() - ms)

  it.each<[CheckoutStatus | null, boolean]>([
    ["PENDING", false],
    [null, false],
    ["AUTHORIZED", true],
    ["PAID", true],
    ["PARTIALLY_REFUNDED", true],
    ["REFUNDED", true],
    ["EXPIRED", false],
    ["FAILED", false],
    ["CANCELLED", false],
  ])("while it is young, if it was %s: %s", (status, expected) => {
    expect(young(status, ago(4999))).toBe(expected)
  })

  it("while it is young, if the checkout ended unpaid, only for a caller that has just asked; never PENDING", () => {
    expect(young("EXPIRED", ago(4999), 5000, true)).toBe(true)
    expect(young("PENDING", ago(4999), 5000, true)).toBe(false)
  })

  it("but not an older one, one from the future, or where a new answer is required", () => {
    expect(young("PAID", ago(5000))).toBe(false)
    expect(young("PAID", ago(-1))).toBe(false)
    expect(young("PAID", null)).toBe(false)
    expect(young("PAID", ago(0), 0)).toBe(false)
  })
})
