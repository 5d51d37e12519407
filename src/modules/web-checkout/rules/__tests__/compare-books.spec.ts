import {
  bookedOf,
  compareBooks,
  creditOf,
  missingCredit,
  owedOf,
  unrecordedRefund,
  type MedusaBooks,
  type MedusaPayment,
} from "../compare-books"
import type { GatewayBooks } from "../gateway-books"
import { books, gateway, payment } from "./book-fixtures"

const medusa = (changed: Partial<MedusaPayment> | undefined, changes: Partial<MedusaBooks> = {}): MedusaBooks =>
  books({ payment: changed && payment(changed), ...changes })

const CANCELED = { order: { id: "order_1", isCanceled: true } }

describe("compareBooks", () => {
  it.each<[string, GatewayBooks, MedusaBooks, unknown]>([
    ["paid and captured", gateway("PAID"), medusa({}), { kind: "agree" }],
    ["paid and only authorized in Medusa", gateway("PAID"), medusa({ isCaptured: false }), { kind: "capture" }],
    [
      "paid, and the order does not show it",
      gateway("PAID"),
      medusa({ hasUnbookedCapture: true }),
      { kind: "capture" },
    ],
    ["paid, and no payment in Medusa", gateway("PAID"), medusa(undefined), { reason: "paid_without_order" }],
    ["expired, and no payment in Medusa", gateway("EXPIRED"), medusa(undefined), { kind: "agree" }],
    ["authorized in both", gateway("AUTHORIZED"), medusa({ isCaptured: false }), { kind: "agree" }],
    ["authorized again, and captured in Medusa", gateway("AUTHORIZED"), medusa({}), { kind: "wait" }],
    ["lapsed", gateway("EXPIRED"), medusa({ isCaptured: false }), { reason: "authorization_lost" }],
    [
      "voided after it was paid, of a cancelled order",
      { ...gateway("CANCELLED"), totalRefunded: 110.2 },
      medusa({}, CANCELED),
      { kind: "record_refund", amount: 110.2 },
    ],
    ["lapsed, of a cancelled order", gateway("EXPIRED"), medusa({ isCaptured: false }, CANCELED), { kind: "agree" }],
    ["refunded in both, in full", gateway("REFUNDED"), medusa({ refunded: "110.2" }), { kind: "agree" }],
    ["refunded in both, in part", gateway("PARTIALLY_REFUNDED", 10), medusa({ refunded: "10" }), { kind: "agree" }],
    ["refunded outside, in full", gateway("REFUNDED"), medusa({}), { reason: "refunded_outside" }],
    ["refunded outside, in part", gateway("PARTIALLY_REFUNDED", 10), medusa({}), { reason: "refunded_outside" }],
    ["refunded outside, unsaid how much", gateway("PARTIALLY_REFUNDED"), medusa({}), { reason: "refunded_outside" }],
    ["refunded in part, unsaid how much", gateway("PARTIALLY_REFUNDED"), medusa({ refunded: "9" }), { kind: "agree" }],
    ["refunded in Medusa only", gateway("PAID"), medusa({ refunded: "10" }), { reason: "refund_missing" }],
    [
      "more refunded in Medusa",
      gateway("PARTIALLY_REFUNDED", 5),
      medusa({ refunded: "10" }),
      { reason: "refund_missing" },
    ],
    ["a refund under way", gateway("PAID"), medusa({ refunded: "10" }, { isRefundUnderWay: true }), { kind: "wait" }],
    [
      "a refund that Medusa is about to book",
      gateway("REFUNDED"),
      medusa({ refunded: "110.2", unbookedRefunds: ["ref_1"] }, { isRefundUnderWay: true }),
      { kind: "wait" },
    ],
    [
      "a refund under way that is booked already",
      gateway("REFUNDED"),
      medusa({ refunded: "110.2" }, { isRefundUnderWay: true }),
      { kind: "agree" },
    ],
    [
      "a refund that the order does not show",
      gateway("REFUNDED"),
      medusa({ refunded: "110.2", unbookedRefunds: ["ref_1"] }),
      { kind: "book_refunds", refund_ids: ["ref_1"] },
    ],
    ["two payments of one checkout", gateway("PAID"), medusa({ standing: 2 }), { reason: "paid_twice" }],
    ["a capture booked twice", gateway("PAID"), medusa({ isBookedTwice: true }), { reason: "amount_mismatch" }],
    [
      "a refund booked that nobody made",
      gateway("PAID"),
      medusa({ phantomRefund: "110.2" }),
      { reason: "refund_missing" },
    ],
    [
      "refunded in part, unsaid how much, and one is missing",
      gateway("PARTIALLY_REFUNDED"),
      medusa({ refunded: "9" }, { isRefundReported: true }),
      { reason: "refund_missing" },
    ],
    [
      "refunded, and the order does not show the capture",
      gateway("PARTIALLY_REFUNDED", 10),
      medusa({ refunded: "10", hasUnbookedCapture: true }),
      { kind: "capture" },
    ],
    ["cancelled, and the money kept", gateway("PAID"), medusa({}, CANCELED), { reason: "canceled_not_refunded" }],
    [
      "cancelled, half kept",
      gateway("PARTIALLY_REFUNDED", 10),
      medusa({}, CANCELED),
      { reason: "canceled_not_refunded" },
    ],
    [
      "cancelled, and still authorized",
      gateway("AUTHORIZED"),
      medusa({ isCaptured: false }, CANCELED),
      { reason: "canceled_not_refunded" },
    ],
    [
      "a payment cancelled, and paid",
      gateway("PAID"),
      medusa({ isCanceled: true }),
      { reason: "canceled_not_refunded" },
    ],
    ["cancelled and refunded", gateway("REFUNDED"), medusa({ refunded: "110.2" }, CANCELED), { kind: "agree" }],
    [
      "cancelled, refunded outside",
      gateway("REFUNDED"),
      medusa({ refunded: "10" }, CANCELED),
      { kind: "record_refund", amount: 100.2 },
    ],
  ])("%s", (_, gatewaySays, medusaSays, expected) => {
    expect(compareBooks(gatewaySays, medusaSays)).toMatchObject(expected as object)
  })
})

