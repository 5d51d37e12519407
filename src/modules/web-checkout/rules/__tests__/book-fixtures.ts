import type { CheckoutStatus } from "../../../../gateway/statuses"
import type { MedusaBooks, MedusaPayment } from "../compare-books"
import type { GatewayBooks } from "../gateway-books"

/** What the gateway says of a checkout over 110.20 AED. */
export const gateway = (status: CheckoutStatus, totalRefunded?: number): GatewayBooks => ({
  status,
  amount: 110.2,
  totalRefunded,
  currency_code: "AED",
})

/** Its payment in Medusa, captured, but for what a test is about. */
export const payment = (changes: Partial<MedusaPayment> = {}): MedusaPayment => ({
  id: "pay_1",
  standing: 1,
  isCaptured: true,
  isCanceled: false,
  captured: "110.2",
  refundedInAll: "0",
  refunded: "0",
  hasUnbookedCapture: false,
  isBookedTwice: false,
  unbookedRefunds: [],
  phantomRefund: "0",
  ...changes,
})

/** Medusa's books with that payment and its order, but for what a test is about. */
export const books = (changes: Partial<MedusaBooks> = {}): MedusaBooks => ({
  payment: payment(),
  order: { id: "order_1", isCanceled: false },
  isRefundUnderWay: false,
  isRefundReported: false,
  ...changes,
})
