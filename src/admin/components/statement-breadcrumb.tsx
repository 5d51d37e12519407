import { useTranslation } from "react-i18next"

export function StatementBreadcrumb() {
  const { t } = useTranslation()
  return <>{t("webcheckout.statement.title")}</>
}
