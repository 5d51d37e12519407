import { Badge } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminCheckout } from "../lib/checkouts"
import { gatewayStatusColor } from "./gateway-status-color"
import { Status } from "./status"

type Shown = Pick<AdminCheckout, "status" | "gateway_status" | "attention">

/** What became of a payment, in a merchant's words. */
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
