import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/framework/types"
import { Container, Text } from "@medusajs/ui"
import { useState } from "react"
import { useFormats } from "../lib/formats"
import { usePayLinks, type PayLinkOrder } from "../lib/pay-links"
import { CreatePayLinkDrawer } from "../components/create-pay-link-drawer"
import { PayLinkRow } from "../components/pay-link-row"
import { LoadFailed, Section, SmallButton, Strong } from "../components/section"

/** The amount that the order still owes, and its pay links. Hidden if there is neither. */
function OrderPayLinksWidget({ data: { id } }: DetailWidgetProps<AdminOrder>) {
  const { t, money } = useFormats()
  const { data, isError, refetch } = usePayLinks(id)
  const [isCreating, setCreating] = useState(false)
  if (isError) {
    return (
      <Container className="p-0">
        <LoadFailed words={t("webcheckout.payLinks.loadFailed")} onRetry={() => void refetch()} />
      </Container>
    )
  }
  if (!data || (data.order.owed <= 0 && data.pay_links.length === 0 && !isCreating)) {
    return null
  }
  const { order, pay_links } = data
  return (
    <Section
      title={t("webcheckout.payLinks.title")}
      actions={
        whyNot(order) === undefined && (
          <SmallButton onClick={() => setCreating(true)}>
            {t(`webcheckout.payLinks.${order.is_draft ? "convertAndCreate" : "create"}`)}
          </SmallButton>
        )
      }
      data-testid="pay-links"
    >
      <div className="text-ui-fg-subtle flex flex-col gap-y-1 px-6 py-4">
        {!order.is_canceled && (
          <Strong leading="normal">
            {t("webcheckout.payLinks.owed", { amount: money(order.owed, order.currency_code) })}
          </Strong>
        )}
        {whyNot(order) !== undefined && <Text size="small">{t(`webcheckout.payLinks.whyNot.${whyNot(order)}`)}</Text>}
        {order.why_no_mail !== null && order.owed > 0 && !order.is_canceled && (
          <Text size="small">{t(`webcheckout.payLinks.whyNoMail.${order.why_no_mail}`)}</Text>
        )}
      </div>
      {pay_links.map((link) => (
        <PayLinkRow key={link.id} link={link} order={order} />
      ))}
      {isCreating && <CreatePayLinkDrawer order={order} onClose={() => setCreating(false)} />}
    </Section>
  )
}

/** Why no link can be created: the first reason that holds. */
function whyNot({ is_canceled, is_being_paid, owed, provider_id }: PayLinkOrder) {
  const reasons = [
    ["canceled", is_canceled],
    ["beingPaid", is_being_paid],
    ["nothingOwed", owed <= 0],
    ["noProvider", provider_id === null],
  ] as const
  return reasons.find(([, holds]) => holds)?.[0]
}

export const config = defineWidgetConfig({ zone: ["order.details.side", "draft_order.details.side"] })

export default OrderPayLinksWidget
