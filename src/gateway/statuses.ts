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

export type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number]

/** The subscription statuses of the extended description. */
export const SUBSCRIPTION_STATUSES = ["ACTIVE", "INACTIVE", "ARCHIVED", "EXPIRED"] as const

export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

/** What a status says about the shopper's money: the only question the flows ask of it. */
export type MoneyState =
  /** nothing was taken yet and something still may be */
  | "open"
  /** reserved, not taken */
  | "authorized"
  /** taken, in full */
  | "paid"
  /** never taken, and never will be on this checkout */
  | "unpaid"
  /** taken and given back, in full */
  | "returned"
  /** taken and given back in part */
  | "partly_returned"

export const MONEY_STATE: Record<CheckoutStatus, MoneyState> = {
  PENDING: "open",
  AUTHORIZED: "authorized",
  PAID: "paid",
  FAILED: "unpaid",
  CANCELLED: "unpaid",
  EXPIRED: "unpaid",
  REFUNDED: "returned",
  PARTIALLY_REFUNDED: "partly_returned",
}

/** Whether the gateway holds money of the shopper's, taken or reserved, in full or in part. */
export function isMoneyHeld(status: CheckoutStatus | null): boolean {
  return status !== null && ["paid", "authorized", "partly_returned"].includes(MONEY_STATE[status])
}

/**
 * Reads a status whatever its case or spacing: the service writes `PARTIALLY_REFUNDED`,
 * `Partially refunded` and `partially-refunded` for the same thing. `undefined` for a word it does not know.
 */
export function parseStatus<Status extends string>(text: string, known: readonly Status[]): Status | undefined {
  const word = text
    .trim()
    .toUpperCase()
    .replace(/[\s_-]+/g, "_")
  return known.find((status) => status === word)
}
