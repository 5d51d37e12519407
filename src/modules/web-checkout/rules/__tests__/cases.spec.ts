import { reasonsThat, ATTENTION_REASONS } from "../case-reasons"
import { caseOf, isClosedCase, isSameAnswer, mismatchReason, seenAs, withCase } from "../cases"
import { ledgerRow } from "./ledger-row"

const PAID = ledgerRow({ gateway_status: "PAID", total_refunded: null })
const CLOSED = ledgerRow({
  gateway_status: "PAID",
  resolved_at: new Date(),
  resolved_as: caseOf(PAID, "paid_twice"),
})

it("a row with a case shows its reason and its time", () => {
  const opened_at = new Date("2026-01-01T09:00:00Z")
  expect(withCase(PAID, { reason: "paid_twice", opened_at })).toEqual({
    ...PAID,
    attention: "paid_twice",
    attention_at: opened_at,
  })
})

describe("a closed case", () => {
  it("stays closed while the gateway's answer is unchanged", () => {
    expect(isClosedCase(CLOSED)).toBe(true)
  })

  it.each([
    ["the reason is another", PAID, "amount_mismatch" as const],
    ["the gateway shows another status", { ...PAID, gateway_status: "REFUNDED" as const }, "paid_twice" as const],
    ["the gateway has given more back", { ...PAID, total_refunded: 5 }, "paid_twice" as const],
  ])("is another where %s", (_, row, reason) => {
    expect(caseOf(row, reason)).not.toBe(CLOSED.resolved_as)
  })
})

describe("whether a person has closed the row's case", () => {
  const missing = { ...CLOSED, resolved_at: null, attention: "refund_missing" as const }

  it.each([
    ["closed, and the answer is unchanged", CLOSED, true],
    ["closed, and the gateway has given more back since", { ...CLOSED, total_refunded: 5 }, false],
    ["opened again", { ...CLOSED, resolved_at: null }, false],
    ["closed, and a refund is missing since then", { ...missing, status: "open" as const }, true],
    ["settled, and a refund is missing since then", { ...missing, status: "settled" as const }, false],
    [
      "opened again for another reason",
      { ...missing, status: "open" as const, attention: "paid_twice" as const },
      false,
    ],
    ["never closed", PAID, false],
  ])("%s", (_, row, isClosed) => {
    expect(isClosedCase(row)).toBe(isClosed)
  })
})

describe("the tag of an open case", () => {
  const opened = ledgerRow({ gateway_status: "PAID", attention: "paid_twice", attention_at: new Date(1000) })

  it("has the reason, the gateway's answer and when it was opened", () => {
    expect(seenAs({ ...opened, total_refunded: 5, gateway_amount: 10 })).toBe("paid_twice:PAID:5:10@1000")
    expect(seenAs({ ...opened, total_refunded: null, gateway_amount: null, attention_at: null })).toBe(
      "paid_twice:PAID::@"
    )
  })

  it("is null without a case", () => {
    expect(seenAs(PAID)).toBeNull()
  })

  it("is another once the answer is another", () => {
    expect(seenAs({ ...opened, total_refunded: 5 })).not.toBe(seenAs(opened))
    expect(isSameAnswer(opened, { ...opened, total_refunded: 5 })).toBe(false)
    expect(isSameAnswer(opened, { ...opened })).toBe(true)
  })
})

describe("the reasons", () => {
  it("that only a person can close are those that matching books do not end", () => {
    expect(ATTENTION_REASONS.filter((reason) => !reasonsThat("endsByAgreement").includes(reason))).toEqual([
      "paid_after_superseded",
      "paid_twice",
      "amount_mismatch",
      "inconsistent",
    ])
    expect(reasonsThat("outlivesSettling")).toEqual(["amount_mismatch"])
  })

  it.each([
    [null, "paid_after_superseded"],
    ["payses_1", "amount_mismatch"],
  ])("a wrong total is, of a row whose session is %p: %s", (payment_session_id, reason) => {
    expect(mismatchReason({ payment_session_id })).toBe(reason)
  })
})
