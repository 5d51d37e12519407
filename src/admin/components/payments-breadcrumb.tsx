import { useTranslation } from "react-i18next"

export function PaymentsBreadcrumb() {
  const { t } = useTranslation()
  return <>{t("webcheckout.payments.title")}</>
}
