import { isAuthorized } from "../../modules/web-checkout/rules/money-state"
import { useTranslation } from "react-i18next"
import type { AdminCheckoutDetails } from "../lib/checkouts"
import { useFormats } from "../lib/formats"
import { CheckoutActions } from "./case-card"
import { Fact, IdentifierFact, Section, Note, TextLink } from "./section"
import { CheckoutStatus, TestBadge } from "./status"

/** The payment service's data of a payment, and the actions on a payment without a case. */
export function CheckoutCard({ checkout }: { checkout: AdminCheckoutDetails }) {
  const { t, money, dateTime, ago } = useFormats()
  const label = (key: string) => t(`webcheckout.payments.fields.${key}`)
  const { currency_code, order, customer, last_checked_at } = checkout
  return (
    <Section
      level="h1"
      title={<span dir="ltr">{checkout.gateway_order_id}</span>}
      badge={
        <>
          <CheckoutStatus checkout={checkout} />
          <TestBadge environment={checkout.environment} />
        </>
      }
      actions={checkout.attention === null && <CheckoutActions checkout={checkout} />}
    >
      <Fact label={label("amount")}>{money(checkout.amount, currency_code)}</Fact>
      <Fact label={label("gatewayStatus")}>
        {checkout.gateway_status && t(`webcheckout.gatewayStatus.${checkout.gateway_status}`)}
      </Fact>
      {checkout.total_refunded !== null && checkout.total_refunded > 0 && (
        <Fact label={label("refunded")}>{money(checkout.total_refunded, currency_code)}</Fact>
      )}
      {checkout.payment_method !== null && <Fact label={label("method")}>{checkout.payment_method}</Fact>}
      <Fact label={label("lastContact")}>
        {last_checked_at && `${dateTime(last_checked_at)} (${ago(last_checked_at)})`}
      </Fact>
      <Fact label={label("order")}>
        {order && (
          <TextLink to={`/orders/${order.id}`} dir="ltr">
            #{order.display_id}
          </TextLink>
        )}
      </Fact>
      <Fact label={label("customer")}>
        {customer?.id ? (
          <TextLink to={`/customers/${customer.id}`}>{customer.name ?? customer.email}</TextLink>
        ) : (
          customer?.email
        )}
      </Fact>
      {checkout.failure !== null && <Fact label={label("failure")}>{checkout.failure}</Fact>}
      {isAuthorized(checkout.gateway_status) && <Note>{t("webcheckout.payments.authorized")}</Note>}
    </Section>
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
    <Section title={t("webcheckout.payments.identifiers")}>
      {names.map(
        ([key, value]) =>
          value !== null && <IdentifierFact key={key} label={t(`webcheckout.payments.fields.${key}`)} value={value} />
      )}
      <Fact label={t("webcheckout.payments.fields.account")}>{checkout.account}</Fact>
    </Section>
  )
}
