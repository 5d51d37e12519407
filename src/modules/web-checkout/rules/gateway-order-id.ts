import type { LedgerCheckout } from "./ledger"
import { isEndedUnpaid } from "./money-state"

/**
 * The characters of a purchase's reference. Characters that are easily confused when read or spoken are left out.
 */
export const LETTERS = "234679ACDEFGHJKMNPQRTWXY"
export const GROUPS = 3
export const GROUP_LENGTH = 4

const OWN_ORDER_ID = new RegExp(
  `^[${LETTERS}]{${GROUP_LENGTH}}(-[${LETTERS}]{${GROUP_LENGTH}}){${GROUPS - 1}}(-[1-9][0-9]*)?$`
)

/** Whether the gateway's `orderId` looks like one of the plugin's: a reference, with or without a suffix. */
export function isOwnOrderId(orderId: string): boolean {
  return OWN_ORDER_ID.test(orderId)
}

type Attempt = Pick<LedgerCheckout, "gateway_order_id" | "status" | "gateway_status">

/**
 * The `orderId` of a purchase's next payment: its reference, or the reference with the first free suffix (`-2`, `-3` …). An `orderId` that
 * was sent before is free only if all its payments are known to have ended unpaid: the gateway documents reuse only for that case.
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
