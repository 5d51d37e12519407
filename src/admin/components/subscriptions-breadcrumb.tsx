import { useTranslation } from "react-i18next"
import { useSubscription } from "../lib/subscriptions"

export function SubscriptionsBreadcrumb() {
  const { t } = useTranslation()
  return <>{t("webcheckout.subscriptions.title")}</>
}

/** The description of one subscription; nothing while it is loading. */
export function SubscriptionBreadcrumb({ id }: { id: string }) {
  const { data: subscription } = useSubscription(id)
  return subscription ? <>{subscription.description}</> : null
}
