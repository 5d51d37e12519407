import { BigNumber } from "bignumber.js"
import { Container, Heading, Text } from "@medusajs/ui"
import { useState } from "react"
import { useWatch, type Control } from "react-hook-form"
import { useTranslation } from "react-i18next"
import { linksInFirstYear, nextLinkDates } from "../../gateway/schedule"
import { useFormats } from "../lib/formats"
import { scheduleOf, type SubscriptionForm } from "../lib/subscription-form"
import { LinkDates } from "./link-dates"

const SHOWN = 5

/** What the form would do: the next dates, and what they come to in a year. */
export function SchedulePreview({ control }: { control: Control<SubscriptionForm> }) {
  const { t } = useTranslation()
  const { money, number, zone } = useFormats()
  const [start_date, end_date, send_on_hour, send_every, amount, currency_code, digits] = useWatch({
    control,
    name: ["start_date", "end_date", "send_on_hour", "send_every", "amount", "currency_code", "digits"],
  })
  const [openedAt] = useState(() => new Date())
  if (!start_date || (end_date !== undefined && end_date < start_date)) {
    return null
  }
  const schedule = scheduleOf({ start_date, end_date, send_on_hour, send_every })
  const links = linksInFirstYear(schedule, openedAt)
  const sum = new BigNumber(amount || 0).times(links)
  return (
    <Container className="divide-y p-0" aria-live="polite" data-testid="schedule-preview">
      <div className="px-6 py-4">
        <Heading level="h3">{t("webcheckout.subscriptions.schedule.next")}</Heading>
        <Text size="small" className="text-ui-fg-subtle">
          {t("webcheckout.subscriptions.schedule.zone", { zone })}
        </Text>
      </div>
      <LinkDates dates={nextLinkDates(schedule, openedAt, openedAt, SHOWN)} />
      {sum.isGreaterThan(0) && currency_code && (
        <div className="flex items-center justify-between gap-x-4 px-6 py-4">
          <Text size="small" leading="compact" className="text-ui-fg-subtle">
            {t("webcheckout.subscriptions.schedule.year", { count: links, number: number(links) })}
          </Text>
          <Text size="small" leading="compact" weight="plus" data-testid="year-sum">
            {money(sum.toFixed(digits) as `${number}`, currency_code)}
          </Text>
        </div>
      )}
      <div className="px-6 py-3">
        <Text size="xsmall" className="text-ui-fg-subtle">
          {t("webcheckout.subscriptions.schedule.estimate")}
        </Text>
      </div>
    </Container>
  )
}
