import type { LedgerCheckout } from "./ledger"
import { isEndedUnpaid } from "./money-state"

/**
 * What a purchase's reference is made of. Without 0 and O, 1, I and L, 5 and S, 8 and B, 2 and Z, U and V: nobody who reads it out can be
 * misheard or misread.
 */
export const LETTERS = "234679ACDEFGHJKMNPQRTWXY"
export const GROUPS = 3
export const GROUP_LENGTH = 4

const OWN_ORDER_ID = new RegExp(
  `^[${LETTERS}]{${GROUP_LENGTH}}(-[${LETTERS}]{${GROUP_LENGTH}}){${GROUPS - 1}}(-[1-9][0-9]*)?$`
)

/** Whether an orderId of the gateway's may be one of the plugin's: a reference, or one with a suffix. */
export function isOwnOrderId(orderId: string): boolean {
  return OWN_ORDER_ID.test(orderId)
}

type Attempt = Pick<LedgerCheckout, "gateway_order_id" | "status" | "gateway_status">

/**
 * The orderId of a purchase's next payment: its reference, or the reference with the first suffix (`-2`, `-3` …) that is free. One
 * that was sent before is free when every payment that it named is known to have ended unpaid: that is all the gateway documents.
 */
export function nextOrderId(reference: string, attempts: Attempt[]): string {
  const taken = new Set(
    attempts.filter((attempt) => !hasEndedUnpaid(attempt)).map(({ gateway_order_id }) => gateway_order_id)
  )
  let orderId = reference
  for (let suffix = 2; taken.has(orderId); suffix += 1) {
    orderId = `${reference}-${suffix}`
  }
  return orderId
}

function hasEndedUnpaid({ status, gateway_status }: Attempt): boolean {
  return status === "rejected" || isEndedUnpaid(gateway_status)
}
