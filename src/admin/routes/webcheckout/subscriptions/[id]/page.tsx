import { Button, Container, Heading, Skeleton, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Link, useParams, type UIMatch } from "react-router-dom"
import { CustomerCard, CustomerDeletedCard } from "../../../../components/customer-card"
import { GatewayCard, SubscriptionCard } from "../../../../components/subscription-card"
import { HistoryCard } from "../../../../components/time-line-card"
import { SentLinksCard } from "../../../../components/sent-links-card"
import { ScheduleCard } from "../../../../components/schedule-card"
import { SubscriptionBreadcrumb } from "../../../../components/breadcrumbs"
import { UnconfirmedCard } from "../../../../components/unconfirmed-card"
import { useSubscription } from "../../../../lib/subscriptions"
import { useStatus } from "../../../../lib/client"

function SubscriptionPage() {
  const { t } = useTranslation()
  const { id = "" } = useParams()
  const { data: subscription, isError } = useSubscription(id)
  const { data: status } = useStatus()
  if (isError) {
    return (
      <Container className="flex flex-col items-start gap-y-3">
        <Heading>{t("webcheckout.subscriptions.title")}</Heading>
        <Text size="small" className="text-ui-fg-error" role="alert">
          {t("webcheckout.subscriptions.detail.failed")}
        </Text>
        <Button size="small" variant="secondary" asChild>
          <Link to="/webcheckout/subscriptions">{t("webcheckout.subscriptions.detail.back")}</Link>
        </Button>
      </Container>
    )
  }
  if (!subscription || !status) {
    return <Skeleton className="h-48 w-full rounded-lg" />
  }
  const canAsk = status.extended_api && status.environment === subscription.environment
  return (
    <div className="flex w-full flex-col items-start gap-x-4 gap-y-3 xl:grid xl:grid-cols-[minmax(0,_1fr)_440px]">
      <div className="flex w-full min-w-0 flex-col gap-y-3">
        {["unconfirmed", "rejected"].includes(subscription.status) && (
          <UnconfirmedCard subscription={subscription} canAsk={canAsk} />
        )}
        {subscription.attention === "customer_deleted" && <CustomerDeletedCard id={subscription.id} />}
        <SubscriptionCard subscription={subscription} canAsk={canAsk} />
        <ScheduleCard subscription={subscription} />
        {canAsk && subscription.subscription_id !== null && <SentLinksCard id={subscription.id} />}
      </div>
      <div className="flex w-full min-w-0 flex-col gap-y-3">
        <CustomerCard subscription={subscription} />
        <GatewayCard subscription={subscription} isExtended={status.extended_api} />
        <HistoryCard actions={subscription.actions ?? []} />
      </div>
    </div>
  )
}

export const handle = { breadcrumb: ({ params }: UIMatch) => <SubscriptionBreadcrumb id={params.id ?? ""} /> }

export default SubscriptionPage
