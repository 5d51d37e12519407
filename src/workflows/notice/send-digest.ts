import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { safeWords } from "../../modules/web-checkout/errors"
import { adminAddress, caseNotice } from "./case-notice"
import { digestMail } from "./notice-text"
import { sendMail } from "./send-mail"
import { NOTICE_TURN } from "./tell-cases"

/** So many cases stand in the mail, the oldest; the others are counted. */
const MOST_LISTED = 20

/** A case has had its own mail when it was opened. */
const DAY_MS = 86_400_000

/**
 * While a case is open for more than a day, one e-mail a day (in UTC) to each address in the options: nothing that was told once
 * is forgotten. Never throws.
 */
export async function sendDigest(container: MedusaContainer, now = new Date()): Promise<void> {
  const { cases, leases, options } = container.resolve(WEB_CHECKOUT)
  const logger: Logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const warn = (error: unknown) =>
    logger.warn(`medusa-payment-webcheckout: the daily mail could not be sent: ${safeWords(error)}`)
  const { emails, template } = options.notifications
  const send = async () => {
    const oldest = emails.length > 0 ? await cases.listOpen(MOST_LISTED) : []
    const since = oldest[0]?.attention_at
    if (!since || now.getTime() - new Date(since).getTime() < DAY_MS) {
      return
    }
    const count = await cases.countOpen()
    const notices = oldest.flatMap((row) => (row.attention === null ? [] : [caseNotice(container, row, row.attention)]))
    const url = adminAddress(container, "checkouts?view=needs_you")
    for (const to of emails) {
      await sendMail(container, {
        to,
        template,
        content: digestMail(notices, count, url),
        data: { kind: "digest", count, cases: notices, url },
        key: `webcheckout:digest:${now.toISOString().slice(0, 10)}:${to}`,
        resource_type: "webcheckout_checkout",
        trigger_type: "webcheckout.digest",
      }).catch(warn)
    }
  }
  await leases.hold(NOTICE_TURN.key, NOTICE_TURN, send).catch(warn)
}
