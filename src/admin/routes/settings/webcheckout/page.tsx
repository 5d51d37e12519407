import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Skeleton } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { LoadFailed, Section } from "../../../components/section"
import { SelfCheckCard, AccountsCard, SetupCard, BacklogCard } from "../../../components/setup-cards"
import { SweepCard } from "../../../components/sweep-card"
import { useSetup } from "../../../lib/setup"

function SetupPage() {
  const { t } = useTranslation()
  const { data: setup, isError, refetch } = useSetup()
  if (isError) {
    return (
      <Section level="h1" title={t("webcheckout.setup.title")}>
        <LoadFailed words={t("webcheckout.setup.failed")} onRetry={() => void refetch()} />
      </Section>
    )
  }
  if (!setup) {
    return <Skeleton className="h-48 w-full rounded-lg" />
  }
  return (
    <div className="flex w-full flex-col gap-y-3">
      <SetupCard setup={setup} />
      <SelfCheckCard />
      <AccountsCard setup={setup} />
      <BacklogCard setup={setup} />
      <SweepCard setup={setup} />
    </div>
  )
}

export const config = defineRouteConfig({ label: "webcheckout.setup.title", translationNs: "translation" })

export default SetupPage
