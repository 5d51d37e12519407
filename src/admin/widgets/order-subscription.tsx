import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/framework/types"
import { Container, Heading } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { CreateSubscriptionModal } from "../components/create-subscription-modal"
import { Muted, SmallButton } from "../components/section"
import type { SubscriptionForm } from "../lib/subscription-form"

/** Opens the form of a new subscription, filled in from the order. */
function OrderSubscriptionWidget({ data: order }: DetailWidgetProps<AdminOrder>) {
  const { t } = useTranslation()
  const [isCreating, setCreating] = useState(false)
  const address = order.billing_address ?? order.shipping_address
  const prefill: Partial<SubscriptionForm> = {
    first_name: address?.first_name ?? "",
    last_name: address?.last_name ?? "",
    email: order.email ?? "",
    phone: address?.phone ?? "",
    customer_id: order.customer_id ?? undefined,
    description: order.items.map(({ product_title, title }) => product_title ?? title).join(", "),
    currency_code: order.currency_code.toUpperCase(),
    amount: String(order.total),
  }
  return (
    <Container className="flex flex-col items-start gap-y-3 px-6 py-4">
      <div>
        <Heading level="h2">{t("webcheckout.subscriptions.order.title")}</Heading>
        <Muted>{t("webcheckout.subscriptions.order.hint")}</Muted>
      </div>
      <SmallButton onClick={() => setCreating(true)}>{t("webcheckout.subscriptions.order.start")}</SmallButton>
      <CreateSubscriptionModal isOpen={isCreating} onClose={() => setCreating(false)} prefill={prefill} />
    </Container>
  )
}

export const config = defineWidgetConfig({ zone: "order.details.side" })

export default OrderSubscriptionWidget
