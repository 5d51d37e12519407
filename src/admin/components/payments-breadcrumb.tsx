import { useTranslation } from "react-i18next"
import { useCheckout } from "../lib/checkouts"

export function PaymentsBreadcrumb() {
  const { t } = useTranslation()
  return <>{t("webcheckout.payments.title")}</>
}

/** The reference of one payment; nothing while it is loading. */
export function PaymentBreadcrumb({ id }: { id: string }) {
  const { data: checkout } = useCheckout(id)
  return checkout ? <span dir="ltr">{checkout.gateway_order_id}</span> : null
}
