import { useTranslation } from "react-i18next"
import type { SubscriptionRowStatus } from "../../modules/web-checkout/rules/subscription-states"
import { Status } from "./status"

const COLOR: Record<SubscriptionRowStatus, "green" | "orange" | "red" | "grey" | "blue"> = {
  creating: "blue",
  rejected: "red",
  unconfirmed: "orange",
  created: "green",
  active: "green",
  inactive: "grey",
  archived: "grey",
  expired: "grey",
}

export function SubscriptionStatus({ status }: { status: SubscriptionRowStatus }) {
  const { t } = useTranslation()
  return <Status color={COLOR[status]}>{t(`webcheckout.subscriptions.statuses.${status}`)}</Status>
}
