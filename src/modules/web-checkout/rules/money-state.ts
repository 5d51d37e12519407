import type { CheckoutStatus } from "../../../gateway/statuses"

/** The state of the shopper's money by gateway status. The flows use nothing else of a status. */
export type MoneyState =
  /** nothing was taken yet and something still may be */
  | "open"
  /** reserved, not taken */
  | "authorized"
  /** taken, in full */
  | "paid"
  /** ended without money: never taken, or voided after it was taken (then the row has `paid_at`) */
  | "unpaid"
  /** taken and refunded in full */
  | "returned"
  /** taken and refunded in part */
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

/** Whether the gateway holds no money of a checkout and does not expect any: ended unpaid, or refunded in full. */
export const isMoneyOver = says("unpaid", "returned")

/** Whether nothing was taken, and the gateway says that nothing will be. */
export const isEndedUnpaid = says("unpaid")

/** Whether the money is taken or authorized in full. */
export const isMoneyIn = says("paid", "authorized")

/** Whether the shopper may still pay: nothing is decided. */
export function isMoneyOpen(status: CheckoutStatus | null): boolean {
  return status === null || isPending(status)
}

/** Whether money is authorized and not captured: it may be captured, or expire. */
export const isAuthorized = says("authorized")

/** Whether the gateway has said that the shopper has not paid yet. */
export const isPending = says("open")

/** Whether money has moved on a checkout, whatever became of it since. */
export const hasMoneyMoved = says("authorized", "paid", "returned", "partly_returned")

/** Whether the gateway has taken money and still holds some of it, which can be refunded. */
export const isMoneyTaken = says("paid", "partly_returned")

/** Whether the money was taken in full, even if it was refunded since. */
export const wasMoneyTaken = says("paid", "partly_returned", "returned")

/** Whether all of it is taken and nothing was refunded. */
export const isPaid = says("paid")

/** Whether it was refunded in part. */
export const isPartlyReturned = says("partly_returned")

/** Whether all of it was taken and refunded. */
export const isReturned = says("returned")

/** Whether Medusa must record the payment: it is paid, or it is authorized and the options place orders for authorized payments. */
export function isToFollow(status: CheckoutStatus | null, authorizedCheckouts: "place-order" | "wait"): boolean {
  return isPaid(status) || (isAuthorized(status) && authorizedCheckouts === "place-order")
}
