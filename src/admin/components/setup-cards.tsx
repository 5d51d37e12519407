import { Container, Heading, Text, Button } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { useFormats } from "../lib/formats"
import { type AdminSetup, useSelfCheck } from "../lib/setup"
import { TestBadge, Status } from "./status"
import { Fact, Identifier } from "./fact"
import type { Finding } from "../../workflows/doctor/diagnosis"
import { wordsOf } from "../lib/refused-request"

/** The options and the regions. */
export function SetupCard({ setup }: { setup: AdminSetup }) {
  const { t } = useTranslation()
  const label = (key: string) => t(`webcheckout.setup.fields.${key}`)
  return (
    <Container className="divide-y p-0">
      <div className="flex items-center gap-x-3 px-6 py-4">
        <Heading>{t("webcheckout.setup.title")}</Heading>
        <TestBadge environment={setup.environment} />
      </div>
      <Fact label={label("environment")}>{t(`webcheckout.environment.${setup.environment}`)}</Fact>
      <Fact label={label("operations")}>
        {t(`webcheckout.setup.operations.${setup.extended_api ? "extended" : "documented"}`)}
      </Fact>
      <Fact label={label("backend")}>
        <Identifier value={setup.backend_url} />
      </Fact>
      <Fact label={label("storefront")}>
        <Identifier value={setup.storefront_url} />
      </Fact>
      {setup.providers.map(({ id, regions }) => (
        <Fact key={id} label={<span dir="ltr">{id}</span>}>
          {regions.join(", ") || t("webcheckout.setup.noRegion")}
        </Fact>
      ))}
    </Container>
  )
}

/** The merchant accounts, with the times of their last success and last failure. */
export function AccountsCard({ setup }: { setup: AdminSetup }) {
  const { t, dateTime } = useFormats()
  const label = (key: string) => t(`webcheckout.setup.fields.${key}`)
  return setup.accounts.map(({ name, base_url, last_good_at, last_bad }) => (
    <Container key={name} className="divide-y p-0">
      <div className="px-6 py-4">
        <Heading level="h2">{t("webcheckout.setup.account", { name })}</Heading>
        <Text size="small" className="text-ui-fg-subtle">
          {t("webcheckout.setup.sinceStart")}
        </Text>
      </div>
      <Fact label={label("baseUrl")}>
        <Identifier value={base_url} />
      </Fact>
      <Fact label={label("lastGood")}>{last_good_at === null ? "–" : dateTime(last_good_at)}</Fact>
      <Fact label={label("lastBad")}>
        {last_bad === null ? (
          "–"
        ) : (
          <>
            {dateTime(last_bad.at)} · <span dir="ltr">{`${last_bad.operation} · ${last_bad.code}`}</span>
          </>
        )}
      </Fact>
    </Container>
  ))
}

/** The job's backlog: last contact, due and open payments, and those that need attention. */
export function WaitingCard({ setup }: { setup: AdminSetup }) {
  const { t, number, dateTime, ago } = useFormats()
  const label = (key: string) => t(`webcheckout.setup.fields.${key}`)
  const moment = (at: string | null): ReactNode => (at === null ? "–" : `${dateTime(at)} (${ago(at)})`)
  return (
    <Container className="divide-y p-0">
      <div className="px-6 py-4">
        <Heading level="h2">{t("webcheckout.setup.waiting")}</Heading>
      </div>
      <Fact label={label("lastContact")}>{moment(setup.last_contact)}</Fact>
      <Fact label={label("open")}>{number(setup.open)}</Fact>
      <Fact label={label("attention")}>{number(setup.attention)}</Fact>
      <Fact label={label("due")}>{number(setup.due)}</Fact>
      <Fact label={label("oldestDue")}>{moment(setup.oldest_due_at)}</Fact>
      <Fact label={label("oldestUnanswered")}>{moment(setup.oldest_unanswered_at)}</Fact>
    </Container>
  )
}

const COLOR = { ok: "green", warning: "orange", error: "red" } as const

/** Shows what is wrong with the set-up and how to correct it, like `webcheckout doctor` in a terminal. */
export function SelfCheckCard() {
  const { t } = useTranslation()
  const { mutate, data, error, isPending } = useSelfCheck()
  return (
    <Container className="divide-y p-0">
      <div className="flex flex-wrap items-center justify-between gap-3 px-6 py-4">
        <div className="min-w-0">
          <Heading level="h2">{t("webcheckout.setup.check.title")}</Heading>
          <Text size="small" className="text-ui-fg-subtle">
            {t("webcheckout.setup.check.hint")}
          </Text>
        </div>
        <Button size="small" variant="secondary" isLoading={isPending} onClick={() => mutate()}>
          {t("webcheckout.setup.check.run")}
        </Button>
      </div>
      {error && (
        <Text size="small" className="text-ui-fg-error px-6 py-4" role="alert">
          {wordsOf(error)}
        </Text>
      )}
      <div role="status">
        {data?.findings.map((found) => (
          <FindingRow key={`${found.check} ${found.detail ?? ""}`} found={found} />
        ))}
      </div>
    </Container>
  )
}

function FindingRow({ found: { check, code, status, detail } }: { found: Finding }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 border-b px-6 py-4 last:border-b-0">
      <div className="min-w-0 flex-1">
        <Text size="small" weight="plus">
          {t(`webcheckout.setup.checks.${check}`)}
        </Text>
        {detail !== null && (
          <Text size="small" className="text-ui-fg-subtle break-words" dir="ltr">
            {detail}
          </Text>
        )}
        {code !== "ok" && <Text size="small">{t(`webcheckout.setup.findings.${code}.what`)}</Text>}
        {code !== "ok" && (
          <Text size="small" className="text-ui-fg-subtle">
            {t(`webcheckout.setup.findings.${code}.mend`)}
          </Text>
        )}
      </div>
      <Status color={COLOR[status]}>{t(`webcheckout.setup.status.${status}`)}</Status>
    </div>
  )
}
