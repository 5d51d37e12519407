import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { undefinedIfGone } from "../../modules/web-checkout/errors"
import {
  LONGEST_TRY_MS,
  triedAgainAt,
  type Mail,
  type MailOutcome,
  type MailKind,
} from "../../modules/web-checkout/rules/mail"
import type { Task } from "../../modules/web-checkout/services/tasks"
import { findNotice, scrubNotice, sendOnce, type MadeNotice } from "../medusa/notifications"
import { caseMail, subscriptionMail } from "../notice/case-mail"
import { digestMail } from "../notice/daily-mail"
import { payLinkMail } from "../pay-link/mail/write-pay-mail"
import type { MailSender } from "./mail-to-shop"

/**
 * Tries to send a mail of the outbox, or records the outcome of the previous attempt. Never resends a mail that may have gone out: each
 * attempt is recorded before it is made, and has its own key, since Medusa itself resends a key that has failed.
 *
 * @returns when to check it again; null once its outcome is recorded
 */
export async function sendMail(container: MedusaContainer, { subject_id }: Task): Promise<Date | null> {
  const mail = await container.resolve(WEB_CHECKOUT).mails.find(subject_id)
  if (!mail || mail.outcome !== null) {
    return null
  }
  return mail.trying_since === null ? trySending(container, mail) : checkInterrupted(container, mail, mail.trying_since)
}

async function trySending(container: MedusaContainer, mail: Mail): Promise<Date | null> {
  const sender = SENDERS[mail.kind]
  const letter = (await sender.write(container, mail).catch(undefinedIfGone)) ?? "dropped"
  if (letter instanceof Date) {
    return letter
  }
  if (typeof letter === "string") {
    const logger: Logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    logger.info(`medusa-payment-webcheckout: mail ${mail.id} (${mail.kind}) was not sent: ${letter}`)
    return close(container, mail, letter)
  }
  const begun = await container.resolve(WEB_CHECKOUT).mails.beginTry(mail)
  const notice = { ...letter, channel: "email", idempotency_key: keyOf(begun) }
  const status = await sendOnce(container, notice, { isScrubbed: sender.isScrubbed })
  return endTry(container, begun, status, new Date())
}

/** Records the outcome of an interrupted attempt; sends the mail if that attempt made no notification. */
async function checkInterrupted(container: MedusaContainer, mail: Mail, since: Date): Promise<Date | null> {
  const notice = await findNotice(container, keyOf(mail))
  if (!notice) {
    return trySending(container, await container.resolve(WEB_CHECKOUT).mails.undoTry(mail))
  }
  if (SENDERS[mail.kind].isScrubbed) {
    await scrubNotice(container, keyOf(mail))
  }
  return endTry(container, mail, notice.status, new Date(since))
}

/**
 * Records how an attempt ended, and returns when to check the mail again; null for never.
 *
 * @param since when the provider began to send: a pending attempt is checked again, and is unknown after LONGEST_TRY_MS
 */
async function endTry(
  container: MedusaContainer,
  mail: Mail,
  status: MadeNotice["status"],
  since: Date
): Promise<Date | null> {
  if (status === "success") {
    return close(container, mail, "sent")
  }
  if (status === "pending") {
    const unknownAt = new Date(since.getTime() + LONGEST_TRY_MS)
    return unknownAt > new Date() ? unknownAt : close(container, mail, "unknown")
  }
  const again = triedAgainAt(mail)
  if (!again) {
    return close(container, mail, "failed")
  }
  await container.resolve(WEB_CHECKOUT).mails.endTry(mail)
  return again
}

async function close(container: MedusaContainer, mail: Mail, outcome: MailOutcome): Promise<null> {
  await SENDERS[mail.kind].beforeClosing(container, mail, outcome)
  await container.resolve(WEB_CHECKOUT).mails.close(mail, outcome)
  return null
}

/** Names one attempt. */
function keyOf({ id, attempts }: Mail): string {
  return `webcheckout:mail:${id}:${attempts}`
}

const SENDERS: Record<MailKind, MailSender> = {
  sent: payLinkMail,
  reminder: payLinkMail,
  case: caseMail,
  subscription: subscriptionMail,
  digest: digestMail,
}
