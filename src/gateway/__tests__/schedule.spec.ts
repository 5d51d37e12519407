import { DateTime } from "luxon"
import { linksInFirstYear, nextLinkDates, type Schedule } from "../schedule"

const CREATED = new Date("2025-12-01T00:00:00Z")

function dates(schedule: Schedule, count: number, createdAt = CREATED): string[] {
  return nextLinkDates(schedule, createdAt, createdAt, count).map(({ at }) => at.toISOString().slice(0, 16))
}

describe("the dates on which links are sent", () => {
  it.each<[string, Schedule, string[]]>([
    [
      "31 January monthly takes a short month's last day and comes back to the 31st",
      { start_date: "2026-01-31", send_on_hour: 6, send_every: "MONTH" },
      ["2026-01-31T06:00", "2026-02-28T06:00", "2026-03-31T06:00", "2026-04-30T06:00", "2026-05-31T06:00"],
    ],
    [
      "31 January monthly in a leap year takes 29 February",
      { start_date: "2028-01-31", send_on_hour: 0, send_every: "MONTH" },
      ["2028-01-31T00:00", "2028-02-29T00:00", "2028-03-31T00:00"],
    ],
    [
      "yearly from 29 February takes the 28th until the next leap year",
      { start_date: "2028-02-29", send_on_hour: 23, send_every: "YEAR" },
      ["2028-02-29T23:00", "2029-02-28T23:00", "2030-02-28T23:00", "2031-02-28T23:00", "2032-02-29T23:00"],
    ],
    [
      "daily crosses the end of a year",
      { start_date: "2026-12-30", send_on_hour: 9, send_every: "DAY" },
      ["2026-12-30T09:00", "2026-12-31T09:00", "2027-01-01T09:00"],
    ],
    [
      "weekly keeps the day of the week",
      { start_date: "2026-02-23", send_on_hour: 9, send_every: "WEEK" },
      ["2026-02-23T09:00", "2026-03-02T09:00", "2026-03-09T09:00"],
    ],
    [
      "every two months from 31 December",
      { start_date: "2025-12-31", send_on_hour: 5, send_every: "TWO_MONTHS" },
      ["2025-12-31T05:00", "2026-02-28T05:00", "2026-04-30T05:00", "2026-06-30T05:00", "2026-08-31T05:00"],
    ],
    [
      "every three months, as in the documentation's example",
      { start_date: "2026-01-15", send_on_hour: 9, send_every: "THREE_MONTHS" },
      ["2026-01-15T09:00", "2026-04-15T09:00", "2026-07-15T09:00", "2026-10-15T09:00"],
    ],
    [
      "every six months from 31 August",
      { start_date: "2026-08-31", send_on_hour: 9, send_every: "SIX_MONTHS" },
      ["2026-08-31T09:00", "2027-02-28T09:00", "2027-08-31T09:00"],
    ],
  ])("%s", (_, schedule, expected) => {
    expect(dates(schedule, expected.length)).toEqual(expected)
  })

  it("keep the same hour in UTC when the clocks change", () => {
    const schedule: Schedule = { start_date: "2026-03-16", send_on_hour: 9, send_every: "TWO_WEEKS" }
    expect(dates(schedule, 3)).toEqual(["2026-03-16T09:00", "2026-03-30T09:00", "2026-04-13T09:00"])
    const inLondon = nextLinkDates(schedule, CREATED, CREATED, 2).map(({ at }) =>
      DateTime.fromJSDate(at, { zone: "Europe/London" }).toFormat("HH:mm")
    )
    expect(inLondon).toEqual(["09:00", "10:00"])
  })

  it("begin immediately if the start is in the past, and then follow the start's day", () => {
    const createdAt = new Date("2026-03-10T12:34:00Z")
    const links = nextLinkDates(
      { start_date: "2026-01-31", send_on_hour: 6, send_every: "MONTH" },
      createdAt,
      createdAt,
      3
    )
    expect(links).toEqual([
      { at: createdAt, isImmediate: true },
      { at: new Date("2026-03-31T06:00:00Z"), isImmediate: false },
      { at: new Date("2026-04-30T06:00:00Z"), isImmediate: false },
    ])
  })

  it("count a start today as past once its hour has passed", () => {
    const schedule: Schedule = { start_date: "2026-03-10", send_on_hour: 6, send_every: "WEEK" }
    expect(dates(schedule, 1, new Date("2026-03-10T05:59:59Z"))).toEqual(["2026-03-10T06:00"])
    expect(dates(schedule, 2, new Date("2026-03-10T06:00:01Z"))).toEqual(["2026-03-10T06:00", "2026-03-17T06:00"])
    expect(nextLinkDates(schedule, new Date("2026-03-10T06:00:01Z"), new Date(0), 1)[0].isImmediate).toBe(true)
  })

  it("end with the end date's day", () => {
    const schedule: Schedule = {
      start_date: "2026-01-01",
      end_date: "2026-01-15",
      send_on_hour: 23,
      send_every: "WEEK",
    }
    expect(dates(schedule, 10)).toEqual(["2026-01-01T23:00", "2026-01-08T23:00", "2026-01-15T23:00"])
  })

  it("can be listed from a later time on", () => {
    const schedule: Schedule = { start_date: "2026-01-31", send_on_hour: 6, send_every: "MONTH" }
    const [next] = nextLinkDates(schedule, CREATED, new Date("2027-02-01T00:00:00Z"), 1)
    expect(next.at.toISOString()).toBe("2027-02-28T06:00:00.000Z")
  })
})

describe("the links of the first year", () => {
  it.each<[Schedule["send_every"], number]>([
    ["DAY", 365],
    ["WEEK", 53],
    ["TWO_WEEKS", 27],
    ["MONTH", 12],
    ["TWO_MONTHS", 6],
    ["THREE_MONTHS", 4],
    ["SIX_MONTHS", 2],
    ["YEAR", 1],
  ])("%s: %i", (send_every, count) => {
    expect(linksInFirstYear({ start_date: "2026-01-01", send_on_hour: 9, send_every }, CREATED)).toBe(count)
  })

  it("are fewer if the subscription ends earlier", () => {
    const schedule: Schedule = {
      start_date: "2026-01-01",
      end_date: "2026-03-01",
      send_on_hour: 9,
      send_every: "MONTH",
    }
    expect(linksInFirstYear(schedule, CREATED)).toBe(3)
  })
})
