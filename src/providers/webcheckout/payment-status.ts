import { PaymentSessionStatus } from "@medusajs/framework/utils"
import type { CheckoutStatus } from "../../gateway/statuses"

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

/** Statuses in which nothing of a purchase is paid. */
const UNPAID: PaymentSessionStatus[] = [
  PaymentSessionStatus.PENDING,
  PaymentSessionStatus.REQUIRES_MORE,
  PaymentSessionStatus.CANCELED,
]

/**
 * The same for a pay-later order: an unpaid page must not end its session, or Medusa would never let it be paid again. FAILED, otherwise an
 * error, counts as unpaid too.
 */
export function laterStatus(table: typeof AUTHORIZE_STATUS, status: CheckoutStatus): PaymentSessionStatus {
  return status === "FAILED" || UNPAID.includes(table[status])
    ? PaymentSessionStatus.PENDING_AUTHORIZATION
    : table[status]
}
