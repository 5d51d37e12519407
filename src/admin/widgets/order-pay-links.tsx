import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/framework/types"
import { PayLinksCard } from "../components/pay-links-card"

/** What the order still owes, and the links with which it can be paid. */
function OrderPayLinksWidget({ data: { id } }: DetailWidgetProps<AdminOrder>) {
  return <PayLinksCard orderId={id} />
}

export const config = defineWidgetConfig({ zone: ["order.details.side", "draft_order.details.side"] })

export default OrderPayLinksWidget
