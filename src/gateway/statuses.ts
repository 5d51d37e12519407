/**
 * The checkout statuses of the gateway's documentation, "States and transitions". For a further one, the compiler names what to change, except in three
 * places: rules/checkout-outcome.ts, the colors in admin/components/status.tsx, and the conditions of the indexes in the migration.
 */
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

/** What the gateway says of a checkout. */
export type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number]

/** The subscription statuses of the extended description (gateway-api-extended.md). The documentation shows none. */
export const SUBSCRIPTION_STATUSES = ["ACTIVE", "INACTIVE", "ARCHIVED", "EXPIRED"] as const

export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

/**
 * Parses a status in any case, with words separated by spaces, underscores or hyphens: the documentation writes `PARTIALLY_REFUNDED`, the
 * extended description also `Partially refunded`. Undefined for an unknown status.
 */
export function parseStatus<Status extends string>(text: string, known: readonly Status[]): Status | undefined {
  const word = text
    .trim()
    .toUpperCase()
    .replace(/[\s_-]+/g, "_")
  return known.find((status) => status === word)
}
