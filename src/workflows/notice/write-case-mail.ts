import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { withCase } from "../../modules/web-checkout/rules/cases"
import type { Mail } from "../../modules/web-checkout/rules/mail"
import type { MailSender, Written } from "../mail/letter"
import { isToShop, keyTo, notifyOfNotSent } from "../mail/mail-to-shop"
import { messageOfCase, messageOfSubscription, type Message } from "./case-message"

/** A payment has a case. Not sent where it is over by now. */
export const caseMail: MailSender = {
  isScrubbed: false,
  beforeClosing: notifyOfNotSent,
  async write(container, mail) {
    const { checkouts, cases } = container.resolve(WEB_CHECKOUT)
    const row = await checkouts.retrieve(mail.subject_id)
    const messages = (await cases.listOpenOf(row.id)).map((open) => messageOfCase(container, withCase(row, open)))
    return letterOf(container, mail, messages)
  },
}

/** A subscription needs a person. Not sent where that is over by now. */
export const subscriptionMail: MailSender = {
  isScrubbed: false,
  beforeClosing: notifyOfNotSent,
  async write(container, mail) {
    const row = await container.resolve(WEB_CHECKOUT).subscriptions.retrieve(mail.subject_id)
    return letterOf(container, mail, [messageOfSubscription(container, row)])
  },
}

function letterOf(container: MedusaContainer, { key, to }: Mail, messages: (Message | undefined)[]): Written {
  const message = messages.find((one) => one && keyTo(one.key, to) === key)
  if (!message || !isToShop(container, to)) {
    return "dropped"
  }
  const { key: _key, title: _title, description: _description, ...letter } = message
  return { to, template: container.resolve(WEB_CHECKOUT).options.notifications.template, ...letter }
}
