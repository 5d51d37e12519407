import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Button, Container, Heading, Skeleton, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { SelfCheckCard } from "../../../components/self-check-card"
import { AccountsCard, SetupCard, WaitingCard } from "../../../components/setup-cards"
import { useSetup } from "../../../lib/setup"

function SetupPage() {
  const { t } = useTranslation()
  const { data: setup, isError, refetch } = useSetup()
  if (isError) {
    return (
      <Container className="flex flex-col items-start gap-y-3">
        <Heading>{t("webcheckout.setup.title")}</Heading>
        <Text size="small" className="text-ui-fg-error" role="alert">
          {t("webcheckout.setup.failed")}
        </Text>
        <Button size="small" variant="secondary" onClick={() => void refetch()}>
          {t("webcheckout.actions.tryAgain")}
        </Button>
      </Container>
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
      <WaitingCard setup={setup} />
    </div>
  )
}

export const config = defineRouteConfig({ label: "webcheckout.setup.title", translationNs: "translation" })

export default SetupPage
