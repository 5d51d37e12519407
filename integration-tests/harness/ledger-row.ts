import type { LedgerCheckout } from "../../src/modules/web-checkout/ledger"

/** An open row of the ledger, but for what a test is about. */
export function ledgerRow(changes: Partial<LedgerCheckout>): LedgerCheckout {
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
    amount: 115.51,
    raw_amount: { value: "115.51", precision: 20 },
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
    created_at: new Date(),
    updated_at: new Date(),
    ...changes,
  }
}
