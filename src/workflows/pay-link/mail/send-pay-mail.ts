import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import { safeWords } from "../../../modules/web-checkout/errors"
import { isPayable } from "../../../modules/web-checkout/rules/pay-link"
import { LONGEST_TRY_MS, remindersAt, triedAgainAt, type PayMail } from "../../../modules/web-checkout/rules/pay-mail"
import type { Task } from "../../../modules/web-checkout/services/tasks"
import { findNotice, ringBell, scrubNotice, sendOnce } from "../../medusa/notifications"
import { readRows } from "../../medusa/read-rows"
import { askAboutOrder } from "../ask-about-order"
import { readPayLink, type ReadPayLink } from "../read-pay-link"
import { readReceiver } from "./receiver"
import { mailLanguage, payMailContent, type PayMailData } from "./pay-mail-text"

const storeRow = z.looseObject({ name: z.string().nullish() })

/** What was queued before that may be paid by now, whatever our own books say. */
const ASKED_AFTER_MS = 60_000
/** A mail that waits for the payment service's answer for longer is told. */
const TOLD_AFTER_MS = 86_400_000

/**
 * One try to send a mail with a pay link's address, or what became of the try before it. Never twice once it may have gone out:
 * each try is written down before it is made, and Medusa would send one key that has failed again by itself. The mail goes to the
 * order's own e-mail address, which is kept nowhere here.
 *
 * @returns when it is looked at again; null when it was sent, or never will be
 */
export async function sendPayMail(container: MedusaContainer, { subject_id }: Task): Promise<Date | null> {
  const { payMails } = container.resolve(WEB_CHECKOUT)
  const known = await payMails.find(subject_id)
  if (!known || known.outcome !== null) {
    return null
  }
  return known.trying_since === null ? trySending(container, known) : lookBack(container, known, known.trying_since)
}

/** Names one try of one mail of one link. */
function keyOf({ pay_link_id, number, attempts }: PayMail): string {
  return `webcheckout:pay-link:${pay_link_id}:${number}:${attempts}`
}

/** What became of a try whose process died, or whose provider took too long. */
async function lookBack(container: MedusaContainer, mail: PayMail, since: Date): Promise<Date | null> {
  const { payMails } = container.resolve(WEB_CHECKOUT)
  const notice = await findNotice(container, keyOf(mail))
  await scrubNotice(container, keyOf(mail))
  if (!notice) {
    return trySending(container, await payMails.undoTry(mail))
  }
  if (notice.status === "success") {
    return recordSent(container, mail)
  }
  if (notice.status === "failure") {
    return recordRefused(container, mail)
  }
  const overAt = new Date(new Date(since).getTime() + LONGEST_TRY_MS)
  if (overAt > new Date()) {
    return overAt
  }
  await planReminder(container, mail)
  await tell(container, mail, "unknown")
  await payMails.close(mail, "unknown")
  return null
}

async function trySending(container: MedusaContainer, mail: PayMail): Promise<Date | null> {
  const { payMails, payLinks } = container.resolve(WEB_CHECKOUT)
  const link = await payLinks.retrieve(mail.pay_link_id)
  const waitedMs = Date.now() - new Date(mail.created_at).getTime()
  if (waitedMs > ASKED_AFTER_MS) {
    const isAnswered = await askAboutOrder(container, link.order_id, { isAnswerNeeded: true }).then(
      () => true,
      warnOf(container, mail)
    )
    if (!isAnswered) {
      await (waitedMs > TOLD_AFTER_MS && tell(container, mail, "waiting"))
      return new Date(Date.now() + LONGEST_TRY_MS)
    }
  }
  const read = await readPayLink(container, link)
  const to = await readReceiver(container, read.link)
  if (read.view.state === "being_paid") {
    // What is only reserved may lapse: then it is still to be asked for.
    return new Date(Date.now() + LONGEST_TRY_MS)
  }
  if (!isPayable(read.view.state)) {
    await payMails.close(mail, "dropped")
    return null
  }
  if (!to?.email) {
    await tell(container, mail, "failed")
    await payMails.close(mail, "failed")
    return null
  }
  return tryOnce(container, mail, read, { ...to, email: to.email })
}

/** The try itself. */
async function tryOnce(
  container: MedusaContainer,
  mail: PayMail,
  read: ReadPayLink,
  to: { email: string; locale?: string | null; customer_id?: string | null }
): Promise<Date | null> {
  const { payMails, options } = container.resolve(WEB_CHECKOUT)
  const begun = await payMails.beginTry(mail)
  const data = await mailData(container, mail, read, mailLanguage(to.locale))
  const notice = {
    to: to.email,
    channel: "email",
    template: options.payLinks.emailTemplate,
    data: { ...data },
    content: payMailContent(data, options.timeZone),
    idempotency_key: keyOf(begun),
    resource_id: read.link.id,
    resource_type: "webcheckout_pay_link",
    trigger_type: `webcheckout.pay_link.${mail.kind}`,
    receiver_id: to.customer_id ?? undefined,
  }
  const status = await sendOnce(container, notice, { isScrubbed: true })
  switch (status) {
    case "success":
      return recordSent(container, begun)
    case "failure":
      return recordRefused(container, begun)
    case "pending":
      return new Date(Date.now() + LONGEST_TRY_MS)
  }
}

function warnOf(container: MedusaContainer, { id }: PayMail): (error: unknown) => false {
  const logger: Logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  return (error) => {
    logger.warn(`medusa-payment-webcheckout: mail ${id} of a pay link could not be sent: ${safeWords(error)}`)
    return false
  }
}

async function recordSent(container: MedusaContainer, mail: PayMail): Promise<null> {
  await planReminder(container, mail)
  await container.resolve(WEB_CHECKOUT).payMails.close(mail, "sent")
  return null
}

async function recordRefused(container: MedusaContainer, mail: PayMail): Promise<Date | null> {
  if (triedAgainAt(mail.attempts) === undefined) {
    // Told first: after a crash the next look tells it, and the key keeps it from being told twice.
    await tell(container, mail, "failed")
  }
  return container.resolve(WEB_CHECKOUT).payMails.recordRefused(mail)
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
async function tell(container: MedusaContainer, mail: PayMail, outcome: keyof typeof NOT_SENT): Promise<void> {
  const { order_id, order_reference } = await container.resolve(WEB_CHECKOUT).payLinks.retrieve(mail.pay_link_id)
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

/** A link that has gone out is reminded of, counted from the first mail. */
async function planReminder(container: MedusaContainer, mail: PayMail): Promise<void> {
  const { payLinks, options } = container.resolve(WEB_CHECKOUT)
  const link = await payLinks.retrieve(mail.pay_link_id)
  if (mail.kind === "sent" && link.remind_at === null && link.reminders === 0) {
    await payLinks.recordReminders(link, {
      ...remindersAt(new Date(mail.created_at), options.payLinks.remindAfterDays, 0),
      done: 0,
    })
  }
}

async function mailData(
  container: MedusaContainer,
  { kind }: PayMail,
  { link, order, view }: ReadPayLink,
  language: PayMailData["language"]
): Promise<PayMailData> {
  const [store] = await readRows(container, storeRow, { entity: "store", fields: ["id", "name"], filters: {} })
  return {
    kind,
    id: link.id,
    shop: store?.name ?? "",
    order_number: String(order.display_id ?? order.id),
    amount: String(view.amount),
    currency_code: link.currency_code,
    url: await container.resolve(WEB_CHECKOUT).payLinks.issueUrl(link, "mail"),
    note: link.note,
    expires_at: new Date(link.expires_at).toISOString(),
    language,
  }
}
