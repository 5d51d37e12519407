import { isAuthorized } from "../../modules/web-checkout/rules/money-state"
import { Container, Heading, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type { AdminCheckoutDetails } from "../lib/checkouts"
import { useFormats } from "../lib/formats"
import { CheckoutActions } from "./case-card"
import { Fact, Identifier } from "./fact"
import { CheckoutStatus, TestBadge } from "./status"

/** The payment service's data of a payment, and the actions on a payment without a case. */
export function CheckoutCard({ checkout }: { checkout: AdminCheckoutDetails }) {
  const { t, money, dateTime, ago } = useFormats()
  const label = (key: string) => t(`webcheckout.payments.fields.${key}`)
  const { currency_code, order, customer, last_checked_at } = checkout
  return (
    <Container className="divide-y p-0">
      <div className="flex flex-wrap items-center justify-between gap-3 px-6 py-4">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <Heading dir="ltr">{checkout.gateway_order_id}</Heading>
          <CheckoutStatus checkout={checkout} />
          <TestBadge environment={checkout.environment} />
        </div>
        {checkout.attention === null && <CheckoutActions checkout={checkout} />}
      </div>
      <Fact label={label("amount")}>{money(checkout.amount, currency_code)}</Fact>
      <Fact label={label("gatewayStatus")}>
        {checkout.gateway_status === null ? "–" : t(`webcheckout.gatewayStatus.${checkout.gateway_status}`)}
      </Fact>
      {checkout.total_refunded !== null && checkout.total_refunded > 0 && (
        <Fact label={label("refunded")}>{money(checkout.total_refunded, currency_code)}</Fact>
      )}
      {checkout.payment_method !== null && <Fact label={label("method")}>{checkout.payment_method}</Fact>}
      <Fact label={label("lastContact")}>
        {last_checked_at === null ? (
          "–"
        ) : (
          <>
            {dateTime(last_checked_at)} <span className="text-ui-fg-subtle">({ago(last_checked_at)})</span>
          </>
        )}
      </Fact>
      <Fact label={label("order")}>
        {order ? (
          <Link to={`/orders/${order.id}`} className="text-ui-fg-base underline" dir="ltr">
            #{order.display_id}
          </Link>
        ) : (
          "–"
        )}
      </Fact>
      <Fact label={label("customer")}>
        {customer?.id ? (
          <Link to={`/customers/${customer.id}`} className="text-ui-fg-base underline">
            {customer.name ?? customer.email}
          </Link>
        ) : (
          (customer?.email ?? "–")
        )}
      </Fact>
      {checkout.failure !== null && <Fact label={label("failure")}>{checkout.failure}</Fact>}
      {isAuthorized(checkout.gateway_status) && (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("webcheckout.payments.authorized")}
        </Text>
      )}
    </Container>
  )
}

/** All identifiers of the payment, for searching it elsewhere. */
export function IdentifiersCard({ checkout }: { checkout: AdminCheckoutDetails }) {
  const { t } = useTranslation()
  const names = [
    ["checkout", checkout.checkout_id],
    ["displayId", checkout.display_id],
    ["request", checkout.request_id],
    ["cart", checkout.cart_id],
    ["row", checkout.id],
  ] as const
  return (
    <Container className="divide-y p-0">
      <div className="px-6 py-4">
        <Heading level="h2">{t("webcheckout.payments.identifiers")}</Heading>
      </div>
      {names.map(
        ([key, value]) =>
          value !== null && (
            <Fact key={key} label={t(`webcheckout.payments.fields.${key}`)}>
              <Identifier value={value} />
            </Fact>
          )
      )}
      <Fact label={t("webcheckout.payments.fields.account")}>{checkout.account}</Fact>
    </Container>
  )
}
