import { Alert, Button, Text, Textarea, toast } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSubscriptionAction } from "../lib/subscriptions"
import { OneFieldDrawer } from "./one-field-drawer"

/** The customer is deleted, and the gateway may go on sending links: a person ends that there, and says so. */
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
