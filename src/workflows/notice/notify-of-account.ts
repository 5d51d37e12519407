import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { inTest } from "./notice-text"
import { ringBell } from "../medusa/notifications"

/** Why an account's payments cannot be asked about: what the bell says of all of them together. */
const WHY = {
  credentials_refused:
    "The payment service rejects the credentials of the account. Check apiKey, apiSecret, headers and environment in the plugin options.",
  not_configured:
    "The account is missing from the plugin options. Restore it under accounts, or search for its payments in the payment service's dashboard.",
  no_usable_answer:
    "The payment service gives no usable answer about these payments. Check whether the payment service works, then check baseUrl and the account's credentials in the plugin options.",
} as const

export type WhyNotAsked = keyof typeof WHY

/**
 * Payments of an account that nobody can ask about are told together: the bell rings once a day for all of them. Should the process die
 * in between, the job tells them.
 */
export async function notifyOfAccount(
  container: MedusaContainer,
  { account, why, rows }: { account: string; why: WhyNotAsked; rows: LedgerCheckout[] }
): Promise<void> {
  if (rows.length === 0) {
    return
  }
  const { cases, options } = container.resolve(WEB_CHECKOUT)
  const count = await cases.countUnanswered(account)
  await ringBell(container, {
    key: `webcheckout:account:${options.environment}:${account}:${why}:${new Date().toISOString().slice(0, 10)}`,
    title: `No usable answer about ${count === 1 ? "1 payment" : `${count} payments`}`,
    description: `Account "${account}"${inTest(options.environment)}. ${WHY[why]} Open Payments → Needs attention.`,
    resource_id: account,
    resource_type: "webcheckout_account",
    trigger_type: "webcheckout.account",
  })
  for (const row of rows) {
    await cases.recordTold(row)
  }
}
