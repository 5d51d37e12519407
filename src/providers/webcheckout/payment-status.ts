import { PaymentSessionStatus } from "@medusajs/framework/utils"
import type { CheckoutStatus } from "../../gateway/statuses"
import { isMoneyHeld } from "../../modules/web-checkout/rules/money-state"

/** What authorizePayment answers for each status of the gateway: the table of the documentation, written once. */
export const AUTHORIZE_STATUS: Record<CheckoutStatus, PaymentSessionStatus> = {
  PENDING: PaymentSessionStatus.REQUIRES_MORE,
  AUTHORIZED: PaymentSessionStatus.AUTHORIZED,
  PAID: PaymentSessionStatus.CAPTURED,
  FAILED: PaymentSessionStatus.ERROR,
  CANCELLED: PaymentSessionStatus.CANCELED,
  EXPIRED: PaymentSessionStatus.CANCELED,
  REFUNDED: PaymentSessionStatus.CANCELED,
  PARTIALLY_REFUNDED: PaymentSessionStatus.ERROR,
}

/** What getPaymentStatus answers for each status of the gateway. */
export const PAYMENT_STATUS: Record<CheckoutStatus, PaymentSessionStatus> = {
  ...AUTHORIZE_STATUS,
  PENDING: PaymentSessionStatus.PENDING,
  PARTIALLY_REFUNDED: PaymentSessionStatus.CAPTURED,
}

/** The answer of one of the tables. An unpaid page must not end a pay-later order's session, or Medusa would never let it be paid again. */
export function sessionStatus(table: typeof AUTHORIZE_STATUS, status: CheckoutStatus, isLater: boolean) {
  return isLater && !isMoneyHeld(status) ? PaymentSessionStatus.PENDING_AUTHORIZATION : table[status]
}
