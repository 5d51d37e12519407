import { Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useFormats } from "../lib/formats"
import type { AdminPayLink } from "../lib/pay-links"

/** So many of a link's mails are listed; the others are counted. */
const MOST_LISTED = 4

/** What was sent of a pay link, and when the next reminder goes out. Absent where nothing was sent. */
export function PayLinkMails({ link }: { link: AdminPayLink }) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
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
      {rest > 0 && (
        <li>
          <Text size="xsmall">{t("webcheckout.payLinks.mails.more", { count: rest })}</Text>
        </li>
      )}
    </ul>
  )
}
