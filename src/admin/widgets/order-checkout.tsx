import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/framework/types"
import { Alert } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { isAuthorized, isMoneyHeld, isMoneyTaken } from "../../modules/web-checkout/rules/money-state"
import { CaseCards } from "../components/case-card"
import { CheckoutStatus, TestBadge } from "../components/status"
import { Fact, IdentifierFact, Failure, Muted, ROW_PADDING, Section, TextLink } from "../components/section"
import { useCheckout, useCheckouts, type AdminCheckout } from "../lib/checkouts"
import { useFormats } from "../lib/formats"
import { useStatus } from "../lib/client"

/** Shows the order's payments as the payment service reports them; nothing on orders that were paid another way. */
function OrderCheckoutWidget({ data: order }: DetailWidgetProps<AdminOrder>) {
  const { t } = useTranslation()
  const { data, isError } = useCheckouts({ order_id: order.id, order: "-created_at" })
  // A checkout for an existing order has its order_id before it is paid: unpaid ones that ended are hidden.
  const checkouts = (data?.checkouts ?? []).filter(
    ({ status, attention }) => attention !== null || ["settled", "open", "superseded"].includes(status)
  )
  if (checkouts.length === 0 && !isError) {
    return null
  }
  return (
    <Section title={t("webcheckout.order.title")}>
      {isError && <Failure className={ROW_PADDING}>{t("webcheckout.order.loadFailed")}</Failure>}
      {checkouts.map((checkout) => (
        <OrderCheckout key={checkout.id} checkout={checkout} isCanceled={order.status === "canceled"} />
      ))}
    </Section>
  )
}

function OrderCheckout({ checkout, isCanceled }: { checkout: AdminCheckout; isCanceled: boolean }) {
  const { t, dateTime } = useFormats()
  const { data: status } = useStatus()
  return (
    <div className="divide-y" data-testid="order-checkout">
      {checkout.attention !== null && <OrderCase id={checkout.id} />}
      {isCanceled && checkout.attention === null && isMoneyHeld(checkout.gateway_status) && (
        <div className="p-4">
          <Alert variant="error">{t("webcheckout.order.canceledAndKept")}</Alert>
        </div>
      )}
      <Fact label={t("webcheckout.order.status")}>
        <span className="flex flex-wrap items-center gap-2">
          <CheckoutStatus checkout={{ ...checkout, attention: null }} />
          <TestBadge environment={checkout.environment} />
        </span>
      </Fact>
      <IdentifierFact label={t("webcheckout.order.reference")} value={checkout.gateway_order_id} />
      <IdentifierFact
        label={t("webcheckout.order.checkout")}
        value={checkout.display_id ?? checkout.checkout_id ?? checkout.id}
      />
      <Fact label={t("webcheckout.payments.fields.lastContact")}>
        {checkout.last_checked_at && dateTime(checkout.last_checked_at)}
      </Fact>
      <div className="flex flex-col items-start gap-y-2 px-6 py-4">
        {isAuthorized(checkout.gateway_status) && <Muted>{t("webcheckout.payments.authorized")}</Muted>}
        {!isCanceled && isMoneyTaken(checkout.gateway_status) && status && (
          <Muted>{t(`webcheckout.order.refund.${status.extended_api ? "here" : "dashboardFirst"}`)}</Muted>
        )}
        <TextLink to={`/webcheckout/checkouts/${checkout.id}`} className="txt-small">
          {t("webcheckout.order.open")}
        </TextLink>
      </div>
    </div>
  )
}

function OrderCase({ id }: { id: string }) {
  const { data: checkout } = useCheckout(id)
  return (
    checkout && (
      <div className="flex flex-col gap-y-3 p-4">
        <CaseCards checkout={checkout} />
      </div>
    )
  )
}

export const config = defineWidgetConfig({ zone: "order.details.side" })

export default OrderCheckoutWidget
