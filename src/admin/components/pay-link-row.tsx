import { Drawer, DropdownMenu, IconButton, toast } from "@medusajs/ui"
import { CheckCircle, EllipsisHorizontal, XCircle } from "@medusajs/icons"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { smallerAmount, subtractAmounts } from "../../gateway/money"
import { isPayable, type PayLinkState } from "../../modules/web-checkout/rules/pay-link"
import { useFormats } from "../lib/formats"
import {
  useNewAddresses,
  usePayLinkAction,
  type AdminPayLink,
  type PayLinkOrder,
  type PayLinkAddresses,
} from "../lib/pay-links"
import { reportOutcome, useConfirmation } from "../lib/actions"
import { PayLinkAddress } from "./pay-link-address"
import { Muted, SmallButton, Strong } from "./section"
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

interface Row {
  link: AdminPayLink
  order: PayLinkOrder
}

/** The link can still be paid, or its payment is not recorded yet. */
const isInUse = ({ state }: AdminPayLink) => isPayable(state) || state === "being_paid"

/** One of an order's pay links: its amount, its state and its actions. */
export function PayLinkRow({ link, order }: Row) {
  const { t, money, dateTime } = useFormats()
  const { mutateAsync: renew, isPending } = usePayLinkAction(link.id, "renew")
  // Its URLs stay the same.
  const renewIt = () => reportOutcome(renew(), () => toast.success(t("webcheckout.payLinks.renewDone")))
  const amount =
    link.amount === null
      ? t("webcheckout.payLinks.whole")
      : t("webcheckout.payLinks.part", { amount: money(link.amount, link.currency_code) })
  const times = [
    t("webcheckout.payLinks.createdAt", { date: dateTime(link.created_at) }),
    isInUse(link) && t("webcheckout.payLinks.expiresAt", { date: dateTime(link.expires_at) }),
    link.state === "expired" && t("webcheckout.payLinks.expiredAt", { date: dateTime(link.expires_at) }),
    link.paid > 0 && t("webcheckout.payLinks.paidSoFar", { amount: money(link.paid, link.currency_code) }),
    link.paid_at !== null && t("webcheckout.payLinks.paidAt", { date: dateTime(link.paid_at) }),
    link.ended_at !== null && t("webcheckout.payLinks.endedAt", { date: dateTime(link.ended_at) }),
  ].filter(Boolean)
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4" data-testid="pay-link">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Strong leading="normal">{amount}</Strong>
        <Status color={COLOR[link.state]}>{t(`webcheckout.payLinks.states.${link.state}`)}</Status>
      </div>
      {link.note !== null && (
        <Muted className="whitespace-pre-line break-words" dir="auto">
          {link.note}
        </Muted>
      )}
      <Muted size="xsmall">{times.join(" · ")}</Muted>
      <PayLinkMails link={link} />
      {isInUse(link) && link.ended_at === null && <Actions link={link} amount={amount} order={order} />}
      {link.state === "expired" && (
        <SmallButton className="self-start" isLoading={isPending} onClick={() => void renewIt()}>
          {t("webcheckout.payLinks.renew")}
        </SmallButton>
      )}
    </div>
  )
}

function Actions({ link, amount, order }: Row & { amount: string }) {
  const { t } = useTranslation()
  const { mutateAsync: newAddresses, isPending } = useNewAddresses()
  const { mutateAsync: send, isPending: isSending } = usePayLinkAction(link.id, "send")
  const [addresses, setAddresses] = useState<PayLinkAddresses>()
  const sendIt = () =>
    reportOutcome(send(), ({ pay_link }) => {
      const isSent = pay_link.mails[0]?.outcome === "sent"
      toast[isSent ? "success" : "info"](t(`webcheckout.payLinks.mails.${isSent ? "sentNow" : "tried"}`))
    })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SmallButton isLoading={isPending} onClick={() => void reportOutcome(newAddresses(link.id), setAddresses)}>
        {t("webcheckout.payLinks.show")}
      </SmallButton>
      {isPayable(link.state) && order.why_no_mail === null && (
        <SmallButton isLoading={isSending} onClick={() => void sendIt()}>
          {t("webcheckout.payLinks.send")}
        </SmallButton>
      )}
      <MoreActions link={link} order={order} name={amount} />
      <Drawer open={addresses !== undefined} onOpenChange={(open) => !open && setAddresses(undefined)}>
        <Drawer.Content>
          <Drawer.Header>
            <Drawer.Title>{t("webcheckout.payLinks.title")}</Drawer.Title>
            <Drawer.Description className="text-ui-fg-subtle txt-small">{amount}</Drawer.Description>
          </Drawer.Header>
          <Drawer.Body className="overflow-y-auto">{addresses && <PayLinkAddress {...addresses} />}</Drawer.Body>
        </Drawer.Content>
      </Drawer>
    </div>
  )
}

