import { caseOf, isAsResolved, mismatchReason, reasonsThat, seenAs, withCase, type CaseRow } from "../cases"
import { theCase } from "../which-case"
import { ATTENTION_REASONS, type AttentionReason } from "../ledger"
import { ledgerRow } from "./ledger-row"

const PAID = ledgerRow({ gateway_status: "PAID", total_refunded: null })
const CLOSED = ledgerRow({
  gateway_status: "PAID",
  resolved_at: new Date(),
  resolved_as: caseOf(PAID, "paid_twice"),
})

describe("a case that a person has closed", () => {
  it("stays closed while the gateway says the same", () => {
    expect(isAsResolved(CLOSED)).toBe(true)
  })

  it.each([
    ["has another reason", PAID, "amount_mismatch" as const],
    ["the gateway shows another status", { ...PAID, gateway_status: "REFUNDED" as const }, "paid_twice" as const],
    ["the gateway has given more back", { ...PAID, total_refunded: 5 }, "paid_twice" as const],
  ])("is another one when it %s", (_, row, reason) => {
    expect(caseOf(row, reason)).not.toBe(CLOSED.resolved_as)
  })
})

describe("which of the open cases is meant", () => {
  const open = (reason: AttentionReason, opened_at: Date): CaseRow => ({
    id: reason,
    ledger_id: PAID.id,
    reason,
    said: PAID,
    opened_at,
    told_at: null,
    closed_at: null,
    closed_by: null,
    note: null,
    closed_as: null,
  })
  const twice = open("paid_twice", new Date(1000))
  const mismatch = open("amount_mismatch", new Date(2000))
  const tagOf = (one: CaseRow) => seenAs(withCase(PAID, one)) ?? ""

  it("is the only one, unless another is named", () => {
    expect(theCase(PAID, [twice])).toBe(twice)
    expect(theCase(PAID, [twice], "amount_mismatch")).toBeUndefined()
    expect(theCase(PAID, [])).toBeUndefined()
  })

  it("is the one that is named, by its reason or as it was seen", () => {
    expect(theCase(PAID, [twice, mismatch], "amount_mismatch")).toBe(mismatch)
    expect(theCase(PAID, [twice, mismatch], tagOf(twice))).toBe(twice)
  })

  it("is none that was opened anew since it was seen", () => {
    expect(theCase(PAID, [open("paid_twice", new Date(3000))], tagOf(twice))).toBeUndefined()
  })

  it("must be named among several, and the error names them", () => {
    const tags = [twice, mismatch].map((one) => `${one.reason} (${tagOf(one)})`).join(", ")
    expect(() => theCase(PAID, [twice, mismatch])).toThrow(tags)
  })
})

describe("which cases", () => {
  it("a person alone can close: those that agreeing books do not end", () => {
    expect(ATTENTION_REASONS.filter((reason) => !reasonsThat("endsByAgreement").includes(reason))).toEqual([
      "paid_after_superseded",
      "paid_twice",
      "amount_mismatch",
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
