import { useTranslation } from "react-i18next"
import { useCheckout } from "../lib/checkouts"
import { useSubscription } from "../lib/subscriptions"

/** The title of a list. */
export function ListBreadcrumb({ of }: { of: "payments" | "statement" | "subscriptions" }) {
  const { t } = useTranslation()
  return <>{t(`webcheckout.${of}.title`)}</>
}

/** The reference of one payment; nothing while it is loading. */
export function PaymentBreadcrumb({ id }: { id: string }) {
  return <span dir="ltr">{useCheckout(id).data?.gateway_order_id}</span>
}

/** The description of one subscription; nothing while it is loading. */
export function SubscriptionBreadcrumb({ id }: { id: string }) {
  return <>{useSubscription(id).data?.description}</>
}
