import { StatusBadge, Badge } from "@medusajs/ui"
import type { ComponentProps } from "react"
import { useTranslation } from "react-i18next"
import type { SubscriptionRowStatus } from "../../modules/web-checkout/rules/subscription-states"
import type { AdminCheckout } from "../lib/checkouts"

const GATEWAY_COLOR: Record<string, "green" | "orange" | "red"> = {
  PAID: "green",
  AUTHORIZED: "orange",
  PENDING: "orange",
  FAILED: "red",
  CANCELLED: "red",
  EXPIRED: "red",
}

/** Colors of the badge, by the gateway's status. */
export function gatewayStatusColor(status: string | null | undefined): "green" | "orange" | "red" | "grey" {
  return GATEWAY_COLOR[status ?? ""] ?? "grey"
}

/** Medusa's badge has padding at its right end only: in right-to-left languages the text would touch the border. */
const ROOM = { paddingInline: "0 0.25rem" }

/** A status badge on one line, for both writing directions. */
export function Status(props: ComponentProps<typeof StatusBadge>) {
  return <StatusBadge {...props} className="text-nowrap" style={ROOM} />
}

const SUBSCRIPTION_COLOR: Record<SubscriptionRowStatus, "green" | "orange" | "red" | "grey" | "blue"> = {
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
  return <Status color={SUBSCRIPTION_COLOR[status]}>{t(`webcheckout.subscriptions.statuses.${status}`)}</Status>
}

type Shown = Pick<AdminCheckout, "status" | "gateway_status" | "attention">

/** A payment's outcome, in a merchant's terms. */
export function CheckoutStatus({ checkout: { status, gateway_status, attention } }: { checkout: Shown }) {
  const { t } = useTranslation()
  if (attention !== null) {
    return <Status color="red">{t(`webcheckout.cases.${attention}.title`)}</Status>
  }
  return (
    <Status color={gatewayStatusColor(gateway_status)}>
      {gateway_status === null
        ? t(`webcheckout.payments.ledgerStatus.${status}`)
        : t(`webcheckout.gatewayStatus.${gateway_status}`)}
    </Status>
  )
}

/** Marks a payment of the test environment, where no money moves. */
export function TestBadge({ environment }: { environment: string }) {
  const { t } = useTranslation()
  return environment === "live" ? null : (
    <Badge size="2xsmall" color="purple" className="shrink-0 uppercase">
      {t("webcheckout.environment.test")}
    </Badge>
  )
}
