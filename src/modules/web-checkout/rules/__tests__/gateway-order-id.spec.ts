import { nextOrderId } from "../gateway-order-id"
import type { LedgerCheckout } from "../ledger"
import { ledgerRow } from "./ledger-row"

const REFERENCE = "R7K3-F92Q-D4MX"

const attempt = (changes: Partial<LedgerCheckout>) => ledgerRow({ gateway_order_id: REFERENCE, ...changes })

describe("the orderId of a purchase's next payment", () => {
  it.each<[Partial<LedgerCheckout>[], string]>([
    [[], REFERENCE],
    [[{ gateway_status: "FAILED" }, { gateway_status: "CANCELLED" }, { gateway_status: "EXPIRED" }], REFERENCE],
    [[{ status: "rejected", gateway_status: null }], REFERENCE],
    [[{ status: "creating", gateway_status: null }], `${REFERENCE}-2`],
    [[{ status: "unknown", gateway_status: null }], `${REFERENCE}-2`],
    [[{ gateway_status: "PENDING" }], `${REFERENCE}-2`],
    [[{ gateway_status: "AUTHORIZED" }], `${REFERENCE}-2`],
    [[{ status: "settled", gateway_status: "PAID" }], `${REFERENCE}-2`],
    [[{ status: "settled", gateway_status: "REFUNDED" }], `${REFERENCE}-2`],
    [[{ gateway_status: "PENDING" }, { gateway_status: "PAID", gateway_order_id: `${REFERENCE}-2` }], `${REFERENCE}-3`],
    [[{ gateway_status: "PAID" }, { gateway_status: "FAILED", gateway_order_id: `${REFERENCE}-2` }], `${REFERENCE}-2`],
  ])("after %j is %s", (attempts, expected) => {
    expect(nextOrderId(REFERENCE, attempts.map(attempt))).toBe(expected)
  })
})
