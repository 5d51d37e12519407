import { Alert, Button, Drawer, Text, Textarea, toast } from "@medusajs/ui"
import { useState } from "react"
import { useForm } from "react-hook-form"
import { useTranslation } from "react-i18next"
import { useSubscriptionAction } from "../lib/subscriptions"
import { FormField } from "./form-field"

/** The customer is deleted, and the gateway may go on sending links: a person ends that there, and says so. */
export function CustomerDeletedCard({ id }: { id: string }) {
  const { t } = useTranslation()
  const [isResolving, setResolving] = useState(false)
  return (
    <Alert variant="warning" className="items-start" data-testid="customer-deleted">
      <div className="flex flex-col items-start gap-y-3">
        <div>
          <Text size="small" weight="plus">
            {t("webcheckout.subscriptions.customerDeleted.title")}
          </Text>
          <Text size="small">{t("webcheckout.subscriptions.customerDeleted.text")}</Text>
        </div>
        <Button size="small" variant="secondary" onClick={() => setResolving(true)}>
          {t("webcheckout.subscriptions.customerDeleted.resolve")}
        </Button>
      </div>
      <ResolveDrawer id={id} isOpen={isResolving} onClose={() => setResolving(false)} />
    </Alert>
  )
}

function ResolveDrawer({ id, isOpen, onClose }: { id: string; isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { mutateAsync, isPending } = useSubscriptionAction(id)
  const form = useForm({ defaultValues: { note: "" } })
  const submit = form.handleSubmit(async ({ note }) => {
    if (!note.trim()) {
      form.setError("note", { message: "webcheckout.subscriptions.problems.required" })
      return
    }
    await mutateAsync({ action: "resolve", note: note.trim() }).then(
      () => {
        toast.success(t("webcheckout.subscriptions.toasts.resolved"))
        onClose()
      },
      (error: Error) => form.setError("note", { message: error.message })
    )
  })
  return (
    <Drawer open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Drawer.Content>
        <form onSubmit={(event) => void submit(event)} className="flex flex-1 flex-col overflow-hidden" noValidate>
          <Drawer.Header>
            <Drawer.Title>{t("webcheckout.subscriptions.customerDeleted.resolve")}</Drawer.Title>
          </Drawer.Header>
          <Drawer.Body className="flex flex-1 flex-col gap-y-4 overflow-y-auto">
            <FormField
              control={form.control}
              name="note"
              label={t("webcheckout.subscriptions.customerDeleted.note")}
              render={(field, aria) => <Textarea {...field} {...aria} maxLength={2000} />}
            />
          </Drawer.Body>
          <Drawer.Footer>
            <Drawer.Close asChild>
              <Button size="small" variant="secondary" type="button">
                {t("webcheckout.actions.cancel")}
              </Button>
            </Drawer.Close>
            <Button size="small" type="submit" isLoading={isPending}>
              {t("webcheckout.actions.save")}
            </Button>
          </Drawer.Footer>
        </form>
      </Drawer.Content>
    </Drawer>
  )
}
