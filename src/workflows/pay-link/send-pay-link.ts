import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { notAllowed } from "../../modules/web-checkout/errors"
import { MOST_OF_LINK } from "../../modules/web-checkout/rules/mail"
import { runOne } from "../tasks/run-tasks"
import { WHY_NO_MAIL, whyNoMail } from "./mail/mail-receiver"
import { readPayLink, requirePayable } from "./read-pay-link"

/**
 * Emails a new URL of a pay link to the order's address, through the store's Notification module. The job retries a mail that the provider
 * refuses.
 *
 * @param actor_id the id of the admin user who is shown as the sender
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED if nothing can be paid, or if there is no email provider or address
 * @example
 * await sendPayLink(container, link.id, "user_1")
 */
export async function sendPayLink(container: MedusaContainer, id: string, actor_id: string): Promise<void> {
  const { payLinks, mails } = container.resolve(WEB_CHECKOUT)
  const { link, view } = await readPayLink(container, await payLinks.retrieve(id))
  requirePayable(view)
  const why = await whyNoMail(container, link.order_id)
  if (why) {
    throw notAllowed(WHY_NO_MAIL[why])
  }
  if ((await mails.listOf([id])).length >= MOST_OF_LINK) {
    throw notAllowed(`This pay link was emailed ${MOST_OF_LINK} times, which is the limit. Copy its URL instead.`)
  }
  const mailId = await mails.queue({ kind: "sent", subject_id: id, created_by: actor_id })
  await runOne(container, "send_mail", mailId)
}
