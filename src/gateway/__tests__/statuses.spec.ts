import { CHECKOUT_STATUSES, parseStatus } from "../statuses"

describe("parseStatus", () => {
  it.each([
    ["PENDING", "PENDING"],
    ["Pending", "PENDING"],
    ["Partially refunded", "PARTIALLY_REFUNDED"],
    ["partially-refunded", "PARTIALLY_REFUNDED"],
    [" PARTIALLY_REFUNDED ", "PARTIALLY_REFUNDED"],
    ["paid", "PAID"],
    ["partially - refunded", "PARTIALLY_REFUNDED"],
  ])("reads %p as %s", (text, status) => {
    expect(parseStatus(text, CHECKOUT_STATUSES)).toBe(status)
  })

  it.each(["", "PAID!", "UNPAID", "PRE PAID", "SETTLED"])("does not read %p as any status", (text) => {
    expect(parseStatus(text, CHECKOUT_STATUSES)).toBeUndefined()
  })
})
