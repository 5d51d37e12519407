import { Badge } from "@medusajs/ui"
import { useState, type ReactNode } from "react"
import { nextLinkDates, linksInFirstYear, type LinkDate } from "../../gateway/schedule"
import { useFormats } from "../lib/formats"
import type { AdminSubscription } from "../lib/subscriptions"
import { Muted, Section, Strong, Note } from "./section"
import { BigNumber } from "bignumber.js"
import { useWatch, type Control } from "react-hook-form"
import type { SubscriptionForm } from "../lib/subscription-form"

const DATES_SHOWN = 5
/** Statuses in which links are sent, or will be if the gateway has created the subscription (`creating`, `unconfirmed`). */
const MAY_SEND_LINKS = ["active", "created", "creating", "unconfirmed"]

/** The dates of a subscription's next links, or a note that none are sent. */
export function ScheduleCard({ subscription }: { subscription: AdminSubscription }) {
  const { t, zone } = useFormats()
  const { created_at, status } = subscription
  const dates = nextLinkDates(subscription, new Date(created_at), new Date(), DATES_SHOWN)
  const showsDates = MAY_SEND_LINKS.includes(status) && dates.length > 0
  return (
    <Section
      title={t("webcheckout.subscriptions.schedule.next")}
      hint={showsDates && t("webcheckout.subscriptions.schedule.zone", { zone })}
    >
      {showsDates ? (
        <LinkDates dates={dates} />
      ) : (
        <Note>{t(`webcheckout.subscriptions.schedule.${status === "inactive" ? "paused" : "none"}`)}</Note>
      )}
    </Section>
  )
}

/** Previews the form's schedule: the next links, and their total in the first year. */
export function SchedulePreview({ control }: { control: Control<SubscriptionForm> }) {
  const { t, money, number, zone } = useFormats()
  const [start_date, end_date, send_on_hour, send_every, amount, currency_code, digits] = useWatch({
    control,
    name: ["start_date", "end_date", "send_on_hour", "send_every", "amount", "currency_code", "digits"],
  })
  const [openedAt] = useState(() => new Date())
  if (!start_date || (end_date !== undefined && end_date < start_date)) {
    return null
  }
  const schedule = { start_date, end_date, send_on_hour, send_every }
  const links = linksInFirstYear(schedule, openedAt)
  const sum = new BigNumber(amount || 0).times(links)
  return (
    <Section
      aria-live="polite"
      data-testid="schedule-preview"
      level="h3"
      title={t("webcheckout.subscriptions.schedule.next")}
      hint={t("webcheckout.subscriptions.schedule.zone", { zone })}
    >
      <LinkDates dates={nextLinkDates(schedule, openedAt, openedAt, DATES_SHOWN)}>
        {sum.isGreaterThan(0) && currency_code && (
          <div className="flex items-center justify-between gap-x-4 px-6 py-4">
            <Muted leading="compact">
              {t("webcheckout.subscriptions.schedule.year", { count: links, number: number(links) })}
            </Muted>
            <Strong data-testid="year-sum">{money(sum.toFixed(digits), currency_code)}</Strong>
          </div>
        )}
      </LinkDates>
    </Section>
  )
}

/** The next dates in the user's time zone and in UTC, a sum, and the note that the dates are an estimate. */
function LinkDates({ dates, children }: { dates: LinkDate[]; children?: ReactNode }) {
  const { t, date, time } = useFormats()
  return (
    <>
      <ol className="divide-y">
        {dates.map(({ at, isImmediate }) => (
          <li key={at.toISOString()} className="flex items-center justify-between gap-x-4 px-6 py-3">
            <Strong>
              {isImmediate
                ? t("webcheckout.subscriptions.schedule.atOnce")
                : t("webcheckout.subscriptions.schedule.local", { date: date(at), time: time(at) })}
            </Strong>
            {isImmediate ? (
              <Badge size="2xsmall" color="orange">
                {t("webcheckout.subscriptions.schedule.onCreation")}
              </Badge>
            ) : (
              <Muted leading="compact" className="text-end">
                {t("webcheckout.subscriptions.schedule.utc", { date: date(at, "UTC"), time: time(at, "UTC") })}
              </Muted>
            )}
          </li>
        ))}
      </ol>
      {children}
      <Muted size="xsmall" className="px-6 py-3">
        {t("webcheckout.subscriptions.schedule.estimate")}
      </Muted>
    </>
  )
}
