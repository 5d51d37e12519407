import { Alert, Button, Drawer, Input, Text, toast, usePrompt } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useForm } from "react-hook-form"
import { useSubscriptionAction, type AdminSubscription, type SubscriptionRoute } from "../lib/subscriptions"
import { FormField } from "./form-field"

/** Nobody knows whether the gateway has it, or it said no: what a person can do about that. */
export function UnconfirmedCard({ subscription, canAsk }: { subscription: AdminSubscription; canAsk: boolean }) {
  const { t } = useTranslation()
  const prompt = usePrompt()
  const { mutateAsync, isPending } = useSubscriptionAction(subscription.id)
  const [isEntering, setEntering] = useState(false)
  const isUnconfirmed = subscription.status === "unconfirmed"
  const key = `webcheckout.subscriptions.${subscription.status}`

  const act = (action: SubscriptionRoute) =>
    mutateAsync({ action }).then(
      ({ subscription: { status } }) =>
        status === "unconfirmed" || status === "rejected"
          ? toast.warning(t(`webcheckout.subscriptions.toasts.${status}`))
          : toast.success(t(`webcheckout.subscriptions.toasts.${action === "sync" ? "found" : "created"}`)),
      (error: Error) => toast.error(error.message)
    )
  const sendAgain = async () => {
    const isSure = await prompt({
      title: t("webcheckout.subscriptions.prompts.sendAgain"),
      description: t(`${key}.sendAgainHint`),
      confirmText: t("webcheckout.actions.sendAgain"),
      cancelText: t("webcheckout.actions.cancel"),
      variant: "confirmation",
    })
    if (isSure) {
      await act("send-again")
    }
  }

  return (
    <Alert variant={isUnconfirmed ? "warning" : "error"} className="items-start" data-testid="ways-out">
      <div className="flex flex-col gap-y-3">
        <div>
          <Text size="small" weight="plus">
            {t(`${key}.title`)}
          </Text>
          <Text size="small">{t(`${key}.text`)}</Text>
        </div>
        <div className="flex flex-wrap gap-2">
          {isUnconfirmed && canAsk && (
            <Button size="small" variant="secondary" disabled={isPending} onClick={() => void act("sync")}>
              {t("webcheckout.subscriptions.unconfirmed.find")}
            </Button>
          )}
          {isUnconfirmed && (
            <Button size="small" variant="secondary" disabled={isPending} onClick={() => setEntering(true)}>
              {t("webcheckout.subscriptions.unconfirmed.enterId")}
            </Button>
          )}
          <Button size="small" variant="secondary" disabled={isPending} onClick={() => void sendAgain()}>
            {t(`${key}.sendAgain`)}
          </Button>
        </div>
      </div>
      <EnterIdDrawer id={subscription.id} isOpen={isEntering} onClose={() => setEntering(false)} />
    </Alert>
  )
}

/** It exists: a person enters the id that the gateway's dashboard shows. */
function EnterIdDrawer({ id, isOpen, onClose }: { id: string; isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { mutateAsync, isPending } = useSubscriptionAction(id)
  const form = useForm({ defaultValues: { subscription_id: "" } })
  const submit = form.handleSubmit(async ({ subscription_id }) => {
    if (!subscription_id.trim()) {
      form.setError("subscription_id", { message: "webcheckout.subscriptions.problems.required" })
      return
    }
    await mutateAsync({ action: "confirm", subscription_id: subscription_id.trim() }).then(
      () => {
        toast.success(t("webcheckout.subscriptions.toasts.found"))
        onClose()
      },
      (error: Error) => form.setError("subscription_id", { message: error.message.replace(/^subscription_id: /, "") })
    )
  })
  return (
    <Drawer open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Drawer.Content>
        <form onSubmit={(event) => void submit(event)} className="flex flex-1 flex-col overflow-hidden" noValidate>
          <Drawer.Header>
            <Drawer.Title>{t("webcheckout.subscriptions.unconfirmed.enterId")}</Drawer.Title>
          </Drawer.Header>
          <Drawer.Body className="flex flex-1 flex-col gap-y-4 overflow-y-auto">
            <Drawer.Description className="text-ui-fg-subtle txt-small">
              {t("webcheckout.subscriptions.unconfirmed.enterIdHint")}
            </Drawer.Description>
            <FormField
              control={form.control}
              name="subscription_id"
              label={t("webcheckout.subscriptions.fields.subscription_id")}
              render={(field, aria) => <Input {...field} {...aria} autoComplete="off" inputMode="numeric" dir="ltr" />}
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
