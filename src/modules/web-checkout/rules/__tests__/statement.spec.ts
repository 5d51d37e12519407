import { attemptsOf, inCurrency, oldestQuestion, sumsOf, type DayTotals } from "../statement"

const day = (changes: Partial<DayTotals>): DayTotals => ({
  account: "default",
  currency_code: "AED",
  day: 0,
  gateway_paid: "0",
  gateway_refunded: "0",
  ledger_paid: "0",
  medusa_captured: "0",
  medusa_refunded: "0",
  passed_through: "0",
  paid: 0,
  failed: 0,
  abandoned: 0,
  open: 0,
  given_up: 0,
  with_money: 1,
  differing: 0,
  closed: 0,
  untold: 0,
  asked_at: null,
  ...changes,
})

describe("the sums of a statement", () => {
  it("are exact, however large, with all of the currency's digits", () => {
    const paid = (gateway_paid: string) => day({ gateway_paid })
    const [sum] = sumsOf([paid("9007199254740993.01"), paid("0.1"), paid("0.2")])
    expect(sum.gateway.paid).toBe("9007199254740993.31")
    expect(inCurrency("1500", "JPY")).toBe("1500")
    expect(inCurrency("1.5", "KWD")).toBe("1.500")
  })

  it("are one for each account and currency", () => {
    const sums = sumsOf([
      day({ currency_code: "USD", ledger_paid: "1" }),
      day({ account: "b", ledger_paid: "2" }),
      day({ day: 1, ledger_paid: "3" }),
      day({ ledger_paid: "4" }),
    ])
    expect(sums.map(({ account, currency_code, ledger }) => [account, currency_code, ledger.paid])).toEqual([
      ["b", "AED", "2.00"],
      ["default", "AED", "7.00"],
      ["default", "USD", "1.00"],
    ])
  })

  it("are none where only attempts failed", () => {
    expect(sumsOf([day({ with_money: 0, failed: 2 })])).toEqual([])
  })

  it("agree when every checkout does, and not only their sums", () => {
    expect(sumsOf([day({})])[0].agree).toBe(true)
    expect(sumsOf([day({}), day({ differing: 2 })])[0]).toMatchObject({ agree: false, differing: 2 })
  })
})

it("shows every day's attempts, and counts as abandoned what nobody will pay any more", () => {
  const totals = [
    day({ day: 1, paid: 2, open: 3, given_up: 1 }),
    day({ day: 1, currency_code: "USD", failed: 1, paid: 1 }),
  ]
  expect(attemptsOf(totals, ["2026-11-01", "2026-11-02"])).toEqual([
    { date: "2026-11-01", paid: 0, failed: 0, abandoned: 0 },
    { date: "2026-11-02", paid: 3, failed: 1, abandoned: 1 },
  ])
})

it("says since when no payment has gone unasked", () => {
  const at = new Date("2026-11-02T10:00:00Z")
  expect(oldestQuestion([day({})])).toBeNull()
  expect(oldestQuestion([day({}), day({ asked_at: new Date("2026-11-03T10:00:00Z") }), day({ asked_at: at })])).toEqual(
    at
  )
})
