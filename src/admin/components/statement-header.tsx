import { ArrowDownTray, TriangleLeftMini, TriangleRightMini } from "@medusajs/icons"
import { Container, IconButton, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { isTokenNeeded, type AdminStatus, useStoreCurrencies } from "../lib/client"
import { useFormats } from "../lib/formats"
import { saveStatement, statementFile, type StatementQuery, useCompare, type AdminStatement } from "../lib/statement"
import { SPANS, type Span, type StatementDays } from "../lib/statement-days"
import { reportOutcome } from "../lib/actions"
import { useUrlParams } from "../lib/table-query"
import { wordsOf } from "../lib/refused-request"
import { Choice } from "./form-field"
import { Failure, Muted, Section, SmallButton } from "./section"
import { TestBadge } from "./status"

/** The value for "all": a Select has no empty value. */
const ALL = "all"

interface StatementFiltersProps {
  query: StatementQuery
  status: AdminStatus
}

/** Selects the period and the account, and downloads the statement. */
export function StatementHeader({ days, query, status }: StatementFiltersProps & { days: StatementDays }) {
  const { t, day } = useFormats()
  const { change } = useUrlParams()
  return (
    <Section
      level="h1"
      title={t("webcheckout.statement.title")}
      badge={<TestBadge environment={query.environment} />}
      actions={
        <div className="flex flex-wrap items-center gap-2">
          <Spans span={days.span} onChange={(span) => change({ span })} />
          <FileButton query={query} />
        </div>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-3 px-6 py-4">
        <div className="flex items-center gap-x-2">
          <IconButton
            size="small"
            aria-label={t("webcheckout.statement.before")}
            onClick={() => change({ day: days.before })}
          >
            <TriangleLeftMini className="rtl:rotate-180" />
          </IconButton>
          <Text size="small" weight="plus" className="text-center" role="status">
            {days.from === days.to ? day(days.from) : `${day(days.from)} – ${day(days.to)}`}
          </Text>
          <IconButton
            size="small"
            aria-label={t("webcheckout.statement.after")}
            disabled={days.after === null}
            onClick={() => days.after !== null && change({ day: days.after })}
          >
            <TriangleRightMini className="rtl:rotate-180" />
          </IconButton>
          <Muted dir="ltr">{status.time_zone}</Muted>
        </div>
        <StatementFilters query={query} status={status} />
      </div>
    </Section>
  )
}

function FileButton({ query }: { query: StatementQuery }) {
  const { t } = useTranslation()
  const content = (
    <>
      <ArrowDownTray />
      {t("webcheckout.statement.file")}
    </>
  )
  return isTokenNeeded ? (
    <SmallButton onClick={() => void reportOutcome(saveStatement(query))}>{content}</SmallButton>
  ) : (
    <SmallButton asChild>
      <a href={statementFile(query)} download>
        {content}
      </a>
    </SmallButton>
  )
}

function Spans({ span: chosen, onChange }: { span: Span; onChange: (span: Span) => void }) {
  const { t } = useTranslation()
  return (
    <div role="group" aria-label={t("webcheckout.statement.span")} className="flex gap-1">
      {SPANS.map((span) => (
        <SmallButton
          key={span}
          variant={span === chosen ? "secondary" : "transparent"}
          aria-pressed={span === chosen}
          onClick={() => onChange(span)}
        >
          {t(`webcheckout.statement.spans.${span}`)}
        </SmallButton>
      ))}
    </div>
  )
}

/** Filters for environment, account and currency; a filter with only one value is hidden. */
function StatementFilters({ query, status }: StatementFiltersProps) {
  const { t } = useTranslation()
  const { change } = useUrlParams()
  const { data: currencies = [] } = useStoreCurrencies()
  const all = { value: ALL, label: t("webcheckout.statement.all") }
  const anyOf = (values: string[]) =>
    values.length > 1 ? [all, ...values.map((value) => ({ value, label: value }))] : []
  const environments = ["test", "live"].map((value) => ({ value, label: t(`webcheckout.environment.${value}`) }))
  const filters = [
    { name: "environment", field: "environment", choices: environments },
    { name: "account", field: "account", choices: anyOf(status.accounts) },
    { name: "currency_code", field: "currency", choices: anyOf(currencies.map(({ code }) => code)) },
  ] as const
  return (
    <div className="flex flex-wrap items-center gap-2">
      {filters
        .filter(({ choices }) => choices.length > 0)
        .map(({ name, field, choices }) => (
          <Choice
            key={name}
            size="small"
            className="w-auto min-w-24 gap-x-2"
            aria-label={t(`webcheckout.payments.fields.${field}`)}
            value={query[name] ?? ALL}
            choices={choices}
            onChange={(value) => change({ [name]: value === ALL ? undefined : value })}
          />
        ))}
    </div>
  )
}

/** When the books were compared, a button to compare them again, and its progress. */
export function StatementNotes({ statement, query }: { statement: AdminStatement; query: StatementQuery }) {
  const { t, zonedTime, ago } = useFormats()
  const { mutate, isPending, error } = useCompare(query)
  const { asked_at, time_zone, to_compare, can_ask, sums } = statement
  return (
    <Container className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0 flex-1" style={{ flexBasis: "18rem" }}>
        <Text size="small" role="status">
          {to_compare > 0
            ? t("webcheckout.statement.asking", { count: to_compare })
            : asked_at === null
              ? t(sums.length > 0 ? "webcheckout.statement.neverAsked" : "webcheckout.statement.empty")
              : t("webcheckout.statement.asked", { at: zonedTime(asked_at, time_zone), ago: ago(asked_at) })}
        </Text>
        <Muted>{t("webcheckout.statement.hint")}</Muted>
        {error && <Failure>{wordsOf(error)}</Failure>}
      </div>
      {can_ask && (
        <SmallButton isLoading={isPending || to_compare > 0} onClick={() => mutate()}>
          {t("webcheckout.statement.compare")}
        </SmallButton>
      )}
    </Container>
  )
}
