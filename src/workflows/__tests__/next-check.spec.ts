import type { LedgerCheckout } from "../../modules/web-checkout/ledger"
import { ledgerRow } from "../../../integration-tests/harness/ledger-row"
import { nextCheckAt } from "../next-check"

const NOW = new Date("2026-01-10T12:00:00Z")
const GIVE_UP_AFTER_HOURS = 72

const row = (changes: Partial<LedgerCheckout>) =>
  ledgerRow({ check_count: 1, created_at: new Date("2026-01-10T11:00:00Z"), ...changes })

const secondsUntil = (changes: Partial<LedgerCheckout>, random = 0) => {
  const at = nextCheckAt(row(changes), GIVE_UP_AFTER_HOURS, NOW, random)
  return at && (at.getTime() - NOW.getTime()) / 1000
}

describe("nextCheckAt", () => {
  it.each([
    [1, 30],
    [2, 60],
    [3, 120],
    [8, 3840],
    [20, 6 * 3600],
    [1000, 6 * 3600],
  ])("asks again, after question %i, in %i seconds", (check_count, seconds) => {
    expect(secondsUntil({ check_count })).toBe(seconds)
  })

  it("spreads the questions by up to a fifth", () => {
    expect(secondsUntil({ check_count: 1 }, 1)).toBe(36)
  })

  it("looks daily at what is old, and not at all at a lost call that could not be found", () => {
    const created_at = new Date("2026-01-01T00:00:00Z")
    expect(secondsUntil({ created_at })).toBe(86_400)
    expect(secondsUntil({ created_at, status: "unknown", checkout_id: null })).toBeNull()
    expect(secondsUntil({ status: "unknown", checkout_id: null })).toBe(30)
  })

  it("watches a superseded checkout, and an order whose payment is only authorized", () => {
    expect(secondsUntil({ status: "superseded", payment_session_id: null })).toBe(30)
    expect(secondsUntil({ status: "settled", gateway_status: "AUTHORIZED" })).toBe(6 * 3600)
  })

  it.each<Partial<LedgerCheckout>>([
    { status: "settled", gateway_status: "PAID" },
    { status: "closed", gateway_status: "CANCELLED" },
    { status: "rejected", checkout_id: null },
    { attention: "paid_twice" },
    { resolved_at: NOW },
  ])("leaves %p alone", (changes) => {
    expect(secondsUntil(changes)).toBeNull()
  })
})
