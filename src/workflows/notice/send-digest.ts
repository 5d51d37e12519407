import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { safeWords } from "../../modules/web-checkout/errors"
import { sendOnce } from "../medusa/notifications"
import { adminAddress, caseNotice } from "./case-notice"
import { digestMail } from "./notice-text"
import { NOTICE_TURN } from "./tell-cases"

/** So many cases stand in the mail, the oldest; the others are counted. */
const MOST_LISTED = 20

/** While cases are open, one e-mail a day to each address in the options: nothing that was told once is forgotten. Never throws. */
export async function sendDigest(container: MedusaContainer, now = new Date()): Promise<void> {
  const { cases, leases, options } = container.resolve(WEB_CHECKOUT)
  const logger: Logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const warn = (error: unknown) =>
    logger.warn(`medusa-payment-webcheckout: the daily mail could not be sent: ${safeWords(error)}`)
  const { emails, template } = options.notifications
  const send = async () => {
    const count = emails.length > 0 ? await cases.countOpen() : 0
    if (count === 0) {
      return
    }
    const notices = (await cases.listOpen(MOST_LISTED)).flatMap((row) =>
      row.attention === null ? [] : [caseNotice(container, row, row.attention)]
    )
    const url = adminAddress(container, "checkouts?needs_person=true")
    for (const to of emails) {
      await sendOnce(container, {
        to,
        channel: "email",
        template,
        content: digestMail(notices, count, url),
        data: { kind: "digest", count, cases: notices, url },
        idempotency_key: `webcheckout:digest:${now.toISOString().slice(0, 10)}:${to}`,
        resource_type: "webcheckout_checkout",
        trigger_type: "webcheckout.digest",
      }).catch(warn)
    }
  }
  await leases.hold(NOTICE_TURN.key, NOTICE_TURN, send).catch(warn)
}
