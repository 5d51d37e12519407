import { DateTime } from "luxon"
import { invalidData } from "./errors"

/** The most days of a period: a leap year. */
export const MOST_DAYS = 366

/** The days of a statement, in the store's time zone. */
export type StatementPeriod = ReturnType<typeof statementPeriod>

/**
 * The days from one to another, both included.
 *
 * @param from yyyy-MM-dd
 * @param time_zone IANA name, e.g. `Asia/Dubai`
 * @throws MedusaError INVALID_DATA with the field and the rule
 */
export function statementPeriod({ from, to }: { from: string; to: string }, time_zone: string) {
  const first = dayOf(from, time_zone)
  const last = dayOf(to, time_zone)
  for (const [field, day] of Object.entries({ from: first, to: last })) {
    if (!day.isValid) {
      throw invalidData([{ field, rule: "must be a day, as yyyy-MM-dd" }])
    }
  }
  const count = Math.round(last.diff(first, "days").days) + 1
  if (count < 1 || count > MOST_DAYS) {
    const rule = `must be "from" or later, and a statement holds at most ${MOST_DAYS} days`
    throw invalidData([{ field: "to", rule }])
  }
  const starts = Array.from({ length: count + 1 }, (_, index) =>
    dayOf(first.plus({ days: index }).toFormat("yyyy-MM-dd"), time_zone)
  )
  return {
    from,
    to,
    time_zone,
    /** When each day begins, and at the end when the last one is over: a day may have 23 or 25 hours. */
    boundaries: starts.map((start) => start.toJSDate()),
    /** The days themselves, as yyyy-MM-dd. */
    days: starts.slice(0, count).map((start) => start.toFormat("yyyy-MM-dd")),
  }
}

const HOUR = 3600
const QUARTER = 900
/** Of each season's clocks, 2020 to 2039. */
const SEASONS = Array.from({ length: 80 }, (_, index) => ({
  year: 2020 + Math.floor(index / 4),
  month: 1 + (index % 4) * 3,
}))

/** Into what spans every day of a time zone can be cut, in seconds: hours, or quarters where it is not whole hours from UTC. */
export function secondsOfSpan(time_zone: string): number {
  return SEASONS.every((season) => DateTime.fromObject(season, { zone: time_zone }).offset % 60 === 0) ? HOUR : QUARTER
}

/** Today and the first day of its month, where nobody says which days are wanted. */
export function thisMonth(time_zone: string, now = new Date()): { from: string; to: string } {
  const today = DateTime.fromJSDate(now, { zone: time_zone })
  return { from: today.startOf("month").toFormat("yyyy-MM-dd"), to: today.toFormat("yyyy-MM-dd") }
}

/** A moment as the store's clock shows it, with its distance from UTC: `2026-11-01 13:04:05 +04:00`. */
export function localMoment(at: Date, time_zone: string): string {
  return DateTime.fromJSDate(new Date(at), { zone: time_zone }).toFormat("yyyy-MM-dd HH:mm:ss ZZ")
}

function dayOf(text: string, zone: string): DateTime {
  return DateTime.fromFormat(text, "yyyy-MM-dd", { zone }).startOf("day")
}
