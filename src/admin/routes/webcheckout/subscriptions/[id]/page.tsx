import { useParams, type UIMatch } from "react-router-dom"
import { CustomerCard, CustomerDeletedCard } from "../../../../components/customer-card"
import { GatewayCard, SubscriptionCard } from "../../../../components/subscription-card"
import { HistoryCard } from "../../../../components/time-line-card"
import { SentLinksCard } from "../../../../components/sent-links-card"
import { ScheduleCard } from "../../../../components/schedule-card"
import { SubscriptionBreadcrumb } from "../../../../components/breadcrumbs"
import { UnconfirmedCard } from "../../../../components/unconfirmed-card"
import { NotLoaded, DetailPage } from "../../../../components/section"
import { useSubscription } from "../../../../lib/subscriptions"
import { useStatus } from "../../../../lib/client"

function SubscriptionPage() {
  const { id = "" } = useParams()
  const { data: subscription, isError } = useSubscription(id)
  const { data: status } = useStatus()
  if (isError || !subscription || !status) {
    return <NotLoaded of="subscriptions" list="/webcheckout/subscriptions" isError={isError} />
  }
  const canAsk = status.extended_api && status.environment === subscription.environment
  return (
    <DetailPage
      side={
        <>
          <CustomerCard subscription={subscription} />
          <GatewayCard subscription={subscription} isExtended={status.extended_api} />
          <HistoryCard actions={subscription.actions ?? []} />
        </>
      }
    >
      {["unconfirmed", "rejected"].includes(subscription.status) && (
        <UnconfirmedCard subscription={subscription} canAsk={canAsk} />
      )}
      {subscription.attention === "customer_deleted" && <CustomerDeletedCard id={subscription.id} />}
      <SubscriptionCard subscription={subscription} canAsk={canAsk} />
      <ScheduleCard subscription={subscription} />
      {canAsk && subscription.subscription_id !== null && <SentLinksCard id={subscription.id} />}
    </DetailPage>
  )
}

export const handle = { breadcrumb: ({ params }: UIMatch) => <SubscriptionBreadcrumb id={params.id ?? ""} /> }

export default SubscriptionPage
