import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { PLUGIN_ACTOR } from "../../modules/web-checkout/rules/ledger"
import type { Mail, MailOutcome } from "../../modules/web-checkout/rules/mail"
import { ringBell, type Notice } from "../medusa/notifications"

/** Queues a mail to each address in the options, once for each key. @returns the mails' ids */
export async function mailToShop(
  container: MedusaContainer,
  { key, ...mail }: Pick<Mail, "kind" | "key" | "subject_id">
): Promise<string[]> {
  const { mails, options } = container.resolve(WEB_CHECKOUT)
  const ids: string[] = []
  for (const to of options.notifications.emails) {
    ids.push(await mails.queue({ ...mail, key: keyTo(key, to), to, created_by: PLUGIN_ACTOR }))
  }
  return ids
}

/** The key of a mail to one address. */
export function keyTo(key: string, to: string | null): string {
  return `${key}:${to}`
}

const NOT_SENT = {
  failed: "An email to the shop could not be sent",
  unknown: "An email to the shop may not have arrived",
}

/**
 * Rings the bell for failed mails to the shop, at most once a day for all of them, since an email provider fails for all; and for each mail
 * whose delivery is unknown.
 */
async function notifyOfNotSent(container: MedusaContainer, mail: Mail, outcome: MailOutcome): Promise<void> {
  if (outcome !== "failed" && outcome !== "unknown") {
    return
  }
  const { environment } = container.resolve(WEB_CHECKOUT).options
  const which = outcome === "unknown" ? mail.id : `${environment}:${new Date().toISOString().slice(0, 10)}`
  await ringBell(container, {
    key: `webcheckout:mail-to-shop:${outcome}:${which}`,
    title: NOT_SENT[outcome],
    description: `To ${mail.to}. Open cases are listed under Payments → Needs attention and under Subscriptions. Check the store's email provider and notifications.emails in the plugin options.`,
    resource_id: "mail",
    resource_type: "webcheckout_mail",
    trigger_type: `webcheckout.mail.${outcome}`,
  })
}

/** What one try sends: a notification of Medusa's, without what the outbox adds. */
export type Letter = Omit<Notice, "channel" | "idempotency_key">

/** The result of writing a mail right before it is sent: a letter; the date of the next check; or why it is not sent at all. */
export type Written = Letter | Date | "failed" | "dropped"

/** Writes one kind of mail, and handles its outcome. */
export interface MailSender {
  /** Whether the content is removed from Medusa's stored notification once it was sent. */
  isScrubbed: boolean
  /** Called right before each try. @throws MedusaError NOT_FOUND when what it is about is gone: then it is dropped */
  write(container: MedusaContainer, mail: Mail): Promise<Written>
  /** Called before a mail is closed. Must be idempotent: it is called again when the process dies in between. */
  beforeClosing(container: MedusaContainer, mail: Mail, outcome: MailOutcome): Promise<void>
}

/** What a mail to the shop says: its recipient and its template are in the options. */
type ShopLetter = Omit<Letter, "to" | "template">

/**
 * Makes the sender of one kind of mail to the shop. A mail is dropped if its address is no longer in the options.
 *
 * @param write returns undefined if there is nothing to say any more: then it is dropped too
 */
export function shopMailSender(
  write: (container: MedusaContainer, mail: Mail) => Promise<ShopLetter | undefined>
): MailSender {
  return {
    isScrubbed: false,
    beforeClosing: notifyOfNotSent,
    async write(container, mail) {
      const { emails, template } = container.resolve(WEB_CHECKOUT).options.notifications
      const { to } = mail
      const letter = await write(container, mail)
      return letter && to !== null && emails.includes(to) ? { to, template, ...letter } : "dropped"
    },
  }
}
