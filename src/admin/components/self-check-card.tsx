import { Button, Container, Heading, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { Finding } from "../../workflows/doctor/diagnosis"
import { useSelfCheck } from "../lib/setup"
import { wordsOf } from "../lib/words-of"
import { Status } from "./status"

const COLOR = { ok: "green", warning: "orange", error: "red" } as const

/** Says what is wrong with the set-up and how to mend it. The same as `webcheckout doctor` in a terminal. */
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
