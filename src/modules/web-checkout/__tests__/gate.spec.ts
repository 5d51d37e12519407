import type { Checkout } from "../../../gateway/schemas"
import { findMismatch } from "../gate"
import type { LedgerCheckout } from "../ledger"

const ROW: LedgerCheckout = {
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
  amount: 115.51,
  raw_amount: { value: "115.51", precision: 20 },
  currency_code: "AED",
  status: "open",
  gateway_status: "PENDING",
  failure: null,
  attention: null,
  last_checked_at: null,
  next_check_at: null,
  check_count: 0,
  settle_failures: 0,
  closing_at: null,
  resolved_at: null,
  superseded_at: null,
  settled_at: null,
  created_at: new Date(),
  updated_at: new Date(),
}

const CHECKOUT: Checkout = {
  id: "100",
  requestId: "payses_1",
  orderId: "cart_1",
  currency: "AED",
  amount: 115.51,
  status: "PAID",
}

describe("findMismatch", () => {
  it("lets the checkout through that was created, at the price that is due", () => {
    expect(findMismatch(ROW, CHECKOUT, { total: "115.505", currency_code: "aed" })).toBeUndefined()
  })

  it.each([
    ["request", { id: "101" }],
    ["request", { requestId: "payses_2" }],
    ["request", { orderId: "cart_2" }],
    ["currency", { currency: "USD" }],
    ["amount", { amount: 115.5 }],
    ["amount", { amount: NaN }],
  ])("finds another %s at the gateway", (mismatch, change) => {
    expect(findMismatch(ROW, { ...CHECKOUT, ...change })).toBe(mismatch)
  })

  it.each([
    ["120.51", "aed"],
    ["115.51", "usd"],
    ["0", "aed"],
  ])("finds that %s %s is due now", (total, currency_code) => {
    expect(findMismatch(ROW, CHECKOUT, { total, currency_code })).toBe("total")
  })
})
