import { useTranslation } from "react-i18next"

/** What a table's pagination says. */
export function usePaginationTexts() {
  const { t } = useTranslation()
  return {
    of: t("webcheckout.table.of"),
    results: t("webcheckout.table.results"),
    // "1 of 3" needs no noun, whose form would follow the number.
    pages: "",
    prev: t("webcheckout.table.prev"),
    next: t("webcheckout.table.next"),
  }
}
