import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Alert, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { useStatus } from "../lib/client"

/** Medusa renders this zone's widgets below the list, in the same flex column: the order moves this one above it. */
const ABOVE_THE_LIST = { order: -1 }

/** Shows above the list of orders how many payments need attention; nothing while none does. */
function OrdersNeedingYouWidget() {
  const { t } = useTranslation()
  const { data: status } = useStatus()
  if (!status || status.attention === 0) {
    return null
  }
  return (
    <Alert variant="warning" style={ABOVE_THE_LIST} data-testid="needs-you">
      <Text size="small" className="flex flex-wrap gap-x-2">
        {t("webcheckout.payments.needYou", { count: status.attention, number: status.attention })}
        <Link to="/webcheckout/checkouts?view=needs_you" className="text-ui-fg-base underline">
          {t("webcheckout.payments.showThem")}
        </Link>
      </Text>
    </Alert>
  )
}

export const config = defineWidgetConfig({ zone: "order.list.before" })

export default OrdersNeedingYouWidget
