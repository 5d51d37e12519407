import type { CheckoutStatus } from "../../../gateway/statuses"

/** What a status says about the shopper's money: the only question the flows ask of it. */
export type MoneyState =
  /** nothing was taken yet and something still may be */
  | "open"
  /** reserved, not taken */
  | "authorized"
  /** taken, in full */
  | "paid"
  /** ended without money: never taken, or voided after it was taken (then the row has `paid_at`) */
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

/** A question about a gateway status; the answer is no before the gateway has answered. */
const says =
  (...states: MoneyState[]) =>
  (status: CheckoutStatus | null): boolean =>
    status !== null && states.includes(MONEY_STATE[status])

/** Whether the gateway holds money of the shopper's, taken or reserved, in full or in part. */
export const isMoneyHeld = says("paid", "authorized", "partly_returned")

/** Whether the gateway holds nothing of a checkout's, and never will: unpaid for good, or given back in full. */
export const isMoneyOver = says("unpaid", "returned")

/** Whether nothing was taken, and the gateway says that nothing will be. */
export const isEndedUnpaid = says("unpaid")

/** Whether the money is taken or reserved in full, so that Medusa has something to follow. */
export const isMoneyIn = says("paid", "authorized")

/** Whether the shopper may still pay: nothing is decided. */
export function isMoneyOpen(status: CheckoutStatus | null): boolean {
  return status === null || isPending(status)
}

/** Whether money is reserved and not taken: it may be captured, or lapse. */
export const isAuthorized = says("authorized")

/** Whether the gateway has said that the shopper has not paid yet. */
export const isPending = says("open")

/** Whether money has moved on a checkout, whatever became of it since. */
export const hasMoneyMoved = says("authorized", "paid", "returned", "partly_returned")

/** Whether the gateway has taken money and holds some of it: what can be given back. */
export const isMoneyTaken = says("paid", "partly_returned")

/** Whether the money was taken, in full, whatever went back since. */
export const wasMoneyTaken = says("paid", "partly_returned", "returned")

/** Whether all of it is taken, and none went back. */
export const isPaid = says("paid")

/** Whether some of it went back, and some did not. */
export const isPartlyReturned = says("partly_returned")

/** Whether all of it was taken and went back. */
export const isReturned = says("returned")

/** Whether Medusa is to follow: a payment that is made, or one that is authorized where the merchant wants its order placed. */
export function isToFollow(status: CheckoutStatus | null, authorizedCheckouts: "place-order" | "wait"): boolean {
  return isPaid(status) || (isAuthorized(status) && authorizedCheckouts === "place-order")
}
