import { Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useFormats } from "../lib/formats"
import { type AdminSetup, useSelfCheck } from "../lib/setup"
import { TestBadge, Status } from "./status"
import { Fact, IdentifierFact, Failure, Muted, ROW_PADDING, Section, SmallButton, Strong } from "./section"
import type { Finding } from "../../workflows/doctor/findings"
import { wordsOf } from "../lib/refused-request"

/** The options and the regions. */
export function SetupCard({ setup }: { setup: AdminSetup }) {
  const { t } = useTranslation()
  const label = (key: string) => t(`webcheckout.setup.fields.${key}`)
  return (
    <Section level="h1" title={t("webcheckout.setup.title")} badge={<TestBadge environment={setup.environment} />}>
      <Fact label={label("environment")}>{t(`webcheckout.environment.${setup.environment}`)}</Fact>
      <Fact label={label("operations")}>
        {t(`webcheckout.setup.operations.${setup.extended_api ? "extended" : "documented"}`)}
      </Fact>
      <IdentifierFact label={label("backend")} value={setup.backend_url} />
      <IdentifierFact label={label("storefront")} value={setup.storefront_url} />
      {setup.providers.map(({ id, regions }) => (
        <Fact key={id} label={<span dir="ltr">{id}</span>}>
          {regions.join(", ") || t("webcheckout.setup.noRegion")}
        </Fact>
      ))}
    </Section>
  )
}

/** The merchant accounts, with the times of their last success and last failure. */
export function AccountsCard({ setup }: { setup: AdminSetup }) {
  const { t, dateTime } = useFormats()
  const label = (key: string) => t(`webcheckout.setup.fields.${key}`)
  return setup.accounts.map(({ name, base_url, last_good_at, last_bad }) => (
    <Section key={name} title={t("webcheckout.setup.account", { name })} hint={t("webcheckout.setup.sinceStart")}>
      <IdentifierFact label={label("baseUrl")} value={base_url} />
      <Fact label={label("lastGood")}>{last_good_at && dateTime(last_good_at)}</Fact>
      <Fact label={label("lastBad")}>
        {last_bad && (
          <>
            {dateTime(last_bad.at)} · <span dir="ltr">{`${last_bad.operation} · ${last_bad.code}`}</span>
          </>
        )}
      </Fact>
    </Section>
  ))
}

/** The job's backlog: last contact, due and open payments, and those that need attention. */
export function BacklogCard({ setup }: { setup: AdminSetup }) {
  const { t, number, dateTime, ago } = useFormats()
  const label = (key: string) => t(`webcheckout.setup.fields.${key}`)
  const moment = (at: string | null) => at && `${dateTime(at)} (${ago(at)})`
  return (
    <Section title={t("webcheckout.setup.waiting")}>
      <Fact label={label("lastContact")}>{moment(setup.last_contact)}</Fact>
      <Fact label={label("open")}>{number(setup.open)}</Fact>
      <Fact label={label("attention")}>{number(setup.attention)}</Fact>
      <Fact label={label("due")}>{number(setup.due)}</Fact>
      <Fact label={label("oldestDue")}>{moment(setup.oldest_due_at)}</Fact>
      <Fact label={label("oldestUnanswered")}>{moment(setup.oldest_unanswered_at)}</Fact>
    </Section>
  )
}

const COLOR = { ok: "green", warning: "orange", error: "red" } as const

/** Shows what is wrong with the set-up and how to correct it, like `webcheckout doctor` in a terminal. */
export function SelfCheckCard() {
  const { t } = useTranslation()
  const { mutate, data, error, isPending } = useSelfCheck()
  return (
    <Section
      title={t("webcheckout.setup.check.title")}
      hint={t("webcheckout.setup.check.hint")}
      actions={
        <SmallButton isLoading={isPending} onClick={() => mutate()}>
          {t("webcheckout.setup.check.run")}
        </SmallButton>
      }
    >
      {error && <Failure className={ROW_PADDING}>{wordsOf(error)}</Failure>}
      <div role="status">
        {data?.findings.map((found) => (
          <FindingRow key={`${found.check} ${found.detail ?? ""}`} found={found} />
        ))}
      </div>
    </Section>
  )
}

function FindingRow({ found: { check, code, status, detail } }: { found: Finding }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 border-b px-6 py-4 last:border-b-0">
      <div className="min-w-0 flex-1">
        <Strong leading="normal">{t(`webcheckout.setup.checks.${check}`)}</Strong>
        {detail !== null && (
          <Muted className="break-words" dir="ltr">
            {detail}
          </Muted>
        )}
        {code !== "ok" && <Text size="small">{t(`webcheckout.setup.findings.${code}.what`)}</Text>}
        {code !== "ok" && <Muted>{t(`webcheckout.setup.findings.${code}.mend`)}</Muted>}
      </div>
      <Status color={COLOR[status]}>{t(`webcheckout.setup.status.${status}`)}</Status>
    </div>
  )
}
