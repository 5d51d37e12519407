import { Container, Heading } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type { AdminSubscription } from "../lib/subscriptions"
import { Fact, Identifier } from "./fact"

/** Who gets the links. */
export function CustomerCard({ subscription }: { subscription: AdminSubscription }) {
  const { t } = useTranslation()
  const { customer_id, gateway_customer_id, first_name, last_name, email, phone, erased_at } = subscription
  const label = (key: string) => t(`webcheckout.subscriptions.fields.${key}`)
  return (
    <Container className="divide-y p-0">
      <div className="flex items-center justify-between px-6 py-4">
        <Heading level="h2">{label("customer")}</Heading>
        {customer_id && erased_at === null && (
          <Link
            to={`/customers/${customer_id}`}
            className="txt-compact-small-plus text-ui-fg-base underline hover:text-ui-fg-base underline-hover"
          >
            {t("webcheckout.subscriptions.detail.openCustomer")}
          </Link>
        )}
      </div>
      {email && (
        <>
          <Fact label={label("name")}>{[first_name, last_name].filter(Boolean).join(" ")}</Fact>
          <Fact label={label("email")}>
            <Identifier value={email} />
          </Fact>
          <Fact label={label("phone")}>
            <span dir="ltr">{phone ? `+${phone}` : "–"}</span>
          </Fact>
        </>
      )}
      {erased_at !== null && (
        <Fact label={label("name")}>{t("webcheckout.subscriptions.customer_deleted.erased")}</Fact>
      )}
      {gateway_customer_id && (
        <Fact label={label("gateway_customer_id")}>
          <Identifier value={gateway_customer_id} />
        </Fact>
      )}
    </Container>
  )
}
