import { PaymentSessionStatus } from "@medusajs/framework/utils"
import { CHECKOUT_STATUSES } from "../../../gateway/statuses"
import { AUTHORIZE_STATUS, PAYMENT_STATUS } from "../payment-status"

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
    expect([AUTHORIZE_STATUS[status], PAYMENT_STATUS[status]]).toEqual([authorize, payment])
  })

  it("captures for PAID only", () => {
    expect(CHECKOUT_STATUSES.filter((status) => AUTHORIZE_STATUS[status] === PaymentSessionStatus.CAPTURED)).toEqual([
      "PAID",
    ])
  })
})
