import { reasonsThat, ATTENTION_REASONS } from "../case-reasons"
import { caseOf, isAsResolved, mismatchReason } from "../cases"
import { ledgerRow } from "./ledger-row"

const PAID = ledgerRow({ gateway_status: "PAID", total_refunded: null })
const CLOSED = ledgerRow({
  gateway_status: "PAID",
  resolved_at: new Date(),
  resolved_as: caseOf(PAID, "paid_twice"),
})

describe("a closed case", () => {
  it("stays closed while the gateway's answer is unchanged", () => {
    expect(isAsResolved(CLOSED)).toBe(true)
  })

  it.each([
    ["the reason is another", PAID, "amount_mismatch" as const],
    ["the gateway shows another status", { ...PAID, gateway_status: "REFUNDED" as const }, "paid_twice" as const],
    ["the gateway has given more back", { ...PAID, total_refunded: 5 }, "paid_twice" as const],
  ])("is another where %s", (_, row, reason) => {
    expect(caseOf(row, reason)).not.toBe(CLOSED.resolved_as)
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
