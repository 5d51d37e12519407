import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { safeWords } from "../../modules/web-checkout/errors"
import type { AttentionReason, LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { sendOnce } from "../medusa/notifications"
import { caseNotice, type CaseNotice } from "./case-notice"
import { caseMail } from "./notice-text"
import { sendMail } from "./send-mail"

/** Cases are told in turn, by one process at a time. */
export const NOTICE_TURN = { key: "webcheckout:notices", waitMs: 10_000, ttlMs: 30_000 }

/** Far more than a store has untold: those whose mail is tried again later keep no newer one from the bell. */
const MOST_AT_ONCE = 500

type Case = LedgerCheckout & { attention: AttentionReason }

/**
 * Tells people of the cases that nobody was told of: in the admin's feed, and by e-mail where the options name addresses.
 * Never throws. What could not be told is told by the next round of the job.
 */
export async function tellCases(container: MedusaContainer): Promise<void> {
  const { cases, leases } = container.resolve(WEB_CHECKOUT)
  const logger: Logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const warn = (error: unknown) =>
    logger.warn(`medusa-payment-webcheckout: a case could not be told: ${safeWords(error)}`)
  const tellAll = async () => {
    for (const row of await cases.listUntold(MOST_AT_ONCE)) {
      await tellOne(container, row).catch(warn)
    }
  }
  await leases.hold(NOTICE_TURN.key, NOTICE_TURN, tellAll).catch(warn)
}

async function tellOne(container: MedusaContainer, row: LedgerCheckout): Promise<void> {
  const { attention } = row
  if (attention !== null && (await tell(container, { ...row, attention }))) {
    await container.resolve(WEB_CHECKOUT).cases.recordTold(row)
  }
}

/** @returns whether everybody was told, or cannot be */
async function tell(container: MedusaContainer, row: Case): Promise<boolean> {
  const { emails } = container.resolve(WEB_CHECKOUT).options.notifications
  const notice = caseNotice(container, row, row.attention)
  // The same case is told once; one that was closed and is opened again is another.
  const key = `webcheckout:${row.id}:${new Date(row.attention_at ?? row.created_at).getTime()}`
  await showInFeed(container, notice, key)
  const told = await Promise.all(emails.map((to) => mail(container, notice, { to, key: `${key}:${to}` })))
  return told.every(Boolean)
}

/** Whatever becomes of it: the bell shows also what no provider has taken. */
async function showInFeed(container: MedusaContainer, notice: CaseNotice, key: string): Promise<void> {
  const { title, amount, order_reference, environment } = notice
  await sendOnce(container, {
    to: "",
    channel: "feed",
    template: "admin-ui",
    data: {
      title,
      description: `${amount}, reference ${order_reference}${environment === "test" ? " (test)" : ""}. Open Payments → Needs you.`,
    },
    idempotency_key: `${key}:feed`,
    ...ABOUT,
    resource_id: notice.id,
  })
}

async function mail(
  container: MedusaContainer,
  notice: CaseNotice,
  { to, key }: { to: string; key: string }
): Promise<boolean> {
  const { template } = container.resolve(WEB_CHECKOUT).options.notifications
  return sendMail(container, {
    to,
    key,
    template,
    content: caseMail(notice),
    data: { kind: "case", case: notice },
    ...ABOUT,
    resource_id: notice.id,
  })
}

const ABOUT = { resource_type: "webcheckout_checkout", trigger_type: "webcheckout.checkout.attention" }
