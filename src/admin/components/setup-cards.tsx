import { Container, Heading, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { useFormats } from "../lib/formats"
import type { AdminSetup } from "../lib/setup"
import { TestBadge } from "./checkout-badges"
import { Fact, Identifier } from "./fact"

/** What the options and the regions say. */
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

/** The merchant accounts, and when each last gave a good and a bad answer. */
export function AccountsCard({ setup }: { setup: AdminSetup }) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
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

/** What the job has before it, and what needs a person. */
export function WaitingCard({ setup }: { setup: AdminSetup }) {
  const { t } = useTranslation()
  const { number, dateTime, ago } = useFormats()
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
