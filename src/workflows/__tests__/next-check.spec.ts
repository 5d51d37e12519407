import type { LedgerCheckout } from "../../modules/web-checkout/ledger"
import { nextCheckAt } from "../next-check"

const NOW = new Date("2026-01-10T12:00:00Z")
const GIVE_UP_AFTER_HOURS = 72

function row(changes: Partial<LedgerCheckout>): LedgerCheckout {
  return {
    id: "wchk_1",
    request_id: "payses_1",
    payment_session_id: "payses_1",
    payment_collection_id: "pay_col_1",
    provider_id: "pp_webcheckout_default",
    cart_id: "cart_1",
    order_id: null,
    order_reference: "cart_1",
    environment: "test",
    account: "default",
    checkout_id: "100",
    display_id: null,
    redirect_url: null,
    amount: 1,
    raw_amount: { value: "1" },
    currency_code: "AED",
    status: "open",
    gateway_status: "PENDING",
    failure: null,
    attention: null,
    last_checked_at: null,
    next_check_at: null,
    check_count: 1,
    settle_failures: 0,
    closing_at: null,
    resolved_at: null,
    superseded_at: null,
    settled_at: null,
    created_at: new Date("2026-01-10T11:00:00Z"),
    updated_at: NOW,
    ...changes,
  }
}

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
