import { z } from "@medusajs/framework/zod"
import { listedCheckoutSchema } from "../../../gateway/schemas"
import { isOwnOrderId } from "./gateway-order-id"
import { isMoneyHeld } from "./money-state"

/** A paid checkout of the gateway's that looks like one of ours, and that the ledger does not know. Amount in major units. */
export const foundCheckoutSchema = z.object({
  account: z.string(),
  checkout_id: z.string(),
  display_id: z.string().nullable(),
  order_id: z.string(),
  amount: z.number(),
  currency_code: z.string(),
  gateway_status: z.string(),
  /** As the gateway tells it. */
  created_at: z.string().nullable(),
})

export type FoundCheckout = z.infer<typeof foundCheckoutSchema>

/** What a sweep has found, as it is kept. */
export const sweepResultSchema = z.object({
  since: z.coerce.date(),
  swept_at: z.coerce.date(),
  /** How many were found; `found` lists the first of them. */
  count: z.number(),
  found: z.array(foundCheckoutSchema),
  /** Entries of the gateway's list that could not be read. */
  unreadable: z.number(),
  /** Accounts whose list could not be read, or contains none of the payments that the ledger has: what is missing there is not known. */
  unseen: z.array(z.string()),
})

export type SweepResult = z.infer<typeof sweepResultSchema>

/** How far a sweep has come: the next page of which account's list; no account once it is over. */
export const sweepProgressSchema = sweepResultSchema.omit({ swept_at: true }).extend({
  account: z.string().nullable(),
  page: z.number(),
  /** Entries of this account that the ledger has. */
  known: z.number(),
})

export type SweepProgress = z.infer<typeof sweepProgressSchema>

/** What an entry of the gateway's list is to a sweep. */
export type SweptEntry =
  | { kind: "unreadable" }
  /** unpaid, older than what is looked for, a subscription's, or another shop's */
  | { kind: "other"; id: string }
  | { kind: "candidate"; id: string; requestId: string | null; found: FoundCheckout }

/**
 * Reads one entry of the gateway's list. Statuses are judged here and not asked for: the gateway spells them in several ways.
 *
 * @param since older entries are passed over
 */
export function sweptEntry(entry: unknown, account: string, since: Date): SweptEntry {
  const parsed = listedCheckoutSchema.safeParse(entry)
  if (!parsed.success) {
    return { kind: "unreadable" }
  }
  const { id, requestId, orderId, subscriptionId, displayId, currency, amount, status, timestamp } = parsed.data
  const isOurs = !subscriptionId && typeof orderId === "string" && isOwnOrderId(orderId)
  if (!isOurs || !isMoneyHeld(status) || isOlder(timestamp, since)) {
    return { kind: "other", id }
  }
  return {
    kind: "candidate",
    id,
    requestId: requestId ?? null,
    found: {
      account,
      checkout_id: id,
      display_id: displayId ?? null,
      order_id: orderId,
      amount,
      currency_code: currency.toUpperCase(),
      gateway_status: status,
      created_at: timestamp ?? null,
    },
  }
}

/** What has no readable date may be of any age. */
function isOlder(timestamp: string | null | undefined, since: Date): boolean {
  return timestamp ? new Date(timestamp) < since : false
}
