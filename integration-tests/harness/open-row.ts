import { randomUUID } from "node:crypto"
import type { LedgerCheckout } from "../../src/modules/web-checkout/rules/ledger"
import type { WebCheckoutService } from "../../src/modules/web-checkout/service"

/** A row of the ledger whose checkout was created at the gateway, without a store: a payment session stands for it. */
export async function openRowOf(service: WebCheckoutService): Promise<LedgerCheckout> {
  const sessionId = `payses_${randomUUID()}`
  const { returnUrl, tokenRow } = service.tokens.prepareReturn()
  const attempt = {
    request_id: sessionId,
    payment_session_id: sessionId,
    payment_collection_id: "pay_col_1",
    provider_id: "pp_webcheckout_default",
    cart_id: "cart_1",
    order_id: null,
    order_reference: sessionId,
    gateway_order_id: sessionId,
    account: "default",
    amount: 50,
    currency_code: "AED",
  }
  const row = await service.checkouts.create(attempt, tokenRow)
  const created = await service.gateways.client("default").createCheckout({
    requestId: row.request_id,
    orderId: row.order_reference,
    currency: "AED",
    amount: 50,
    returnUrl,
  })
  return service.checkouts.recordCreated(row.id, created)
}
