import { z } from "@medusajs/framework/zod"
import { listedCheckoutSchema } from "../../../gateway/schemas"
import { isOwnOrderId } from "./gateway-order-id"
import { DAY_MS } from "./check-times"
import { isMoneyHeld } from "./money-state"

/** The period that the daily sweep covers. For older payments use `webcheckout sweep --since`. */
export const DAILY_LOOKS_BACK_MS = 31 * DAY_MS

/** A paid checkout at the gateway that looks like one of this store's and is not in the ledger. Amount in major units. */
export const foundCheckoutSchema = z.object({
  account: z.string(),
  checkout_id: z.string(),
  display_id: z.string().nullable(),
  order_id: z.string(),
  amount: z.number(),
  currency_code: z.string(),
  gateway_status: z.string(),
  /** The gateway's value. */
  created_at: z.string().nullable(),
})

export type FoundCheckout = z.infer<typeof foundCheckoutSchema>

/** The stored result of a sweep. */
export const sweepResultSchema = z.object({
  since: z.coerce.date(),
  swept_at: z.coerce.date(),
  /** The number found; `found` lists the first of them. */
  count: z.number(),
  found: z.array(foundCheckoutSchema),
  /** Entries of the gateway's list that could not be read. */
  unreadable: z.number(),
  /** Accounts whose list could not be read, or contains none of the ledger's payments: their missing payments are unknown. */
  unseen: z.array(z.string()),
})

export type SweepResult = z.infer<typeof sweepResultSchema>

/** A sweep's progress: the account and the next page of its list; no account when it has ended. */
export const sweepProgressSchema = sweepResultSchema.omit({ swept_at: true }).extend({
  account: z.string().nullable(),
  page: z.number(),
  /** Entries of this account that are in the ledger. */
  known: z.number(),
})

export type SweepProgress = z.infer<typeof sweepProgressSchema>

/**
 * Reads one entry of the gateway's list. Statuses are filtered here and not in the query, because the gateway spells them in several ways.
 *
 * @param since older entries are skipped
 * @returns undefined if it cannot be read. Without `found`, it is unpaid, too old, a subscription's, or another shop's
 */
export function sweptEntry(entry: unknown, account: string, since: Date) {
  const { data } = listedCheckoutSchema.safeParse(entry)
  if (!data) {
    return undefined
  }
  const { id, requestId = null, orderId, subscriptionId, displayId, currency, amount, status, timestamp } = data
  // An entry without a readable date may be of any age.
  const isOlder = typeof timestamp === "string" && new Date(timestamp) < since
  const isOurs = !subscriptionId && typeof orderId === "string" && isOwnOrderId(orderId)
  const isFound = isOurs && isMoneyHeld(status) && !isOlder
  const found: FoundCheckout | undefined = isFound
    ? {
        account,
        checkout_id: id,
        display_id: displayId ?? null,
        order_id: orderId,
        amount,
        currency_code: currency.toUpperCase(),
        gateway_status: status,
        created_at: timestamp ?? null,
      }
    : undefined
  return { id, requestId, found }
}
