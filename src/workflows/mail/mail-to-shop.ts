import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { PLUGIN_ACTOR } from "../../modules/web-checkout/rules/ledger"
import type { Mail, MailOutcome } from "../../modules/web-checkout/rules/mail"
import { ringBell } from "../medusa/notifications"

/** Queues a mail to each address in the options, once for each key. */
export async function mailToShop(
  container: MedusaContainer,
  { key, ...mail }: Pick<Mail, "kind" | "key" | "subject_id">
): Promise<void> {
  const { mails, options } = container.resolve(WEB_CHECKOUT)
  for (const to of options.notifications.emails) {
    await mails.queue({ ...mail, key: keyTo(key, to), to, created_by: PLUGIN_ACTOR })
  }
}

/** The key of a mail to one address. */
export function keyTo(key: string, to: string | null): string {
  return `${key}:${to}`
}

const NOT_SENT = {
  failed: "An email to the shop could not be sent",
  unknown: "An email to the shop may not have arrived",
}

/** A mail to the shop that has not gone out is told, once a day: the cases themselves are in the admin. */
export async function tellNotSent(container: MedusaContainer, _mail: Mail, outcome: MailOutcome): Promise<void> {
  if (outcome !== "failed" && outcome !== "unknown") {
    return
  }
  const { environment } = container.resolve(WEB_CHECKOUT).options
  await ringBell(container, {
    key: `webcheckout:mail-to-shop:${environment}:${outcome}:${new Date().toISOString().slice(0, 10)}`,
    title: NOT_SENT[outcome],
    description:
      "Open cases are listed under Payments → Needs attention and under Subscriptions. Check the store's email provider and notifications.emails in the plugin options.",
    resource_id: "mail",
    resource_type: "webcheckout_mail",
    trigger_type: `webcheckout.mail.${outcome}`,
  })
}
