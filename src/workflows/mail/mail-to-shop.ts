import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { PLUGIN_ACTOR } from "../../modules/web-checkout/rules/ledger"
import type { Mail, MailOutcome } from "../../modules/web-checkout/rules/mail"
import { ringBell } from "../medusa/notifications"

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

/** Whether an address is one of those in the options still. */
export function isToShop(container: MedusaContainer, to: string | null): to is string {
  return to !== null && container.resolve(WEB_CHECKOUT).options.notifications.emails.includes(to)
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
 * Rings the bell for a mail to the shop that failed, at most once a day for all of them: the email provider is away for all. And for each of
 * which nobody knows whether it arrived.
 */
export async function notifyOfNotSent(container: MedusaContainer, mail: Mail, outcome: MailOutcome): Promise<void> {
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
