/** The checkout statuses of the gateway's documentation, "States and transitions". */
export const CHECKOUT_STATUSES = [
  "PENDING",
  "AUTHORIZED",
  "PAID",
  "FAILED",
  "CANCELLED",
  "EXPIRED",
  "REFUNDED",
  "PARTIALLY_REFUNDED",
] as const

/** A checkout's status, in the gateway's words (gateway documentation, "States and transitions"). */
export type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number]

/** The subscription statuses of the extended description. */
export const SUBSCRIPTION_STATUSES = ["ACTIVE", "INACTIVE", "ARCHIVED", "EXPIRED"] as const

export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

/**
 * Parses a status in any case or spacing: the service writes `PARTIALLY_REFUNDED`, `Partially refunded` and `partially-refunded` for the same
 * status. `undefined` for an unknown one.
 */
export function parseStatus<Status extends string>(text: string, known: readonly Status[]): Status | undefined {
  const word = text
    .trim()
    .toUpperCase()
    .replace(/[\s_-]+/g, "_")
  return known.find((status) => status === word)
}
