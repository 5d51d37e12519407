import { actionsOf, refundOfCase } from "../case-actions"
import { ledgerRow } from "./ledger-row"
import { books, gateway, payment } from "./book-fixtures"

const options = { environment: "test", authorizedCheckouts: "place-order" } as const
const no = { sync: false, place_order: false, record_refund: false, resolve: false }

describe("actionsOf", () => {
  it.each([
    ["of a pending one", ledgerRow({}), { ...no, sync: true }],
    ["of one that was never created", ledgerRow({ checkout_id: null, status: "rejected" }), no],
    ["of the other environment", ledgerRow({ environment: "live", attention: "unanswered" }), { ...no, resolve: true }],
    [
      "of a paid one without an order",
      ledgerRow({ gateway_status: "PAID", attention: "paid_without_order" }),
      { ...no, sync: true, place_order: true, resolve: true },
    ],
    [
      "of a paid one that a person has closed",
      ledgerRow({ gateway_status: "PAID", status: "superseded", resolved_at: new Date() }),
      { ...no, sync: true, place_order: true },
    ],
    [
      "of one that was paid a second time",
      ledgerRow({ gateway_status: "PAID", status: "superseded", attention: "paid_twice" }),
      { ...no, sync: true, resolve: true },
    ],
    [
      "of one that Medusa has followed",
      ledgerRow({ gateway_status: "PAID", status: "settled" }),
      { ...no, sync: true },
    ],
    [
      "of one of which an untold part went back",
      ledgerRow({ gateway_status: "PARTIALLY_REFUNDED", status: "settled" }),
      { ...no, sync: true, record_refund: true },
    ],
    [
      "of one of which a told part went back",
      ledgerRow({ gateway_status: "PARTIALLY_REFUNDED", status: "settled", total_refunded: 10 }),
      { ...no, sync: true },
    ],
    [
      "of one of which an untold part went back before its order",
      ledgerRow({ gateway_status: "PARTIALLY_REFUNDED" }),
      { ...no, sync: true },
    ],
    [
      "of one that was refunded outside",
      ledgerRow({ gateway_status: "REFUNDED", status: "settled", attention: "refunded_outside" }),
      { ...no, sync: true, record_refund: true, resolve: true },
    ],
  ])("%s", (_, row, expected) => {
    const open = row.attention === null ? [] : [row.attention]
    expect(actionsOf(row, open, options)).toEqual(expected)
  })

  it("places no order for an authorization where the merchant waits for the payment", () => {
    const row = ledgerRow({ gateway_status: "AUTHORIZED" })
    expect(actionsOf(row, [], options).place_order).toBe(true)
    expect(actionsOf(row, [], { ...options, authorizedCheckouts: "wait" }).place_order).toBe(false)
  })
})

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
      "all of it went back, and the order is cancelled",
      "canceled_not_refunded",
      gateway("PARTIALLY_REFUNDED", 110.2),
      cancelled,
      { kind: "none", why: "nothing_taken" },
    ],
    [
      "Medusa shows another payment without an order",
      "paid_twice",
      gateway("PAID"),
      books({ order: undefined, payment: payment({}) }),
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
      books({ payment: payment({ phantomRefund: "10", refunded: "30" }) }),
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
