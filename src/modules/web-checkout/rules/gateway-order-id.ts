import type { LedgerCheckout } from "./ledger"
import { isEndedUnpaid } from "./money-state"

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
