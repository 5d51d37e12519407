import type { MedusaContainer } from "@medusajs/framework/types"
import { seeToUnpaid } from "../workflows/pay-later/see-to-unpaid"
import { tellExpiredLinks } from "../workflows/pay-link/expired-links"
import { sendPayMails } from "../workflows/pay-link/mail/remind-payers"

/**
 * Makes the links of orders that are paid later, whose event a crash has swallowed, cancels those that were not paid in time, and
 * sends the mails that wait and the reminders, and tells people of the links that have expired unpaid. A job of its own: a mail provider that hangs keeps no payment waiting.
 */
export default async function seeToPayLinks(container: MedusaContainer): Promise<void> {
  await seeToUnpaid(container)
  await sendPayMails(container)
  await tellExpiredLinks(container)
}

export const config = { name: "webcheckout-pay-links", schedule: "* * * * *" }
