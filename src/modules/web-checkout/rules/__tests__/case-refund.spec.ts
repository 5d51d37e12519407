import { refundOfCase } from "../case-refund"
import { books, gateway, payment } from "./book-fixtures"

const nothing = books({ payment: undefined, order: undefined })
const cancelled = books({ order: { id: "order_1", isCanceled: true } })

describe("refundOfCase", () => {
  it.each([
    ["paid, and no order", "paid_without_order", gateway("PAID"), nothing, { kind: "whole", amount: 110.2 }],
    ["in part given back already", "partially_refunded", gateway("PARTIALLY_REFUNDED", 10), nothing, { amount: 100.2 }],
    ["the order is cancelled", "canceled_not_refunded", gateway("PAID"), cancelled, { kind: "whole", amount: 110.2 }],
    [
      "the payment is cancelled",
      "canceled_not_refunded",
      gateway("PAID"),
      books({ payment: payment({ isCanceled: true }) }),
      { kind: "whole", amount: 110.2 },
    ],
    [
      "Medusa shows more than went back",
      "refund_missing",
      gateway("PARTIALLY_REFUNDED", 10),
      books({ payment: payment({ refunded: "30" }) }),
      { kind: "missing", amount: 20 },
    ],
    [
      "Medusa shows more than there is",
      "refund_missing",
      gateway("PARTIALLY_REFUNDED", 100),
      books({ payment: payment({ refunded: "150" }) }),
      { kind: "missing", amount: 10.2 },
    ],
    [
      "Medusa shows a refund of a payment without an order",
      "refund_missing",
      gateway("PAID"),
      books({ order: undefined, payment: payment({ refunded: "30" }) }),
      { kind: "missing", amount: 30 },
    ],
    [
      "the order's transactions alone show it",
      "refund_missing",
      gateway("PAID"),
      books({ payment: payment({ phantomRefund: "10" }) }),
      { why: "on_the_order" },
    ],
    ["the order took too much", "amount_mismatch", gateway("PAID"), books(), { why: "on_the_order" }],
    ["authorized only", "paid_twice", gateway("AUTHORIZED"), nothing, { why: "nothing_taken" }],
    ["all of it went back", "paid_twice", gateway("REFUNDED"), nothing, { why: "nothing_taken" }],
    ["pending", "unanswered", gateway("PENDING"), nothing, { why: "nothing_taken" }],
    ["a part went back untold", "partially_refunded", gateway("PARTIALLY_REFUNDED"), nothing, { why: "untold" }],
    [
      "a refund is being made",
      "canceled_not_refunded",
      gateway("PAID"),
      { ...cancelled, isRefundUnderWay: true },
      { why: "under_way" },
    ],
  ] as const)("%s: %s", (_, reason, gatewaySays, medusaSays, expected) => {
    expect(refundOfCase(reason, gatewaySays, medusaSays)).toMatchObject(expected)
  })
})
