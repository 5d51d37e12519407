import { Text, toast } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useFormats } from "../lib/formats"
import { useSubscriptionAction, type AdminSubscription } from "../lib/subscriptions"
import { Fact, IdentifierFact, Section, SmallButton, Note } from "./section"
import { SubscriptionStatus } from "./status"
import { reportOutcome, useConfirmation } from "../lib/actions"

/** A subscription's amount and schedule, and the actions on it. */
export function SubscriptionCard({ subscription, canAsk }: { subscription: AdminSubscription; canAsk: boolean }) {
  const { t, money, day, time } = useFormats()
  const label = (key: string) => t(`webcheckout.subscriptions.fields.${key}`)
  const hour = new Date(`${subscription.start_date}T${String(subscription.send_on_hour).padStart(2, "0")}:00:00Z`)
  return (
    <Section
      level="h1"
      title={subscription.description}
      badge={<SubscriptionStatus status={subscription.status} />}
      actions={canAsk && subscription.subscription_id !== null && <Actions subscription={subscription} />}
    >
      <Fact label={label("amount")}>{money(subscription.amount, subscription.currency_code)}</Fact>
      <Fact label={label("send_every")}>{t(`webcheckout.subscriptions.frequencies.${subscription.send_every}`)}</Fact>
      <Fact label={label("send_on_hour")}>
        {t("webcheckout.subscriptions.form.hour", { utc: time(hour, "UTC"), local: time(hour) })}
      </Fact>
      <Fact label={label("start_date")}>{day(subscription.start_date)}</Fact>
      <Fact label={label("end_date")}>{subscription.end_date && day(subscription.end_date)}</Fact>
    </Section>
  )
}

function Actions({ subscription }: { subscription: AdminSubscription }) {
  const { t } = useTranslation()
  const confirm = useConfirmation()
  const { mutateAsync, isPending, variables } = useSubscriptionAction(subscription.id)
  const act = async (action: "sync" | "pause" | "resume") => {
    const isSure =
      action === "sync" ||
      (await confirm({
        title: t(`webcheckout.subscriptions.prompts.${action}`),
        description: t(`webcheckout.subscriptions.prompts.${action}Hint`),
        confirmText: t(`webcheckout.actions.${action}`),
      }))
    if (isSure) {
      await reportOutcome(mutateAsync({ action }), () => toast.success(t(`webcheckout.subscriptions.toasts.${action}`)))
    }
  }
  const button = (action: "sync" | "pause" | "resume") => (
    <SmallButton
      disabled={isPending}
      isLoading={isPending && variables?.action === action}
      onClick={() => void act(action)}
    >
      {t(`webcheckout.actions.${action}`)}
    </SmallButton>
  )
  return (
    <div className="flex items-center gap-x-2">
      {button("sync")}
      {subscription.status === "active" && button("pause")}
      {subscription.status === "inactive" && button("resume")}
    </div>
  )
}

/** The gateway's answer. */
export function GatewayCard({ subscription, isExtended }: { subscription: AdminSubscription; isExtended: boolean }) {
  const { t, dateTime } = useFormats()
  const { subscription_id, display_id, failure, last_checked_at, sent_at, environment } = subscription
  const label = (key: string) => t(`webcheckout.subscriptions.fields.${key}`)
  return (
    <Section title={t("webcheckout.subscriptions.detail.gateway")}>
      <IdentifierFact label={label("subscription_id")} value={subscription_id} />
      {display_id && <IdentifierFact label={label("display_id")} value={display_id} />}
      <Fact label={label("environment")}>{t(`webcheckout.environment.${environment}`)}</Fact>
      <Fact label={label("sent_at")}>{sent_at && dateTime(sent_at)}</Fact>
      <Fact label={label("last_checked_at")}>{last_checked_at && dateTime(last_checked_at)}</Fact>
      {failure && (
        <Text size="small" className="text-ui-fg-error break-words px-6 py-4" dir="ltr">
          {failure}
        </Text>
      )}
      {!isExtended && <Note>{t("webcheckout.subscriptions.detail.documentedOnly")}</Note>}
    </Section>
  )
}
