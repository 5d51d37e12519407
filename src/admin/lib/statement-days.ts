import { DateTime } from "luxon"

export const SPANS = ["day", "week", "month"] as const

export type Span = (typeof SPANS)[number]

/** A statement's period as selected, each day as yyyy-MM-dd in the store's time zone. */
export type StatementDays = ReturnType<typeof statementDays>

/**
 * The day, week (from Monday, ISO 8601) or month that contains a day.
 *
 * @param day yyyy-MM-dd; today if it is invalid
 * @param time_zone the store's, IANA name
 */
export function statementDays(span: Span, day: string, time_zone: string, now = new Date()) {
  const today = DateTime.fromJSDate(now, { zone: time_zone })
  const chosen = DateTime.fromFormat(day, "yyyy-MM-dd", { zone: time_zone })
  const start = (chosen.isValid ? chosen : today).startOf(span)
  const next = start.plus({ [span]: 1 })
  const text = (at: DateTime) => at.toFormat("yyyy-MM-dd")
  return {
    span,
    from: text(start),
    to: text(start.endOf(span)),
    /** A day of the previous period and of the next; null if that period is in the future. */
    before: text(start.minus({ [span]: 1 })),
    after: next > today ? null : text(next),
  }
}
