import { FailureError } from "../errors"
import {
  localMoment,
  MOST_DAYS,
  secondsOfSpan,
  statementPeriod,
  thisMonth,
  type StatementPeriod,
} from "../statement-period"

const period = (from: string, to: string, zone: string) => statementPeriod({ from, to }, zone)

const problemsOf = (days: { from: string; to: string }) => {
  try {
    return statementPeriod(days, "UTC")
  } catch (error) {
    return error instanceof FailureError ? error.problems : error
  }
}

const hours = ({ boundaries }: StatementPeriod) =>
  boundaries.slice(1).map((end, index) => (end.getTime() - boundaries[index].getTime()) / 3_600_000)

describe("statementPeriod", () => {
  it("starts and ends its days in the store's time zone", () => {
    const { boundaries, days } = period("2026-02-28", "2026-03-01", "Asia/Kathmandu")
    expect(days).toEqual(["2026-02-28", "2026-03-01"])
    expect(boundaries.map((at) => at.toISOString())).toEqual([
      "2026-02-27T18:15:00.000Z",
      "2026-02-28T18:15:00.000Z",
      "2026-03-01T18:15:00.000Z",
    ])
  })

  it("handles days of 23 and 25 hours", () => {
    expect(hours(period("2026-03-28", "2026-03-30", "Europe/Berlin"))).toEqual([24, 23, 24])
    expect(hours(period("2026-10-24", "2026-10-26", "Europe/Berlin"))).toEqual([24, 25, 24])
  })

  it("handles days without a midnight", () => {
    // In Beirut the clock went from 0:00 to 1:00.
    const { boundaries } = period("2026-03-29", "2026-03-29", "Asia/Beirut")
    expect(boundaries.map((at) => at.toISOString())).toEqual(["2026-03-28T22:00:00.000Z", "2026-03-29T21:00:00.000Z"])
  })

  it("leaves no gap between days where midnight occurs twice", () => {
    const october = period("2026-10-01", "2026-10-31", "America/Havana").boundaries
    const november = period("2026-11-01", "2026-11-30", "America/Havana").boundaries
    expect(november[0]).toEqual(october[october.length - 1])
  })

  it("accepts a leap year, and no longer period", () => {
    expect(period("2024-01-01", "2024-12-31", "UTC").days).toHaveLength(MOST_DAYS)
    expect(problemsOf({ from: "2024-01-01", to: "2025-01-01" })).toMatchObject([{ field: "to" }])
  })

  it.each([
    [{ from: "2026-2-1", to: "2026-02-02" }, "from"],
    [{ from: "2026-02-01T00:00:00Z", to: "2026-02-02" }, "from"],
    [{ from: "2026-02-01", to: "2026-02-29" }, "to"],
    [{ from: "2026-02-01", to: "yesterday" }, "to"],
  ])("refuses %j by its field", (days, field) => {
    expect(problemsOf(days)).toEqual([{ field, rule: "must be a day, as yyyy-MM-dd" }])
  })

  it.each([
    { from: "2026-02-02", to: "2026-02-01" },
    { from: "2020-01-01", to: "2021-01-02" },
  ])("refuses %j, whose days are too few or too many", (days) => {
    const rule = 'must be "from" or later, and a statement holds at most 366 days'
    expect(problemsOf(days)).toEqual([{ field: "to", rule }])
  })
})

it("defaults to the present month in the store's time zone", () => {
  const now = new Date("2026-11-30T20:30:00Z")
  expect(thisMonth("Asia/Dubai", now)).toEqual({ from: "2026-12-01", to: "2026-12-01" })
  expect(thisMonth("UTC", now)).toEqual({ from: "2026-11-01", to: "2026-11-30" })
})

it("formats a time in the store's time zone", () => {
  expect(localMoment(new Date("2026-11-30T20:30:00Z"), "Asia/Dubai")).toBe("2026-12-01 00:30:00 +04:00")
})

it.each([
  ["Asia/Dubai", 3600],
  ["America/New_York", 3600],
  ["Asia/Kolkata", 900],
  ["Asia/Kathmandu", 900],
  ["Australia/Lord_Howe", 900],
])("cuts the days of %s into spans of %i seconds", (zone, seconds) => {
  expect(secondsOfSpan(zone)).toBe(seconds)
})
