import { statementDays } from "../lib/statement-days"

const NOW = new Date("2026-11-30T20:30:00Z")

describe("the days of a statement", () => {
  it("default to today in the store's time zone", () => {
    expect(statementDays("month", "", "UTC", NOW)).toMatchObject({ from: "2026-11-01", to: "2026-11-30", after: null })
    expect(statementDays("month", "", "Asia/Dubai", NOW)).toMatchObject({ from: "2026-12-01", to: "2026-12-31" })
    expect(statementDays("day", "not a day", "Asia/Dubai", NOW)).toMatchObject({ from: "2026-12-01", to: "2026-12-01" })
  })

  it("are a week from Monday", () => {
    expect(statementDays("week", "2026-11-22", "UTC", NOW)).toEqual({
      span: "week",
      from: "2026-11-16",
      to: "2026-11-22",
      before: "2026-11-09",
      after: "2026-11-23",
    })
  })

  it("link to the previous and the next period, but not to the future", () => {
    expect(statementDays("month", "2026-03-31", "Europe/Berlin", NOW)).toMatchObject({
      before: "2026-02-01",
      after: "2026-04-01",
    })
    expect(statementDays("day", "2026-11-30", "UTC", NOW)).toMatchObject({ before: "2026-11-29", after: null })
  })
})
