import { toast } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSubscriptionAction, type AdminSubscription, type SubscriptionRoute } from "../lib/subscriptions"
import { OneFieldDrawer } from "./one-field-drawer"
import { AttentionAlert, SmallButton } from "./section"
import { reportOutcome, useConfirmation } from "../lib/actions"
import { ruleOf, wordsOf } from "../lib/refused-request"

/** The actions for a subscription that is unconfirmed, or that the gateway has rejected. */
export function UnconfirmedCard({ subscription, canAsk }: { subscription: AdminSubscription; canAsk: boolean }) {
  const { t } = useTranslation()
  const confirm = useConfirmation()
  const { mutateAsync, isPending } = useSubscriptionAction(subscription.id)
  // A mutation of its own: saving in the drawer does not disable the card's buttons.
  const { mutateAsync: enter } = useSubscriptionAction(subscription.id)
  const [isEntering, setEntering] = useState(false)
  const isUnconfirmed = subscription.status === "unconfirmed"

  const act = (action: SubscriptionRoute) =>
    reportOutcome(mutateAsync({ action }), ({ subscription: { status } }) =>
      status === "unconfirmed" || status === "rejected"
        ? toast.warning(t(`webcheckout.subscriptions.toasts.${status}`))
        : toast.success(t(`webcheckout.subscriptions.toasts.${action === "sync" ? "found" : "created"}`))
    )
  // Records the id that a person has found in the gateway's dashboard.
  const enterId = async (subscription_id: string) => {
    await enter({ action: "confirm", subscription_id }).catch((error: unknown) => {
      throw new Error(ruleOf(error, "subscription_id") ?? wordsOf(error))
    })
    toast.success(t("webcheckout.subscriptions.toasts.found"))
  }
  const sendAgain = async () => {
    const isSure = await confirm({
      title: t("webcheckout.subscriptions.prompts.sendAgain"),
      description: t(`webcheckout.subscriptions.${subscription.status}.sendAgainHint`),
      confirmText: t("webcheckout.actions.sendAgain"),
    })
    if (isSure) {
      await act("send-again")
    }
  }

  return (
    <AttentionAlert
      variant={isUnconfirmed ? "warning" : "error"}
      title={t(`webcheckout.subscriptions.${subscription.status}.title`)}
      text={t(`webcheckout.subscriptions.${subscription.status}.text`)}
      data-testid="ways-out"
    >
      <div className="flex flex-wrap gap-2">
        {isUnconfirmed && canAsk && (
          <SmallButton disabled={isPending} onClick={() => void act("sync")}>
            {t("webcheckout.subscriptions.unconfirmed.find")}
          </SmallButton>
        )}
        {isUnconfirmed && (
          <SmallButton disabled={isPending} onClick={() => setEntering(true)}>
            {t("webcheckout.subscriptions.unconfirmed.enterId")}
          </SmallButton>
        )}
        <SmallButton disabled={isPending} onClick={() => void sendAgain()}>
          {t(`webcheckout.subscriptions.${subscription.status}.sendAgain`)}
        </SmallButton>
      </div>
      <OneFieldDrawer
        title={t("webcheckout.subscriptions.unconfirmed.enterId")}
        hint={t("webcheckout.subscriptions.unconfirmed.enterIdHint")}
        label={t("webcheckout.subscriptions.fields.subscription_id")}
        input={{ autoComplete: "off", inputMode: "numeric", dir: "ltr" }}
        isOpen={isEntering}
        onSave={enterId}
        onClose={() => setEntering(false)}
      />
    </AttentionAlert>
  )
}
