import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import { safeWords } from "../../../modules/web-checkout/errors"
import { PLUGIN_ACTOR } from "../../../modules/web-checkout/rules/ledger"
import { MOST_OF_LINK, nextReminderAt, type Mail, type MailOutcome } from "../../../modules/web-checkout/rules/mail"
import { isPayable, type PayLink } from "../../../modules/web-checkout/rules/pay-link"
import type { Letter, MailSender } from "../../mail/letter"
import { ringBell } from "../../medusa/notifications"
import { readRows } from "../../medusa/read-rows"
import { askAboutOrder } from "../ask-about-order"
import { endWithOrder } from "../end-with-order"
import { readPayLink, type ReadPayLink } from "../read-pay-link"
import { readReceiver } from "./receiver"
import { mailLanguage, payMailContent, type PayMailData } from "./pay-mail-text"

const storeRow = z.looseObject({ name: z.string().nullish() })

/** What was queued before that may be paid by now, whatever our own books say. */
const ASKED_AFTER_MS = 60_000
/** A mail that waits for the payment service's answer for longer is told. */
const TOLD_AFTER_MS = 86_400_000
/** When it is looked at again where the payment service gave no answer, or money is on its way. */
const AGAIN_AFTER_MS = 15 * 60_000

/** A mail with a pay link's address, to the order's own e-mail address, which is kept nowhere here. Who has paid is not asked again. */
export const payLinkMail: MailSender = { isScrubbed: true, write, beforeClosing }

async function write(container: MedusaContainer, mail: Mail): Promise<Letter | Date | "failed" | "dropped"> {
  const link = await container.resolve(WEB_CHECKOUT).payLinks.retrieve(mail.subject_id)
  if (link.paid_at !== null || link.ended_at !== null) {
    return "dropped"
  }
  const later = new Date(Date.now() + AGAIN_AFTER_MS)
  if (!(await isAnswered(container, mail, link))) {
    return later
  }
  const read = await readPayLink(container, await container.resolve(WEB_CHECKOUT).payLinks.retrieve(link.id))
  if (read.view.state === "being_paid") {
    // What is only reserved may lapse: then it is still to be asked for.
    return later
  }
  if (read.view.state === "canceled") {
    await endWithOrder(container, link.order_id)
  }
  if (!isPayable(read.view.state)) {
    return "dropped"
  }
  const receiver = await readReceiver(container, read.link)
  return receiver?.email ? letterOf(container, mail, read, { ...receiver, email: receiver.email }) : "failed"
}

/** Asks the payment service about the order where that may have been paid since the mail was queued. @returns whether it was answered */
async function isAnswered(container: MedusaContainer, mail: Mail, link: PayLink): Promise<boolean> {
  const waitedMs = Date.now() - new Date(mail.send_at).getTime()
  if (mail.kind !== "reminder" && waitedMs <= ASKED_AFTER_MS) {
    return true
  }
  try {
    await askAboutOrder(container, link.order_id, { isAnswerNeeded: true })
    return true
  } catch (error) {
    const logger: Logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    logger.warn(`medusa-payment-webcheckout: mail ${mail.id} of a pay link could not be sent: ${safeWords(error)}`)
    // Whom a reminder is for has the link already.
    if (mail.kind === "sent" && waitedMs > TOLD_AFTER_MS) {
      await tell(container, mail, "waiting")
    }
    return false
  }
}

async function letterOf(
  container: MedusaContainer,
  mail: Mail,
  { link, order, view }: ReadPayLink,
  to: { email: string; locale?: string | null; customer_id?: string | null }
): Promise<Letter> {
  const { payLinks, options } = container.resolve(WEB_CHECKOUT)
  const [store] = await readRows(container, storeRow, { entity: "store", fields: ["id", "name"], filters: {} })
  const data: PayMailData = {
    kind: mail.kind === "reminder" ? "reminder" : "sent",
    id: link.id,
    shop: store?.name ?? "",
    order_number: String(order.display_id ?? order.id),
    amount: String(view.amount),
    currency_code: link.currency_code,
    url: await payLinks.issueUrl(link, "mail"),
    note: link.note,
    expires_at: new Date(link.expires_at).toISOString(),
    language: mailLanguage(to.locale),
  }
  return {
    to: to.email,
    template: options.payLinks.emailTemplate,
    data: { ...data },
    content: payMailContent(data, options.timeZone),
    resource_id: link.id,
    resource_type: "webcheckout_pay_link",
    trigger_type: `webcheckout.pay_link.${mail.kind}`,
    receiver_id: to.customer_id ?? undefined,
  }
}

async function beforeClosing(container: MedusaContainer, mail: Mail, outcome: MailOutcome): Promise<void> {
  if (outcome === "failed" || outcome === "unknown") {
    await tell(container, mail, outcome)
  }
  const hasArrived = outcome === "sent" || outcome === "unknown"
  if (hasArrived || (mail.kind === "reminder" && outcome === "failed")) {
    await queueReminder(container, mail)
  }
}

/** Queues the next reminder of a link that has gone out: after its first mail, and after each reminder. Their dates count from that mail. */
async function queueReminder(container: MedusaContainer, { id, kind, subject_id, send_at }: Mail): Promise<void> {
  const { mails, options } = container.resolve(WEB_CHECKOUT)
  const known = await mails.listOf([subject_id])
  const reminders = known.filter((mail) => mail.kind === "reminder")
  const first = known.findLast(
    (mail) => mail.kind === "sent" && (mail.id === id || mail.outcome === "sent" || mail.outcome === "unknown")
  )
  if (!first || (kind === "sent" && reminders.length > 0) || known.length >= MOST_OF_LINK) {
    return
  }
  const done = reminders.filter((mail) => new Date(mail.send_at) <= new Date(send_at)).length
  const at = nextReminderAt(new Date(first.send_at), options.payLinks.remindAfterDays, done)
  if (at) {
    const key = `webcheckout:pay-link:${subject_id}:reminder:${done + 1}`
    await mails.queue({ kind: "reminder", key, subject_id, send_at: at, created_by: PLUGIN_ACTOR })
  }
}

/** What the bell says of a mail that has not gone out, by what became of it. */
const NOT_SENT = {
  waiting: {
    title: "Pay link not sent yet",
    advice:
      "The payment may already be made, but the payment service does not answer. Look it up in the payment service's dashboard by the reference, or copy the link for the customer.",
  },
  failed: {
    title: "Pay link could not be sent",
    advice:
      "Open the order and copy the link for the customer; check the order's email address and the store's email provider.",
  },
  unknown: {
    title: "Pay link delivery unknown",
    advice: "The email may not have been sent. Ask the customer, or open the order and send the link again.",
  },
}

/** A mail that has not gone out is told: its customer has not heard of the link, or nobody knows whether. */
async function tell(container: MedusaContainer, mail: Mail, outcome: keyof typeof NOT_SENT): Promise<void> {
  const { order_id, order_reference } = await container.resolve(WEB_CHECKOUT).payLinks.retrieve(mail.subject_id)
  const { title, advice } = NOT_SENT[outcome]
  await ringBell(container, {
    key: `webcheckout:pay-mail:${mail.id}:${outcome}`,
    title,
    description: `Reference ${order_reference}. ${advice}`,
    resource_id: order_id,
    resource_type: "order",
    trigger_type: `webcheckout.pay_link.mail_${outcome}`,
  })
}
