import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { inADay } from "../../modules/web-checkout/rules/check-times"

/** So many at a time: no statement holds its rows for long. */
const BATCH = 1000

/** Deletes public addresses, leases and mails to the shop whose time is over. @returns when it is due again */
export async function deleteExpired(container: MedusaContainer): Promise<Date> {
  const { tokens, leases, mails } = container.resolve(WEB_CHECKOUT)
  let isMore = true
  while (isMore) {
    const deleted = [
      await tokens.deleteExpired(BATCH),
      await leases.deleteExpired(BATCH),
      await mails.deleteExpired(BATCH),
    ]
    isMore = deleted.some((count) => count >= BATCH)
  }
  return inADay()
}
