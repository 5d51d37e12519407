import { toast } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { type AdminSubscription, useSubscriptionAction } from "../lib/subscriptions"
import { Fact, IdentifierFact, AttentionAlert, Section, SmallButton, TextLink } from "./section"
import { useState } from "react"
import { OneFieldDrawer } from "./one-field-drawer"

/** The customer who receives the links. */
export function CustomerCard({ subscription }: { subscription: AdminSubscription }) {
  const { t } = useTranslation()
  const { customer_id, gateway_customer_id, first_name, last_name, email, phone, erased_at } = subscription
  const label = (key: string) => t(`webcheckout.subscriptions.fields.${key}`)
  return (
    <Section
      title={label("customer")}
      actions={
        customer_id &&
        erased_at === null && (
          <TextLink to={`/customers/${customer_id}`} className="txt-compact-small-plus">
            {t("webcheckout.subscriptions.detail.openCustomer")}
          </TextLink>
        )
      }
    >
      {email && (
        <>
          <Fact label={label("name")}>{[first_name, last_name].filter(Boolean).join(" ")}</Fact>
          <IdentifierFact label={label("email")} value={email} />
          <Fact label={label("phone")}>{phone && <span dir="ltr">+{phone}</span>}</Fact>
        </>
      )}
      {erased_at !== null && (
        <Fact label={label("name")}>{t("webcheckout.subscriptions.customer_deleted.erased")}</Fact>
      )}
      {gateway_customer_id && <IdentifierFact label={label("gateway_customer_id")} value={gateway_customer_id} />}
    </Section>
  )
}

/** The customer was deleted, and the gateway may still send links: a person ends the subscription there and closes the case here. */
export function CustomerDeletedCard({ id }: { id: string }) {
  const { t } = useTranslation()
  const { mutateAsync } = useSubscriptionAction(id)
  const [isResolving, setResolving] = useState(false)
  const resolve = async (note: string) => {
    await mutateAsync({ action: "resolve", note })
    toast.success(t("webcheckout.subscriptions.toasts.resolved"))
  }
  return (
    <AttentionAlert
      title={t("webcheckout.subscriptions.customer_deleted.title")}
      text={t("webcheckout.subscriptions.customer_deleted.text")}
      data-testid="customer-deleted"
    >
      <SmallButton onClick={() => setResolving(true)}>
        {t("webcheckout.subscriptions.customer_deleted.resolve")}
      </SmallButton>
      <OneFieldDrawer
        title={t("webcheckout.subscriptions.customer_deleted.resolve")}
        label={t("webcheckout.subscriptions.customer_deleted.note")}
        isOpen={isResolving}
        onSave={resolve}
        onClose={() => setResolving(false)}
      />
    </AttentionAlert>
  )
}