/** The unpaid part of the link's amount, at most the amount that the order owes. */
function askedFor(link: AdminPayLink, { owed }: PayLinkOrder): number {
  if (isPayable(link.state) || link.amount === null) {
    return isPayable(link.state) ? link.to_pay : owed
  }
  return smallerAmount(subtractAmounts(link.amount, link.paid, link.currency_code), owed, link.currency_code)
}

/** Actions that need a confirmation. */
function MoreActions({ link, order, name }: Row & { name: string }) {
  const { t, money } = useFormats()
  const confirm = useConfirmation()
  const { mutateAsync: end } = usePayLinkAction(link.id, "end")
  const { mutateAsync: book } = usePayLinkAction(link.id, "paid-another-way")
  const ask = async (what: "end" | "anotherWay", act: () => Promise<unknown>) => {
    const isSure = await confirm({
      title: t(`webcheckout.payLinks.${what}`),
      description: t(`webcheckout.payLinks.${what}Hint`, { amount: money(askedFor(link, order), link.currency_code) }),
      confirmText: t(`webcheckout.payLinks.${what}`),
      variant: what === "end" ? "danger" : "confirmation",
    })
    if (isSure) {
      await reportOutcome(act(), () => toast.success(t(`webcheckout.payLinks.${what}Done`)))
    }
  }
  return (
    <DropdownMenu>
      <DropdownMenu.Trigger asChild>
        <IconButton size="small" variant="transparent" aria-label={`${t("webcheckout.payLinks.more")}: ${name}`}>
          <EllipsisHorizontal />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content>
        <DropdownMenu.Item className="gap-x-2" onClick={() => void ask("anotherWay", () => book())}>
          <CheckCircle className="text-ui-fg-subtle" />
          {t("webcheckout.payLinks.anotherWay")}
        </DropdownMenu.Item>
        <DropdownMenu.Item className="gap-x-2" onClick={() => void ask("end", () => end())}>
          <XCircle className="text-ui-fg-subtle" />
          {t("webcheckout.payLinks.end")}
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu>
  )
}

/** The number of mails listed for a link; the others are only counted. */
const MOST_LISTED = 4

/** The mails sent for a pay link, and the date of the next reminder. Hidden if nothing was sent. */
function PayLinkMails({ link }: { link: AdminPayLink }) {
  const { t, dateTime } = useFormats()
  if (link.mails.length === 0) {
    return null
  }
  const rest = link.mails.length - MOST_LISTED
  return (
    <ul className="txt-compact-xsmall text-ui-fg-subtle flex flex-col gap-y-1" data-testid="pay-link-mails">
      {link.remind_at !== null && (
        <li>{t("webcheckout.payLinks.mails.remindAt", { date: dateTime(link.remind_at) })}</li>
      )}
      {link.mails.slice(0, MOST_LISTED).map(({ kind, outcome, sent_at, created_at }) => (
        <li key={created_at} className={outcome === "failed" ? "text-ui-fg-error" : undefined}>
          {outcome === "sent"
            ? t(`webcheckout.payLinks.mails.${kind}`, { date: dateTime(sent_at ?? created_at) })
            : `${t(`webcheckout.payLinks.mails.notSent.${kind}`, { date: dateTime(created_at) })} · ${t(`webcheckout.payLinks.mails.outcomes.${outcome ?? "waiting"}`)}`}
        </li>
      ))}
      {rest > 0 && <li>{t("webcheckout.payLinks.mails.more", { count: rest })}</li>}
    </ul>
  )
}
