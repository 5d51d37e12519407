import type { CheckoutStatus } from "../../../../gateway/statuses"
import type { LedgerCheckout } from "../ledger"
import { doubtOf, isConfirmed, isRefundTakenBack, isStepBack } from "../contradicting-answer"
import { ledgerRow } from "./ledger-row"

type Known = Partial<LedgerCheckout>
interface Told {
  status: CheckoutStatus
  totalRefunded?: number
}

describe("an answer", () => {
  it.each<[Known, Told, { isStepBack: boolean; isRefundTakenBack: boolean }]>([
    [{ gateway_status: null }, { status: "PENDING" }, { isStepBack: false, isRefundTakenBack: false }],
    [{ gateway_status: "AUTHORIZED" }, { status: "PENDING" }, { isStepBack: true, isRefundTakenBack: false }],
    [{ gateway_status: "AUTHORIZED" }, { status: "CANCELLED" }, { isStepBack: false, isRefundTakenBack: false }],
    [{ gateway_status: "PAID" }, { status: "PAID" }, { isStepBack: false, isRefundTakenBack: false }],
    [{ gateway_status: "PAID" }, { status: "PENDING" }, { isStepBack: true, isRefundTakenBack: false }],
    [{ gateway_status: "PAID" }, { status: "REFUNDED" }, { isStepBack: false, isRefundTakenBack: false }],
    [{ gateway_status: "REFUNDED" }, { status: "PAID" }, { isStepBack: true, isRefundTakenBack: true }],
    [{ gateway_status: "REFUNDED" }, { status: "REFUNDED" }, { isStepBack: false, isRefundTakenBack: false }],
    [
      { gateway_status: "PARTIALLY_REFUNDED", total_refunded: 30 },
      { status: "PARTIALLY_REFUNDED", totalRefunded: 10 },
      { isStepBack: true, isRefundTakenBack: true },
    ],
    [
      { gateway_status: "PARTIALLY_REFUNDED", total_refunded: 30 },
      { status: "PARTIALLY_REFUNDED", totalRefunded: 30 },
      { isStepBack: false, isRefundTakenBack: false },
    ],
    [
      { gateway_status: "PARTIALLY_REFUNDED", total_refunded: 30 },
      { status: "PARTIALLY_REFUNDED" },
      { isStepBack: false, isRefundTakenBack: false },
    ],
  ])("after %j of %j: %j", (known, told, expected) => {
    const row = ledgerRow(known)
    const answer = { ...told, totalRefunded: told.totalRefunded }
    expect({ isStepBack: isStepBack(row, answer), isRefundTakenBack: isRefundTakenBack(row, answer) }).toEqual(expected)
  })
})

describe("a step back is confirmed", () => {
  const doubted_at = new Date("2026-01-01T09:00:00Z")
  const after = (seconds: number) => new Date(doubted_at.getTime() + seconds * 1000)
  const paid = { status: "PAID" as const, totalRefunded: undefined }
  const partly = { status: "PARTIALLY_REFUNDED" as const, totalRefunded: 10 }

  it.each<[string, Known, typeof paid | typeof partly, Date, boolean]>([
    ["by the same answer ten seconds later", { doubted_at, doubted_answer: doubtOf(paid) }, paid, after(10), true],
    [
      "by the same amount ten seconds later",
      { doubted_at, doubted_answer: "PARTIALLY_REFUNDED:10" },
      partly,
      after(10),
      true,
    ],
    ["not by the same answer earlier", { doubted_at, doubted_answer: doubtOf(paid) }, paid, after(9), false],
    ["not by another answer", { doubted_at, doubted_answer: "PENDING:" }, paid, after(10), false],
    ["not by another amount", { doubted_at, doubted_answer: "PARTIALLY_REFUNDED:20" }, partly, after(10), false],
    ["not by the first answer", {}, paid, after(10), false],
  ])("%s", (_, known, answer, askedAt, expected) => {
    expect(isConfirmed(ledgerRow(known), answer, askedAt)).toBe(expected)
  })
})
