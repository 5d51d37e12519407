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

/** Whether the gateway holds money of the shopper's, taken or reserved, in full or in part. */
export function isMoneyHeld(status: CheckoutStatus | null): boolean {
  return status !== null && ["paid", "authorized", "partly_returned"].includes(MONEY_STATE[status])
}

/** Whether the gateway holds nothing of a checkout's, and never will: unpaid for good, or given back in full. */
export function isMoneyOver(status: CheckoutStatus | null): boolean {
  return status !== null && ["unpaid", "returned"].includes(MONEY_STATE[status])
}

/** Whether nothing was taken, and the gateway says that nothing will be. */
export function isEndedUnpaid(status: CheckoutStatus | null): boolean {
  return status !== null && MONEY_STATE[status] === "unpaid"
}

/** Whether the money is taken or reserved in full, so that Medusa has something to follow. */
export function isMoneyIn(status: CheckoutStatus | null): boolean {
  return status !== null && ["paid", "authorized"].includes(MONEY_STATE[status])
}

/** Whether the shopper may still pay: nothing is decided. */
export function isMoneyOpen(status: CheckoutStatus | null): boolean {
  return status === null || MONEY_STATE[status] === "open"
}

/** Whether money is reserved and not taken: it may be captured, or lapse. */
export function isAuthorized(status: CheckoutStatus | null): boolean {
  return status !== null && MONEY_STATE[status] === "authorized"
}

/** Whether the gateway has said that the shopper has not paid yet. */
export function isPending(status: CheckoutStatus | null): boolean {
  return status !== null && MONEY_STATE[status] === "open"
}

/** Whether money has moved on a checkout, whatever became of it since. */
export function hasMoneyMoved(status: CheckoutStatus | null): boolean {
  return status !== null && !["open", "unpaid"].includes(MONEY_STATE[status])
}

/** Whether the gateway has taken money and holds some of it: what can be given back. */
export function isMoneyTaken(status: CheckoutStatus | null): boolean {
  return status !== null && ["paid", "partly_returned"].includes(MONEY_STATE[status])
}

/** Whether the money was taken, in full, whatever went back since. */
export function wasMoneyTaken(status: CheckoutStatus | null): boolean {
  return status !== null && ["paid", "partly_returned", "returned"].includes(MONEY_STATE[status])
}

/** Whether all of it is taken, and none went back. */
export function isPaid(status: CheckoutStatus | null): boolean {
  return status !== null && MONEY_STATE[status] === "paid"
}

/** Whether some of it went back, and some did not. */
export function isPartlyReturned(status: CheckoutStatus | null): boolean {
  return status !== null && MONEY_STATE[status] === "partly_returned"
}

/** Whether all of it was taken and went back. */
export function isReturned(status: CheckoutStatus | null): boolean {
  return status !== null && MONEY_STATE[status] === "returned"
}

/** Whether Medusa is to follow: a payment that is made, or one that is authorized where the merchant wants its order placed. */
export function isToFollow(status: CheckoutStatus | null, authorizedCheckouts: "place-order" | "wait"): boolean {
  return isPaid(status) || (isAuthorized(status) && authorizedCheckouts === "place-order")
}
