import type { MedusaBooks, MedusaPayment } from "../books"
import { refundOfCase } from "../case-refund"
import type { GatewayBooks } from "../refunded"

const gateway = (status: GatewayBooks["status"], totalRefunded?: number): GatewayBooks => ({
  status,
  amount: 110.2,
  totalRefunded,
  currency_code: "AED",
})

const payment = (changes: Partial<MedusaPayment> = {}): MedusaPayment => ({
  id: "pay_1",
  standing: 1,
  isCaptured: true,
  isCanceled: false,
  refunded: "0",
  hasUnbookedCapture: false,
  isBookedTwice: false,
  unbookedRefunds: [],
  phantomRefund: "0",
  ...changes,
})

const medusa = (changes: Partial<MedusaBooks> = {}): MedusaBooks => ({
  payment: payment(),
  order: { id: "order_1", isCanceled: false },
  isRefundUnderWay: false,
  isRefundReported: false,
  ...changes,
})

const nothing = medusa({ payment: undefined, order: undefined })
const cancelled = medusa({ order: { id: "order_1", isCanceled: true } })

describe("refundOfCase", () => {
  it.each([
    ["paid, and no order", "paid_without_order", gateway("PAID"), nothing, { kind: "whole", amount: 110.2 }],
    ["in part given back already", "partially_refunded", gateway("PARTIALLY_REFUNDED", 10), nothing, { amount: 100.2 }],
    ["the order is cancelled", "canceled_not_refunded", gateway("PAID"), cancelled, { kind: "whole", amount: 110.2 }],
    [
      "the payment is cancelled",
      "canceled_not_refunded",
      gateway("PAID"),
      medusa({ payment: payment({ isCanceled: true }) }),
      { kind: "whole", amount: 110.2 },
    ],
    [
      "Medusa shows more than went back",
      "refund_missing",
      gateway("PARTIALLY_REFUNDED", 10),
      medusa({ payment: payment({ refunded: "30" }) }),
      { kind: "missing", amount: 20 },
    ],
    [
      "Medusa shows more than there is",
      "refund_missing",
      gateway("PARTIALLY_REFUNDED", 100),
      medusa({ payment: payment({ refunded: "150" }) }),
      { kind: "missing", amount: 10.2 },
    ],
    [
      "the order's transactions alone show it",
      "refund_missing",
      gateway("PAID"),
      medusa({ payment: payment({ phantomRefund: "10" }) }),
      { why: "on_the_order" },
    ],
    ["the order took too much", "amount_mismatch", gateway("PAID"), medusa(), { why: "on_the_order" }],
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
