import { useMemo } from "react"
import { useTranslation } from "react-i18next"

const SHORTEST = ["second", 1] as const
const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const

/** Texts, amounts and times in the admin's language. Times are in the time zone that is named, or the user's. */
export function useFormats() {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const formats = useMemo(() => {
    const moment = (options: Intl.DateTimeFormatOptions) => (at: Date | string, timeZone?: string) =>
      new Intl.DateTimeFormat(language, { ...options, timeZone }).format(new Date(at))
    return {
      /** @param amount major units, as a number or as decimal text */
      money: (amount: number | string, currency: string) =>
        new Intl.NumberFormat(language, { style: "currency", currency, currencyDisplay: "code" }).format(
          amount as number
        ),
      number: (value: number) => new Intl.NumberFormat(language).format(value),
      /** A calendar day as yyyy-MM-dd, the same in every time zone. */
      day: (date: string) => moment({ dateStyle: "medium" })(`${date}T00:00:00Z`, "UTC"),
      date: moment({ weekday: "short", day: "numeric", month: "short", year: "numeric" }),
      time: moment({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
      dateTime: moment({ dateStyle: "medium", timeStyle: "short" }),
      /** A time with the name of its zone, shown beside the days of a statement. */
      zonedTime: moment({ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", timeZoneName: "short" }),
      /** How long ago, in the largest full unit: "3 days ago". */
      ago: (at: Date | string, now = Date.now()) => {
        const seconds = Math.max(0, (now - new Date(at).getTime()) / 1000)
        const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? SHORTEST
        return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-Math.floor(seconds / length), unit)
      },
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }
  }, [language])
  return { t, ...formats }
}
