import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Alert, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { useStatus } from "../lib/client"

/** Medusa draws the widgets of this zone below the list (since 2.17.2), in the same flex column. */
const ABOVE_THE_LIST = { order: -1 }

/** Above the list of orders: how many payments need attention. Absent while none does. */
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
