import { Button, Container, Drawer, Heading, Text, toast, usePrompt } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { PayLinkState } from "../../modules/web-checkout/rules/pay-link"
import { useFormats } from "../lib/formats"
import { useEndPayLink, useNewAddress, usePayLinks, type AdminPayLink, type AdminPayLinks } from "../lib/pay-links"
import { wordsOf } from "../lib/words-of"
import { CreatePayLinkDrawer } from "./create-pay-link-drawer"
import { LoadFailed } from "./load-failed"
import { PayLinkAddress } from "./pay-link-address"
import { Status } from "./status"

const COLOR: Record<PayLinkState, "green" | "orange" | "grey" | "blue"> = {
  payable: "blue",
  open_elsewhere: "blue",
  being_paid: "orange",
  paid: "green",
  nothing_owed: "grey",
  ended: "grey",
  expired: "grey",
  canceled: "grey",
}

/** States of a link whose addresses are still good for something. */
const IS_ALIVE: PayLinkState[] = ["payable", "open_elsewhere", "being_paid"]

/** What an order owes, and the links with which it can be paid. Absent where there is nothing of either. */
export function PayLinksCard({ orderId }: { orderId: string }) {
  const { t } = useTranslation()
  const { money } = useFormats()
  const { data, isError, refetch } = usePayLinks(orderId)
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
    <Container className="divide-y p-0" data-testid="pay-links">
      <div className="flex items-center justify-between gap-x-4 px-6 py-4">
        <Heading level="h2">{t("webcheckout.payLinks.title")}</Heading>
        {whyNot(order) === undefined && (
          <Button size="small" variant="secondary" onClick={() => setCreating(true)}>
            {t(`webcheckout.payLinks.${order.is_draft ? "convertAndCreate" : "create"}`)}
          </Button>
        )}
      </div>
      <div className="text-ui-fg-subtle flex flex-col gap-y-1 px-6 py-4">
        <Text size="small" weight="plus">
          {t("webcheckout.payLinks.owed", { amount: money(order.owed, order.currency_code) })}
        </Text>
        {whyNot(order) !== undefined && <Text size="small">{t(`webcheckout.payLinks.whyNot.${whyNot(order)}`)}</Text>}
      </div>
      {pay_links.map((link) => (
        <PayLinkRow key={link.id} link={link} />
      ))}
      {isCreating && <CreatePayLinkDrawer order={order} onClose={() => setCreating(false)} />}
    </Container>
  )
}

function whyNot(order: AdminPayLinks["order"]): "canceled" | "beingPaid" | "nothingOwed" | "noProvider" | undefined {
  if (order.is_canceled) {
    return "canceled"
  }
  if (order.is_being_paid) {
    return "beingPaid"
  }
  if (order.owed <= 0) {
    return "nothingOwed"
  }
  return order.provider_id === null ? "noProvider" : undefined
}

function PayLinkRow({ link }: { link: AdminPayLink }) {
  const { t } = useTranslation()
  const { money, dateTime } = useFormats()
  const { mutateAsync: newAddress, isPending } = useNewAddress(link.id)
  const [url, setUrl] = useState<string>()
  const amount =
    link.amount === null
      ? t("webcheckout.payLinks.whole")
      : t("webcheckout.payLinks.part", { amount: money(link.amount, link.currency_code) })
  const times = [
    t("webcheckout.payLinks.createdAt", { date: dateTime(link.created_at) }),
    link.expires_at !== null && t("webcheckout.payLinks.expiresAt", { date: dateTime(link.expires_at) }),
    link.paid > 0 && t("webcheckout.payLinks.paidSoFar", { amount: money(link.paid, link.currency_code) }),
  ].filter(Boolean)
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4" data-testid="pay-link">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Text size="small" weight="plus">
          {amount}
        </Text>
        <Status color={COLOR[link.state]}>{t(`webcheckout.payLinks.states.${link.state}`)}</Status>
      </div>
      {link.note !== null && (
        <Text size="small" className="text-ui-fg-subtle whitespace-pre-line break-words" dir="auto">
          {link.note}
        </Text>
      )}
      <Text size="xsmall" className="text-ui-fg-subtle">
        {times.join(" · ")}
      </Text>
      {IS_ALIVE.includes(link.state) && link.ended_at === null && (
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            variant="secondary"
            isLoading={isPending}
            onClick={() =>
              void newAddress("copy").then(
                ({ pay_link }) => setUrl(pay_link.url),
                (error: unknown) => toast.error(wordsOf(error))
              )
            }
          >
            {t("webcheckout.payLinks.show")}
          </Button>
          <EndButton link={link} />
        </div>
      )}
      <Drawer open={url !== undefined} onOpenChange={(open) => !open && setUrl(undefined)}>
        <Drawer.Content>
          <Drawer.Header>
            <Drawer.Title>{t("webcheckout.payLinks.title")}</Drawer.Title>
            <Drawer.Description className="text-ui-fg-subtle txt-small">{amount}</Drawer.Description>
          </Drawer.Header>
          <Drawer.Body className="overflow-y-auto">{url && <PayLinkAddress url={url} />}</Drawer.Body>
        </Drawer.Content>
      </Drawer>
    </div>
  )
}

function EndButton({ link }: { link: AdminPayLink }) {
  const { t } = useTranslation()
  const prompt = usePrompt()
  const { mutateAsync: end, isPending } = useEndPayLink(link.id)
  const ask = async () => {
    const isSure = await prompt({
      title: t("webcheckout.payLinks.end"),
      description: t("webcheckout.payLinks.endHint"),
      confirmText: t("webcheckout.payLinks.end"),
      cancelText: t("webcheckout.actions.cancel"),
    })
    if (isSure) {
      await end().then(
        () => toast.success(t("webcheckout.payLinks.ended")),
        (error: unknown) => toast.error(wordsOf(error))
      )
    }
  }
  return (
    <Button size="small" variant="transparent" isLoading={isPending} onClick={() => void ask()}>
      {t("webcheckout.payLinks.end")}
    </Button>
  )
}
