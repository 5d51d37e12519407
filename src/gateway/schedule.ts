import { DateTime } from "luxon"
import { FREQUENCIES, type PeriodUnit, type SendEvery } from "./frequencies"

/** When a subscription's links go out. Dates as yyyy-MM-dd, the hour in UTC. */
export interface Schedule {
  startDate: string
  endDate?: string | null
  sendOnHour: number
  sendEvery: SendEvery
}

export interface LinkDate {
  at: Date
  /** Sent on creation, because the start lies in the past. */
  isImmediate: boolean
}

const LUXON_UNIT = { DAYS: "days", WEEKS: "weeks", MONTHS: "months" } as const satisfies Record<PeriodUnit, string>
/** A daily link for more than a century. */
const MOST_LINKS = 40_000

/**
 * The moments at which links go out, from the creation on, oldest first. Documented: every period from the start date, at
 * the hour UTC; with a start in the past one link at once. Not documented, so our estimate: a month without the start's day
 * takes its last day (31 January, 28 February, 31 March); no link goes out after the end date; a start today whose hour has
 * gone by counts as past.
 *
 * @param createdAt when the subscription was created, or would be
 */
export function* linkDates(schedule: Schedule, createdAt: Date): Generator<LinkDate> {
  if (isPastStart(schedule, createdAt)) {
    yield { at: createdAt, isImmediate: true }
  }
  const { period, periodUnit } = FREQUENCIES[schedule.sendEvery]
  const start = startOf(schedule)
  const end = schedule.endDate ? DateTime.fromISO(schedule.endDate, { zone: "utc" }).endOf("day") : undefined
  for (let step = 0; step < MOST_LINKS; step += 1) {
    // Always from the start, never from the one before: a short month must not shorten those after it.
    const at = start.plus({ [LUXON_UNIT[periodUnit]]: step * period })
    if (end && at > end) {
      return
    }
    if (at.toMillis() >= createdAt.getTime()) {
      yield { at: at.toJSDate(), isImmediate: false }
    }
  }
}

/** The next dates from a moment on. @param count how many at most */
export function nextLinkDates(schedule: Schedule, createdAt: Date, from: Date, count: number): LinkDate[] {
  const found: LinkDate[] = []
  for (const link of linkDates(schedule, createdAt)) {
    if (found.length === count) {
      break
    }
    if (link.at >= from) {
      found.push(link)
    }
  }
  return found
}

/** How many links go out in the year that begins with the first. */
export function linksInFirstYear(schedule: Schedule, createdAt: Date): number {
  let count = 0
  let end: Date | undefined
  for (const { at } of linkDates(schedule, createdAt)) {
    end ??= DateTime.fromJSDate(at, { zone: "utc" }).plus({ years: 1 }).toJSDate()
    if (at >= end) {
      break
    }
    count += 1
  }
  return count
}

/** Whether the first link is sent on creation. */
export function isPastStart(schedule: Pick<Schedule, "startDate" | "sendOnHour">, createdAt: Date): boolean {
  return startOf(schedule).toMillis() < createdAt.getTime()
}

function startOf({ startDate, sendOnHour }: Pick<Schedule, "startDate" | "sendOnHour">): DateTime {
  return DateTime.fromISO(startDate, { zone: "utc" }).set({ hour: sendOnHour })
}
