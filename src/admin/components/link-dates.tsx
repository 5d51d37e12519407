import { Badge, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { LinkDate } from "../../gateway/schedule"
import { useFormats } from "../lib/formats"

/** Coming dates: in the zone of the person who looks, with UTC beside it. */
export function LinkDates({ dates }: { dates: LinkDate[] }) {
  const { t } = useTranslation()
  const { date, time, utcDate, utcTime } = useFormats()
  return (
    <ol className="divide-y">
      {dates.map(({ at, isImmediate }) => (
        <li key={at.toISOString()} className="flex items-center justify-between gap-x-4 px-6 py-3">
          {isImmediate ? (
            <>
              <Text size="small" leading="compact" weight="plus">
                {t("webcheckout.subscriptions.schedule.atOnce")}
              </Text>
              <Badge size="2xsmall" color="orange">
                {t("webcheckout.subscriptions.schedule.onCreation")}
              </Badge>
            </>
          ) : (
            <>
              <Text size="small" leading="compact" weight="plus">
                {t("webcheckout.subscriptions.schedule.local", { date: date(at), time: time(at) })}
              </Text>
              <Text size="small" leading="compact" className="text-ui-fg-subtle text-end">
                {t("webcheckout.subscriptions.schedule.utc", { date: utcDate(at), time: utcTime(at) })}
              </Text>
            </>
          )}
        </li>
      ))}
    </ol>
  )
}
