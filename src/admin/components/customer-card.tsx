import { Container, Heading, Alert, Button, Text, Textarea, toast } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { type AdminSubscription, useSubscriptionAction } from "../lib/subscriptions"
import { Fact, Identifier } from "./fact"
import { useState } from "react"
import { OneFieldDrawer } from "./one-field-drawer"

/** The customer who receives the links. */
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

/** The customer was deleted, and the gateway may still send links: a person ends the subscription there and closes the case here. */
export function CustomerDeletedCard({ id }: { id: string }) {
  const { t } = useTranslation()
  const { mutateAsync, isPending } = useSubscriptionAction(id)
  const [isResolving, setResolving] = useState(false)
  const resolve = async (note: string) => {
    await mutateAsync({ action: "resolve", note })
    toast.success(t("webcheckout.subscriptions.toasts.resolved"))
  }
  return (
    <Alert variant="warning" className="items-start" data-testid="customer-deleted">
      <div className="flex flex-col items-start gap-y-3">
        <div>
          <Text size="small" weight="plus">
            {t("webcheckout.subscriptions.customer_deleted.title")}
          </Text>
          <Text size="small">{t("webcheckout.subscriptions.customer_deleted.text")}</Text>
        </div>
        <Button size="small" variant="secondary" onClick={() => setResolving(true)}>
          {t("webcheckout.subscriptions.customer_deleted.resolve")}
        </Button>
      </div>
      <OneFieldDrawer
        title={t("webcheckout.subscriptions.customer_deleted.resolve")}
        label={t("webcheckout.subscriptions.customer_deleted.note")}
        render={(field, aria) => <Textarea {...field} {...aria} maxLength={2000} />}
        isOpen={isResolving}
        isPending={isPending}
        onSave={resolve}
        onClose={() => setResolving(false)}
      />
    </Alert>
  )
}
