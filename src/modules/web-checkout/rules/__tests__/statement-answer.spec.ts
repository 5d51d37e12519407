import {
  statementFileName,
  attemptsOf,
  inCurrency,
  oldestAnswerAt,
  sumsOf,
  type PeriodTotals,
  differenceOf,
  type Difference,
} from "../statement-answer"
import { ledgerRow } from "./ledger-row"

const AT = new Date("2026-01-01T09:00:00Z")

it("has a file named by environment and period", () => {
  const name = statementFileName({ environment: "test", from: "2026-11-01", to: "2026-11-30" })
  expect(name).toBe("statement-test-2026-11-01-2026-11-30.csv")
})

const totals = (changes: Partial<PeriodTotals>): PeriodTotals => ({
  account: "default",
  currency_code: "AED",
  gateway_paid: "0",
  gateway_refunded: "0",
  ledger_paid: "0",
  medusa_captured: "0",
  medusa_refunded: "0",
  passed_through: "0",
  reserved: "0",
  with_money: 1,
  differing: 0,
  closed: 0,
  untold: 0,
  asked_at: null,
  ...changes,
})

describe("the totals of a statement", () => {
  it("are exact at any size, with all of the currency's digits", () => {
    const [sum] = sumsOf([totals({ gateway_paid: "9007199254740993.31", medusa_captured: "7", medusa_refunded: "2" })])
    expect(sum.gateway.paid).toBe("9007199254740993.31")
    expect(sum.medusa).toEqual({ captured: "7.00", refunded: "2.00" })
    expect(inCurrency("1500", "JPY")).toBe("1500")
    expect(inCurrency("1.5", "KWD")).toBe("1.500")
  })

  it("are sorted by account and currency", () => {
    const sums = sumsOf([
      totals({ currency_code: "USD", ledger_paid: "1" }),
      totals({ account: "b", ledger_paid: "2" }),
      totals({ ledger_paid: "7" }),
    ])
    expect(sums.map(({ account, currency_code, ledger }) => [account, currency_code, ledger.paid])).toEqual([
      ["b", "AED", "2.00"],
      ["default", "AED", "7.00"],
      ["default", "USD", "1.00"],
    ])
  })

  it("are empty if every attempt failed", () => {
    expect(sumsOf([totals({ with_money: 0 })])).toEqual([])
  })

  it("agree only if every checkout agrees, not just their totals", () => {
    expect(sumsOf([totals({})])[0].agree).toBe(true)
    expect(sumsOf([totals({ differing: 2 })])[0]).toMatchObject({ agree: false, differing: 2 })
    expect(sumsOf([totals({ untold: 1 })])[0]).toMatchObject({ agree: false, untold: 1 })
  })
})

it("counts each day's attempts; those that can no longer be paid are abandoned", () => {
  const days = [{ day: 1, paid: 3, failed: 1, abandoned: 0, given_up: 1 }]
  expect(attemptsOf(days, ["2026-11-01", "2026-11-02"])).toEqual([
    { date: "2026-11-01", paid: 0, failed: 0, abandoned: 0 },
    { date: "2026-11-02", paid: 3, failed: 1, abandoned: 1 },
  ])
})

it("shows the oldest time at which a payment was last checked", () => {
  const at = new Date("2026-11-02T10:00:00Z")
  expect(oldestAnswerAt([totals({})])).toBeNull()
  expect(
    oldestAnswerAt([totals({}), totals({ asked_at: new Date("2026-11-03T10:00:00Z") }), totals({ asked_at: at })])
  ).toEqual(at)
})

it.each<[Parameters<typeof ledgerRow>[0], Difference]>([
  [{ attention: "paid_twice" }, "case"],
  [{ attention: "paid_twice", resolved_at: AT, next_check_at: AT }, "case"],
  [{ resolved_at: AT, next_check_at: AT }, "closed"],
  [{ next_check_at: AT }, "waits"],
  [{}, "unseen"],
])("a difference of %j: %s", (row, expected) => {
  expect(differenceOf(ledgerRow(row))).toBe(expected)
})
