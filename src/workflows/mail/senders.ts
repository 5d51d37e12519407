import type { MailKind } from "../../modules/web-checkout/rules/mail"
import { caseMail, subscriptionMail } from "../notice/write-case-mail"
import { digestMail } from "../notice/write-digest"
import { payLinkMail } from "../pay-link/mail/write-pay-mail"
import type { MailSender } from "./letter"

export const SENDERS: Record<MailKind, MailSender> = {
  sent: payLinkMail,
  reminder: payLinkMail,
  case: caseMail,
  subscription: subscriptionMail,
  digest: digestMail,
}
