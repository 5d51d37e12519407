import type { RefundIntent } from "../ledger"
import { timeLineOf } from "../time-line"
import { ledgerRow } from "./ledger-row"

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 9, minute))

const refund: RefundIntent = {
  id: "wref_1",
  ledger_id: "wchk_1",
  refund_id: "case:wchk_1",
  amount: 10,
  refunded_before: 0,
  status: "done",
  check_count: 0,
  created_at: at(7),
}

describe("timeLineOf", () => {
  it("puts what happened to all the attempts in order", () => {
    const rows = [
      ledgerRow({ created_at: at(0), superseded_at: at(2), gateway_status: "PAID", last_checked_at: at(5) }),
      ledgerRow({ id: "wchk_2", created_at: at(1), checkout_id: null, status: "rejected" }),
    ]
    const actions = [
      { ledger_id: "wchk_1", action: "refund" as const, actor_id: "user_1", note: "Sorry", created_at: at(8) },
    ]
    expect(timeLineOf(rows, [refund], actions).map(({ id, what, detail }) => [id, what, detail])).toEqual([
      ["wchk_1", "created", null],
      ["wchk_2", "not_created", null],
      ["wchk_1", "superseded", null],
      ["wchk_1", "answered", "PAID"],
      ["wchk_1", "refund", "done"],
      ["wchk_1", "refund_wanted", null],
    ])
  })

  it("says who did what, and how much went back", () => {
    const actions = [
      { ledger_id: "wchk_1", action: "sync" as const, actor_id: "user_1", note: null, created_at: at(8) },
    ]
    const line = timeLineOf([], [refund], actions)
    expect(line[0]).toMatchObject({ what: "refund", amount: 10, actor_id: null })
    expect(line[1]).toMatchObject({ what: "sync", actor_id: "user_1" })
  })

  it("shows the case that was opened, also when it is over", () => {
    const caseOf = (row: Parameters<typeof ledgerRow>[0]) =>
      timeLineOf([ledgerRow({ created_at: at(0), ...row })], [], []).find(({ what }) => what === "case_opened")
    expect(caseOf({ attention_at: at(3), attention: "paid_twice" })).toMatchObject({ at: at(3), detail: "paid_twice" })
    expect(caseOf({ attention_at: at(3), resolved_as: "unanswered:PAID:" })).toMatchObject({ detail: "unanswered" })
    expect(caseOf({ attention_at: at(3) })).toMatchObject({ detail: null })
    expect(caseOf({})).toBeUndefined()
  })
})
