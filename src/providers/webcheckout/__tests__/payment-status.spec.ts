import { PaymentSessionStatus } from "@medusajs/framework/utils"
import { CHECKOUT_STATUSES } from "../../../gateway/statuses"
import { AUTHORIZE_STATUS, PAYMENT_STATUS, sessionStatus } from "../payment-status"

describe("the table of statuses", () => {
  it.each([
    ["PENDING", "requires_more", "pending"],
    ["AUTHORIZED", "authorized", "authorized"],
    ["PAID", "captured", "captured"],
    ["FAILED", "error", "error"],
    ["CANCELLED", "canceled", "canceled"],
    ["EXPIRED", "canceled", "canceled"],
    ["REFUNDED", "canceled", "canceled"],
    ["PARTIALLY_REFUNDED", "error", "captured"],
  ] as const)("answers %s with %s when authorizing and %s when asked", (status, authorize, payment) => {
    const answers = [AUTHORIZE_STATUS, PAYMENT_STATUS].map((table) => sessionStatus(table, status, false))
    expect(answers).toEqual([authorize, payment])
  })

  it.each([
    ["PENDING", "pending_authorization", "pending_authorization"],
    ["AUTHORIZED", "authorized", "authorized"],
    ["PAID", "captured", "captured"],
    ["FAILED", "pending_authorization", "pending_authorization"],
    ["CANCELLED", "pending_authorization", "pending_authorization"],
    ["EXPIRED", "pending_authorization", "pending_authorization"],
    ["REFUNDED", "pending_authorization", "pending_authorization"],
    ["PARTIALLY_REFUNDED", "error", "captured"],
  ] as const)("of an order that is paid later, answers %s with %s and %s", (status, authorize, payment) => {
    const answers = [AUTHORIZE_STATUS, PAYMENT_STATUS].map((table) => sessionStatus(table, status, true))
    expect(answers).toEqual([authorize, payment])
  })

  it("captures for PAID only", () => {
    expect(CHECKOUT_STATUSES.filter((status) => AUTHORIZE_STATUS[status] === PaymentSessionStatus.CAPTURED)).toEqual([
      "PAID",
    ])
  })
})
