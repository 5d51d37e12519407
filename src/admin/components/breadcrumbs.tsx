import { useTranslation } from "react-i18next"
import { useCheckout } from "../lib/checkouts"
import { useSubscription } from "../lib/subscriptions"

export function PaymentsBreadcrumb() {
  const { t } = useTranslation()
  return <>{t("webcheckout.payments.title")}</>
}

/** The reference of one payment; nothing while it is loading. */
export function PaymentBreadcrumb({ id }: { id: string }) {
  const { data: checkout } = useCheckout(id)
  return checkout ? <span dir="ltr">{checkout.gateway_order_id}</span> : null
}

export function StatementBreadcrumb() {
  const { t } = useTranslation()
  return <>{t("webcheckout.statement.title")}</>
}

export function SubscriptionsBreadcrumb() {
  const { t } = useTranslation()
  return <>{t("webcheckout.subscriptions.title")}</>
}

/** The description of one subscription; nothing while it is loading. */
export function SubscriptionBreadcrumb({ id }: { id: string }) {
  const { data: subscription } = useSubscription(id)
  return subscription ? <>{subscription.description}</> : null
}
