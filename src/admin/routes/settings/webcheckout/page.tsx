import { defineRouteConfig } from "@medusajs/admin-sdk"
import { NotLoaded } from "../../../components/section"
import { SelfCheckCard, AccountsCard, SetupCard, BacklogCard } from "../../../components/setup-cards"
import { SweepCard } from "../../../components/sweep-card"
import { useSetup } from "../../../lib/setup"

function SetupPage() {
  const { data: setup, isError, refetch } = useSetup()
  if (isError || !setup) {
    return <NotLoaded of="setup" isError={isError} onRetry={() => void refetch()} />
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
