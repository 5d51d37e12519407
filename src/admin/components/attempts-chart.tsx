import { Container, Heading, Text, Tooltip } from "@medusajs/ui"
import type { DayAttempts } from "../../modules/web-checkout/rules/statement-answer"
import { useFormats } from "../lib/formats"
import { Muted } from "./section"

const ENDS = ["paid", "failed", "abandoned"] as const
/** Colors from Medusa's palette, for both themes. */
const COLOR = {
  paid: "var(--tag-green-icon)",
  failed: "var(--tag-red-icon)",
  abandoned: "var(--tag-neutral-icon)",
} as const

/** The outcomes of each day's attempts: a bar for each day, and a table for screen readers. */
export function AttemptsChart({ days }: { days: DayAttempts[] }) {
  const { t, number, day } = useFormats()
  const sumOf = (one: DayAttempts) => ENDS.reduce((sum, end) => sum + one[end], 0)
  const most = Math.max(1, ...days.map(sumOf))
  const label = (end: (typeof ENDS)[number]) => t(`webcheckout.statement.attempts.${end}`)
  return (
    <Container className="flex flex-col gap-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Heading level="h2">{t("webcheckout.statement.attempts.title")}</Heading>
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          {ENDS.map((end) => (
            <span key={end} className="flex items-center gap-x-2">
              <span className="size-2 rounded-full" style={{ backgroundColor: COLOR[end] }} />
              <Text size="small" as="span">
                {label(end)} {number(days.reduce((sum, one) => sum + one[end], 0))}
              </Text>
            </span>
          ))}
        </div>
      </div>
      <div aria-hidden>
        <Muted size="xsmall">{number(most)}</Muted>
        <div className="border-ui-border-base flex items-end gap-x-0.5 border-y" style={{ height: 160 }}>
          {days.map((one) => (
            <Tooltip
              key={one.date}
              content={`${day(one.date)} · ${ENDS.map((end) => `${label(end)} ${number(one[end])}`).join(" · ")}`}
            >
              <div className="flex h-full flex-1 flex-col justify-end">
                {[...ENDS].reverse().map((end) => (
                  <div
                    key={end}
                    style={{ height: `${(100 * one[end]) / most}%`, backgroundColor: COLOR[end], maxWidth: "3rem" }}
                    className="mx-auto w-full"
                  />
                ))}
              </div>
            </Tooltip>
          ))}
        </div>
        <div className="flex justify-between pt-1">
          {days
            .filter((_, index) => [0, (days.length - 1) >> 1, days.length - 1].includes(index))
            .map((one) => (
              <Muted key={one.date} size="xsmall">
                {day(one.date)}
              </Muted>
            ))}
        </div>
      </div>
      <AttemptsTable days={days} />
      <Muted>{t("webcheckout.statement.attempts.hint")}</Muted>
    </Container>
  )
}

function AttemptsTable({ days }: { days: DayAttempts[] }) {
  const { t, number, day } = useFormats()
  return (
    <table className="sr-only">
      <caption>{t("webcheckout.statement.attempts.title")}</caption>
      <thead>
        <tr>
          <th>{t("webcheckout.statement.spans.day")}</th>
          {ENDS.map((end) => (
            <th key={end}>{t(`webcheckout.statement.attempts.${end}`)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((one) => (
          <tr key={one.date}>
            <td>{day(one.date)}</td>
            {ENDS.map((end) => (
              <td key={end}>{number(one[end])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
