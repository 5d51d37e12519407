import { useTranslation } from "react-i18next"

export function SubscriptionsBreadcrumb() {
  const { t } = useTranslation()
  return <>{t("webcheckout.subscriptions.title")}</>
}
