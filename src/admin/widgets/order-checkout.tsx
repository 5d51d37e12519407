import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/framework/types"
import { Badge, Container, Copy, Heading, Text } from "@medusajs/ui"
import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { gatewayStatusColor } from "../components/gateway-status-color"
import { sdk, type AdminCheckout } from "../lib/client"

/** What the payment service says of the order's payment. Absent on orders that were paid another way. */
function OrderCheckoutWidget({ data: order }: DetailWidgetProps<AdminOrder>) {
  const { t } = useTranslation()
  const { data, isError } = useQuery({
    queryKey: ["webcheckout", "checkouts", { order_id: order.id }],
    queryFn: () =>
      sdk.client.fetch<{ checkouts: AdminCheckout[] }>("/admin/webcheckout/checkouts", {
        query: { order_id: order.id, order: "-created_at" },
      }),
  })
  // An order's later attempts stand with it from their beginning: those that came to nothing are no news.
  const checkouts = (data?.checkouts ?? []).filter(({ status }) => ["settled", "open", "superseded"].includes(status))
  if (checkouts.length === 0 && !isError) {
    return null
  }
  return (
    <Container className="divide-y p-0">
      <div className="px-6 py-4">
        <Heading level="h2">{t("webcheckout.order.title")}</Heading>
      </div>
      {isError && (
        <Text size="small" className="text-ui-fg-error px-6 py-4">
          {t("webcheckout.order.loadFailed")}
        </Text>
      )}
      {checkouts.map((checkout) => (
        <dl key={checkout.id} className="grid grid-cols-1 gap-y-3 px-6 py-4">
          <Fact label={t("webcheckout.order.status")}>
            <Badge size="2xsmall" color={gatewayStatusColor(checkout.gateway_status)}>
              {t(`webcheckout.gatewayStatus.${checkout.gateway_status}`)}
            </Badge>
          </Fact>
          <Fact label={t("webcheckout.order.reference")}>
            <Code value={checkout.order_reference} />
          </Fact>
          <Fact label={t("webcheckout.order.checkout")}>
            <Code value={checkout.display_id ?? checkout.checkout_id ?? checkout.id} />
          </Fact>
          <Fact label={t("webcheckout.order.environment")}>
            <Text size="small">{t(`webcheckout.environment.${checkout.environment}`)}</Text>
          </Fact>
        </dl>
      ))}
    </Container>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-y-1">
      <dt className="text-ui-fg-subtle txt-compact-small-plus">{label}</dt>
      <dd className="flex min-w-0 items-center gap-x-2">{children}</dd>
    </div>
  )
}

function Code({ value }: { value: string }) {
  return (
    <>
      <Text size="small" className="truncate font-mono" dir="ltr">
        {value}
      </Text>
      <Copy content={value} className="text-ui-fg-muted shrink-0" />
    </>
  )
}

export const config = defineWidgetConfig({ zone: "order.details.side" })

export default OrderCheckoutWidget
