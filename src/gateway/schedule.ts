import { DateTime } from "luxon"
import { FREQUENCIES, type SendEvery } from "./frequencies"

/** When a subscription's links are sent. Dates as yyyy-MM-dd, the hour in UTC. */
export interface Schedule {
  start_date: string
  end_date?: string | null
  send_on_hour: number
  send_every: SendEvery
}

export interface LinkDate {
  at: Date
  /** Sent on creation, because the start date is in the past. */
  isImmediate: boolean
}

/** More than a century of daily links. */
const MOST_LINKS = 40_000

/**
 * The times at which links are sent, from the creation on, oldest first. Documented: every period from the start date, at the hour in UTC;
 * if the start is in the past, one link immediately. Not documented, so an estimate: a month without the start's day uses its last day
 * (31 January, 28 February, 31 March); no link is sent after the end date; a start today at an hour that has passed counts as past.
 *
 * @param createdAt when the subscription was or would be created
 */
export function* linkDates(schedule: Schedule, createdAt: Date): Generator<LinkDate> {
  if (isPastStart(schedule, createdAt)) {
    yield { at: createdAt, isImmediate: true }
  }
  const { period, periodUnit } = FREQUENCIES[schedule.send_every]
  const start = startOf(schedule)
  const end = schedule.end_date ? DateTime.fromISO(schedule.end_date, { zone: "utc" }).endOf("day") : undefined
  for (let step = 0; step < MOST_LINKS; step += 1) {
    // Counted from the start, not from the previous date: a short month must not shorten the following ones.
    const at = start.plus({ [periodUnit]: step * period })
    if (end && at > end) {
      return
    }
    if (at.toMillis() >= createdAt.getTime()) {
      yield { at: at.toJSDate(), isImmediate: false }
    }
  }
}

/** The next dates from a given time on. @param count the maximum number */
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

/** The number of links sent in the year that starts with the first. */
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
export function isPastStart(schedule: Pick<Schedule, "start_date" | "send_on_hour">, createdAt: Date): boolean {
  return startOf(schedule).toMillis() < createdAt.getTime()
}

function startOf({ start_date, send_on_hour }: Pick<Schedule, "start_date" | "send_on_hour">): DateTime {
  return DateTime.fromISO(start_date, { zone: "utc" }).set({ hour: send_on_hour })
}
