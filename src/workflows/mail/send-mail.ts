import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import {
  LONGEST_TRY_MS,
  triedAgainAt,
  type Mail,
  type MailOutcome,
  type MailKind,
} from "../../modules/web-checkout/rules/mail"
import type { Task } from "../../modules/web-checkout/services/tasks"
import { findNotice, scrubNotice, sendOnce } from "../medusa/notifications"
import { caseMail, subscriptionMail } from "../notice/case-mail"
import { digestMail } from "../notice/daily-mail"
import { payLinkMail } from "../pay-link/mail/write-pay-mail"
import type { MailSender } from "./mail-to-shop"

/**
 * Tries to send a mail of the outbox, or determines the outcome of the previous attempt. Never resends a mail that may have gone out: each
 * attempt is recorded before it is made, and has its own key, since Medusa itself resends a key that has failed.
 *
 * @returns when to check it again; null when it was sent, or never will be
 */
export async function sendMail(container: MedusaContainer, { subject_id }: Task): Promise<Date | null> {
  const mail = await container.resolve(WEB_CHECKOUT).mails.find(subject_id)
  if (!mail || mail.outcome !== null) {
    return null
  }
  return mail.trying_since === null ? trySending(container, mail) : lookBack(container, mail, mail.trying_since)
}

async function trySending(container: MedusaContainer, mail: Mail): Promise<Date | null> {
  const { mails } = container.resolve(WEB_CHECKOUT)
  const sender = SENDERS[mail.kind]
  const letter = await sender.write(container, mail).catch(droppedIfGone)
  if (letter instanceof Date) {
    return letter
  }
  if (typeof letter === "string") {
    log(container, mail, letter)
    return close(container, mail, letter)
  }
  const begun = await mails.beginTry(mail)
  const notice = { ...letter, channel: "email", idempotency_key: keyOf(begun) }
  switch (await sendOnce(container, notice, { isScrubbed: sender.isScrubbed })) {
    case "success":
      return close(container, begun, "sent")
    case "failure":
      return endTry(container, begun)
    case "pending":
      // The provider is still sending: the outcome is checked then.
      return new Date(Date.now() + LONGEST_TRY_MS)
  }
}

/** Determines the outcome of an attempt whose process died, or whose provider took too long. */
async function lookBack(container: MedusaContainer, mail: Mail, since: Date): Promise<Date | null> {
  const notice = await findNotice(container, keyOf(mail))
  if (!notice) {
    return trySending(container, await container.resolve(WEB_CHECKOUT).mails.undoTry(mail))
  }
  if (SENDERS[mail.kind].isScrubbed) {
    await scrubNotice(container, keyOf(mail))
  }
  if (notice.status === "success") {
    return close(container, mail, "sent")
  }
  if (notice.status === "failure") {
    return endTry(container, mail)
  }
  const overAt = new Date(new Date(since).getTime() + LONGEST_TRY_MS)
  return overAt > new Date() ? overAt : close(container, mail, "unknown")
}

/** The provider has refused. */
async function endTry(container: MedusaContainer, mail: Mail): Promise<Date | null> {
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

/** Drops a mail whose subject no longer exists. @throws every other error */
function droppedIfGone(error: unknown): "dropped" {
  if (error instanceof MedusaError && error.type === MedusaError.Types.NOT_FOUND) {
    return "dropped"
  }
  throw error
}

function log(container: MedusaContainer, { id, kind }: Mail, what: string): void {
  const logger: Logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  logger.info(`medusa-payment-webcheckout: mail ${id} (${kind}) was not sent: ${what}`)
}

/** Names one try. */
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
