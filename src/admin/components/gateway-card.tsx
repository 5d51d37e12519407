import { Container, Heading, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useFormats } from "../lib/formats"
import type { AdminSubscription } from "../lib/subscriptions"
import { Fact, Identifier } from "./fact"

/** What the gateway has answered. */
export function GatewayCard({ subscription, isExtended }: { subscription: AdminSubscription; isExtended: boolean }) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const { subscription_id, display_id, failure, last_checked_at, sent_at, environment } = subscription
  const label = (key: string) => t(`webcheckout.subscriptions.fields.${key}`)
  return (
    <Container className="divide-y p-0">
      <div className="px-6 py-4">
        <Heading level="h2">{t("webcheckout.subscriptions.detail.gateway")}</Heading>
      </div>
      <Fact label={label("subscription_id")}>{subscription_id ? <Identifier value={subscription_id} /> : "–"}</Fact>
      {display_id && (
        <Fact label={label("display_id")}>
          <Identifier value={display_id} />
        </Fact>
      )}
      <Fact label={label("environment")}>{t(`webcheckout.environment.${environment}`)}</Fact>
      <Fact label={label("sent_at")}>{sent_at ? dateTime(sent_at) : "–"}</Fact>
      <Fact label={label("last_checked_at")}>{last_checked_at ? dateTime(last_checked_at) : "–"}</Fact>
      {failure && (
        <Text size="small" className="text-ui-fg-error break-words px-6 py-4" dir="ltr">
          {failure}
        </Text>
      )}
      {!isExtended && (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("webcheckout.subscriptions.detail.documentedOnly")}
        </Text>
      )}
    </Container>
  )
}
