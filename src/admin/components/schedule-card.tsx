import { Container, Heading, Text } from "@medusajs/ui"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import { nextLinkDates } from "../../gateway/schedule"
import { useFormats } from "../lib/formats"
import type { AdminSubscription } from "../lib/subscriptions"
import { LinkDates } from "./link-dates"

const SHOWN = 5
/** While nobody knows whether it was created, the dates are those it would have. */
const RUNNING = ["active", "created", "creating", "unconfirmed"]

/** The coming links of a subscription that is under way. */
export function ScheduleCard({ subscription }: { subscription: AdminSubscription }) {
  const { t } = useTranslation()
  const { zone } = useFormats()
  const { start_date, end_date, send_on_hour, send_every, created_at, status } = subscription
  const dates = useMemo(
    () =>
      nextLinkDates(
        { startDate: start_date, endDate: end_date, sendOnHour: send_on_hour, sendEvery: send_every },
        new Date(created_at),
        new Date(),
        SHOWN
      ),
    [start_date, end_date, send_on_hour, send_every, created_at]
  )
  const isRunning = RUNNING.includes(status)
  return (
    <Container className="divide-y p-0">
      <div className="px-6 py-4">
        <Heading level="h2">{t("webcheckout.subscriptions.schedule.next")}</Heading>
        {isRunning && dates.length > 0 && (
          <Text size="small" className="text-ui-fg-subtle">
            {t("webcheckout.subscriptions.schedule.zone", { zone })}
          </Text>
        )}
      </div>
      {isRunning && dates.length > 0 ? (
        <>
          <LinkDates dates={dates} />
          <div className="px-6 py-3">
            <Text size="xsmall" className="text-ui-fg-subtle">
              {t("webcheckout.subscriptions.schedule.estimate")}
            </Text>
          </div>
        </>
      ) : (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t(`webcheckout.subscriptions.schedule.${status === "inactive" ? "paused" : "none"}`)}
        </Text>
      )}
    </Container>
  )
}
