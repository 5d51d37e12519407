import type { AttentionReason } from "../rules/case-reasons"
import { seenAs, withCase, type CaseRow } from "../rules/cases"
import { ledgerRow } from "../rules/__tests__/ledger-row"
import { findCase } from "../services/cases"

const PAID = ledgerRow({ gateway_status: "PAID", total_refunded: null })

describe("selecting one of the open cases", () => {
  const open = (reason: AttentionReason, opened_at: Date): CaseRow => ({
    id: `wcase_${reason}`,
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

  it("selects the only open case if none is named", () => {
    expect(findCase(PAID, [twice])).toBe(twice)
    expect(findCase(PAID, [twice], "amount_mismatch")).toBeUndefined()
    expect(findCase(PAID, [])).toBeUndefined()
  })

  it("finds a case by its reason, its id or its key", () => {
    expect(findCase(PAID, [twice, mismatch], "amount_mismatch")).toBe(mismatch)
    expect(findCase(PAID, [twice, mismatch], "wcase_amount_mismatch")).toBe(mismatch)
    expect(findCase(PAID, [twice, mismatch], tagOf(twice))).toBe(twice)
  })

  it("does not find a case that was reopened since the caller read it", () => {
    expect(findCase(PAID, [open("paid_twice", new Date(3000))], tagOf(twice))).toBeUndefined()
  })

  it("requires a name if several are open, and the error lists them", () => {
    const tags = [twice, mismatch].map((one) => `${one.reason} (${tagOf(one)})`).join(", ")
    expect(() => findCase(PAID, [twice, mismatch])).toThrow(tags)
  })
})