describe("unrecordedRefund", () => {
  it.each([
    [gateway("REFUNDED"), 10.2, 100],
    [gateway("PARTIALLY_REFUNDED", 30), 10.1, 19.9],
    [gateway("PARTIALLY_REFUNDED"), 0, undefined],
    [gateway("PAID"), 10, 0],
  ])("of %o, where Medusa shows %s, is %s", (gatewaySays, refunded, expected) => {
    expect(unrecordedRefund(gatewaySays, refunded)).toBe(expected)
  })
})

describe("bookedOf", () => {
  const captures = [{ id: "capt_1" }, { id: "capt_2" }]
  const refunds = [
    { id: "ref_1", amount: "10" },
    { id: "ref_2", amount: "5" },
  ]
  const of = (ids: string[], refundedUnderPayment: string) =>
    bookedOf(
      [
        ...ids.map((id) => ({ reference_id: id, amount: "1" })),
        { reference_id: "pay_1", amount: `-${refundedUnderPayment}` },
      ],
      { id: "pay_1", captures, refunds },
      "AED"
    )

  const booked = { hasUnbookedCapture: false, isBookedTwice: false, unbookedRefunds: [], phantomRefund: "0" }

  it.each<[string[], string, object]>([
    [["capt_1", "capt_2", "ref_1", "ref_2"], "0", booked],
    [["capt_1", "ref_1", "ref_2"], "0", { ...booked, hasUnbookedCapture: true }],
    [["capt_1", "capt_2", "ref_1"], "0", { ...booked, unbookedRefunds: ["ref_2"] }],
    [["capt_1", "capt_2", "ref_1"], "5", booked],
    [["capt_1", "capt_2"], "110", { ...booked, phantomRefund: "95" }],
    [["capt_1", "capt_1", "capt_2", "ref_1", "ref_2"], "0", { ...booked, isBookedTwice: true }],
    [["capt_1", "capt_2", "ref_1", "ref_2", "ref_2"], "0", { ...booked, isBookedTwice: true }],
  ])("of the transactions %j and %s under the payment", (ids, underPayment, expected) => {
    expect(of(ids, underPayment)).toEqual(expected)
  })
})

describe("owedOf", () => {
  it.each([
    ["120.51", "0", 120.51],
    ["120.51", "115.51", 5],
    ["0", "0", 0],
    ["-5", "0", 0],
    ["5", "10", 0],
  ])("pending %s with %s authorized is %s", (pending, authorized, owed) => {
    expect(owedOf(pending, authorized, "AED")).toBe(owed)
  })
})

describe("creditOf", () => {
  it.each([
    ["50", "0", "50"],
    ["50", "20", "50"],
    ["50", "-20", "30"],
    ["50", "-50", "0"],
    ["50", "-80", "0"],
    ["50", "-0.0025", "49.9975"],
  ])("of %s given back by an order with %s pending is %s", (refunded, pending, credit) => {
    expect(creditOf(refunded, pending)).toBe(credit)
  })
})

describe("missingCredit", () => {
  const first = { credit: "50", before: "5" }
  const second = { credit: "10.0025", before: "55" }
  it.each([
    ["none where nothing was given back", [], "5", "0"],
    ["none where each was credited", [first, second], "65.0025", "0"],
    ["that of the last", [first, second], "55", "10.0025"],
    [
      "that of the first, where the second was begun before the first was credited",
      [first, { ...second, before: "5" }],
      "15.0025",
      "50",
    ],
    ["none where somebody has credited more", [first], "100", "0"],
  ])("is %s", (_, refunds, credited, missing) => {
    expect(missingCredit(refunds, credited)).toBe(missing)
    expect(missingCredit([...refunds].reverse(), credited)).toBe(missing)
  })
})
