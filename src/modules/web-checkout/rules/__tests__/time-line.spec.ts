import type { RefundIntent } from "../ledger"
import { shownAction, timeLineOf, type HistoryRow, type TimeLineParts } from "../time-line"
import { ledgerRow } from "./ledger-row"

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 9, minute))

const refund: RefundIntent = {
  id: "wref_1",
  ledger_id: "wchk_1",
  kind: "case",
  refund_id: null,
  amount: 10,
  refunded_before: 0,
  status: "done",
  created_at: at(7),
}

const lineOf = (parts: Partial<TimeLineParts>) => timeLineOf({ rows: [], refunds: [], history: [], ...parts })

const moment = (what: HistoryRow["what"], detail: string | null, minute: number): HistoryRow => ({
  id: "whis_1",
  subject_id: "wchk_1",
  what,
  detail,
  refunded: null,
  actor_id: null,
  note: null,
  created_at: at(minute),
})

describe("timeLineOf", () => {
  it("sorts the events of all attempts", () => {
    const rows = [
      ledgerRow({ created_at: at(0), superseded_at: at(2), gateway_status: "PAID", last_checked_at: at(5) }),
      ledgerRow({ id: "wchk_2", created_at: at(1), checkout_id: null, status: "rejected" }),
    ]
    const history = [{ ...moment("refund", null, 8), actor_id: "user_1", note: "Sorry" }]
    expect(lineOf({ rows, refunds: [refund], history }).map(({ id, what, detail }) => [id, what, detail])).toEqual([
      ["wchk_1", "created", null],
      ["wchk_2", "not_created", null],
      ["wchk_1", "superseded", null],
      ["wchk_1", "answered", "PAID"],
      ["wchk_1", "refund", "done"],
      ["wchk_1", "refund_wanted", null],
    ])
  })

  it("shows every date of an attempt, and only its own answers", () => {
    const rows = [
      ledgerRow({
        created_at: at(0),
        status: "settled",
        gateway_status: "PAID",
        paid_at: at(3),
        last_checked_at: at(4),
        settled_at: at(5),
        agreed_at: at(6),
      }),
      ledgerRow({ id: "wchk_2", created_at: at(1), checkout_id: null, status: "creating", gateway_status: null }),
      ledgerRow({ id: "wchk_3", created_at: at(2), gateway_status: "PENDING", last_checked_at: at(7) }),
      ledgerRow({ id: "wchk_4", created_at: at(8), gateway_status: null, paid_at: at(9) }),
    ]
    const history = [{ ...moment("answered", "PAID", 4), refunded: "10" }, moment("case_opened", "paid_twice", 10)]
    expect(lineOf({ rows, history }).map(({ id, what, amount }) => [id, what, amount])).toEqual([
      ["wchk_1", "created", null],
      ["wchk_2", "created", null],
      ["wchk_3", "created", null],
      ["wchk_1", "answered", 10],
      ["wchk_1", "settled", null],
      ["wchk_1", "agreed", null],
      ["wchk_3", "answered", null],
      ["wchk_4", "created", null],
      ["wchk_4", "paid", null],
      ["wchk_1", "case_opened", null],
    ])
  })

  it("gives an action as the admin's API returns it", () => {
    const action = { ...moment("sync", null, 8), actor_id: "user_1", note: "Why" }
    expect(shownAction(action)).toEqual({
      id: "whis_1",
      action: "sync",
      actor_id: "user_1",
      note: "Why",
      created_at: at(8),
    })
  })

  it("names the actor of each action and the refunded amount", () => {
    const history = [{ ...moment("sync", null, 8), actor_id: "user_1", note: null }]
    const line = lineOf({ refunds: [refund], history })
    expect(line[0]).toMatchObject({ what: "refund", amount: 10, actor_id: null })
    expect(line[1]).toMatchObject({ what: "sync", actor_id: "user_1" })
  })

  it("shows every stored answer, case and page", () => {
    const row = ledgerRow({
      created_at: at(0),
      gateway_status: "REFUNDED",
      last_checked_at: at(6),
      paid_at: at(3),
      attention_at: at(5),
      resolved_as: "paid_twice:PAID:",
    })
    const history = [
      moment("handed_out", "PENDING", 1),
      moment("answered", "PENDING", 1),
      moment("answered", "PAID", 3),
      moment("handed_out", "PAID", 4),
      moment("case_opened", "refunded_outside", 4),
      moment("case_ended", "refunded_outside", 4),
      moment("case_opened", "paid_twice", 5),
      moment("answered", "REFUNDED", 6),
    ]
    expect(lineOf({ rows: [row], history }).map(({ what, detail }) => [what, detail])).toEqual([
      ["created", null],
      ["handed_out", "PENDING"],
      ["answered", "PENDING"],
      ["answered", "PAID"],
      ["adopted", "PAID"],
      ["case_opened", "refunded_outside"],
      ["case_ended", "refunded_outside"],
      ["case_opened", "paid_twice"],
      ["answered", "REFUNDED"],
    ])
  })

  it("shows the last request if its answer was unchanged", () => {
    const row = ledgerRow({ created_at: at(0), gateway_status: "PENDING", last_checked_at: at(9) })
    const line = lineOf({ rows: [row], history: [moment("answered", "PENDING", 1)] })
    expect(line.map(({ what, at: when }) => [what, when])).toEqual([
      ["created", at(0)],
      ["answered", at(1)],
      ["asked", at(9)],
    ])
  })
})
