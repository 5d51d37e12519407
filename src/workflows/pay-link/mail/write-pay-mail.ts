import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import { PLUGIN_ACTOR } from "../../../modules/web-checkout/rules/ledger"
import {
  MOST_OF_LINK,
  nextReminderAt,
  remindedFrom,
  type Mail,
  type MailOutcome,
} from "../../../modules/web-checkout/rules/mail"
import { isPayable, type PayLink } from "../../../modules/web-checkout/rules/pay-link"
import type { MailSender, Written } from "../../mail/mail-to-shop"
import { ringBell } from "../../medusa/notifications"
import { readRows } from "../../medusa/read-rows"
import { requireSyncedOrder } from "../sync-order"
import { endWithOrder } from "../end-with-order"
import { readPayLink, type ReadPayLink } from "../read-pay-link"
import { readReceiver } from "./mail-receiver"
import { mailLanguage, payMailContent, type PayMailData } from "./pay-mail-content"
import { logFailure } from "../../log-failure"
import { DAY_MS } from "../../../modules/web-checkout/rules/check-times"

const storeRow = z.looseObject({ name: z.string().nullish() })

/** A mail that has waited longer is sent only after the payment service was asked: the order may have been paid. */
const ASKED_AFTER_MS = 60_000
/** After this long without the payment service's answer the bell rings, once for each mail. */
const TOLD_AFTER_MS = DAY_MS
/** In ms: when a mail is retried if the payment service gave no answer, or a payment is on its way. */
const AGAIN_AFTER_MS = 15 * 60_000

/** A mail with a pay link's address, to the order's own e-mail address, which is kept nowhere here. A customer who has paid gets none. */
export const payLinkMail: MailSender = { isScrubbed: true, write, beforeClosing }

async function write(container: MedusaContainer, mail: Mail): Promise<Written> {
  const { payLinks } = container.resolve(WEB_CHECKOUT)
  const known = await payLinks.retrieve(mail.subject_id)
  if (known.paid_at !== null || known.ended_at !== null) {
    return "dropped"
  }
  const early = mail.kind === "reminder" && (await recheckDate(container, mail))
  if (early) {
    return early
  }
  const later = new Date(Date.now() + AGAIN_AFTER_MS)
  if (!(await isAnswered(container, mail, known))) {
    return later
  }
  const read = await readPayLink(container, await payLinks.retrieve(known.id))
  if (read.view.state === "being_paid") {
    // A reservation may lapse: then the amount is still owed.
    return later
  }
  if (read.view.state === "canceled") {
    await endWithOrder(container, known.order_id)
  }
  if (!isPayable(read.view.state)) {
    return "dropped"
  }
  return letterOf(container, mail, read)
}

/** The options may have changed since a reminder was queued. @returns a later date; `dropped` when reminders are off; undefined when it may go out */
async function recheckDate(container: MedusaContainer, mail: Mail): Promise<Date | "dropped" | undefined> {
  const { mails, options } = container.resolve(WEB_CHECKOUT)
  const first = remindedFrom(await mails.listOf([mail.subject_id]))
  // The mail is due by the database's clock, which may differ from this process's clock.
  const now = new Date(Math.max(Date.now(), new Date(mail.send_at).getTime()))
  const [day] = options.payLinks.remindAfterDays
  if (!first || day === undefined) {
    return "dropped"
  }
  const earliest = new Date(new Date(first.send_at).getTime() + day * DAY_MS)
  if (earliest <= now) {
    return undefined
  }
  await mails.postpone(mail, earliest)
  return earliest
}

/** @returns false when the payment service was asked about the order, which may have been paid meanwhile, and gave no answer */
async function isAnswered(container: MedusaContainer, mail: Mail, link: PayLink): Promise<boolean> {
  const waitedMs = Date.now() - new Date(mail.send_at).getTime()
  if (mail.kind !== "reminder" && waitedMs <= ASKED_AFTER_MS) {
    return true
  }
  try {
    await requireSyncedOrder(container, link.order_id)
    return true
  } catch (error) {
    logFailure(container, `mail ${mail.id} of a pay link could not be sent`, error)
    // No bell for a reminder: its customer has the link already.
    if (mail.kind === "sent" && waitedMs > TOLD_AFTER_MS) {
      await notify(container, mail, "waiting")
    }
    return false
  }
}

async function letterOf(container: MedusaContainer, mail: Mail, { link, order, view }: ReadPayLink): Promise<Written> {
  const receiver = await readReceiver(container, order.id)
  if (!receiver?.email) {
    return "failed"
  }
  const { payLinks, options } = container.resolve(WEB_CHECKOUT)
  const [store] = await readRows(container, storeRow, { entity: "store", filters: {} })
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
    language: mailLanguage(receiver.locale),
  }
  return {
    to: receiver.email,
    template: options.payLinks.emailTemplate,
    data: { ...data },
    content: payMailContent(data, options.timeZone),
    resource_id: link.id,
    resource_type: "webcheckout_pay_link",
    trigger_type: `webcheckout.pay_link.${mail.kind}`,
    receiver_id: receiver.customer_id ?? undefined,
  }
}

async function beforeClosing(container: MedusaContainer, mail: Mail, outcome: MailOutcome): Promise<void> {
  if (outcome === "failed" || outcome === "unknown") {
    await notify(container, mail, outcome)
  }
  const hasArrived = outcome === "sent" || outcome === "unknown"
  if (hasArrived || (mail.kind === "reminder" && outcome === "failed")) {
    await queueReminder(container, mail)
  }
}

/** Queues the next reminder of a link that has gone out: after its first mail, and after each reminder. */
async function queueReminder(container: MedusaContainer, { id, kind, subject_id, send_at }: Mail): Promise<void> {
  const { mails, options } = container.resolve(WEB_CHECKOUT)
  const known = await mails.listOf([subject_id])
  // The mail that is about to be closed has gone out.
  const first = remindedFrom(known.map((mail) => (mail.id === id ? { ...mail, outcome: "sent" } : mail)))
  if (!first || known.length >= MOST_OF_LINK) {
    return
  }
  const reminders = known.filter(
    (mail) =>
      mail.kind === "reminder" && mail.outcome !== "dropped" && new Date(mail.send_at) >= new Date(first.send_at)
  )
  if (kind === "sent" && reminders.length > 0) {
    return
  }
  const done = reminders.filter((mail) => new Date(mail.send_at) <= new Date(send_at)).length
  const at = nextReminderAt(new Date(first.send_at), options.payLinks.remindAfterDays, done)
  if (at) {
    const key = `webcheckout:pay-link:${subject_id}:reminder:${first.id}:${done + 1}`
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

/** Notifies of a mail that has not gone out: the customer may not have the link, or was not reminded. */
async function notify(container: MedusaContainer, mail: Mail, outcome: keyof typeof NOT_SENT): Promise<void> {
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
