import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import { MOST_FAILURES } from "../../../modules/web-checkout/rules/check-times"
import type { LedgerCheckout } from "../../../modules/web-checkout/rules/ledger"
import { isPartlyReturned, isReturned } from "../../../modules/web-checkout/rules/money-state"
import { followOver } from "./follow-over"

/**
 * Medusa would not follow. With the extended operations Medusa may have refunded the payment by itself, which the
 * gateway then shows; otherwise it is tried again a few times, and then it is a person's.
 */
export async function countFailure(row: LedgerCheckout, container: MedusaContainer): Promise<LedgerCheckout> {
  const webCheckout = container.resolve(WEB_CHECKOUT)
  const asked = row.status === "settled" ? undefined : await webCheckout.checkouts.ask(row).catch(() => undefined)
  if (asked && isReturned(asked.gateway_status)) {
    const over = await followOver(asked, container).catch(() => undefined)
    if (over) {
      return over
    }
  }
  const failed = await webCheckout.dueCheckouts.recordFollowFailure(asked ?? row)
  if (failed.settle_failures < MOST_FAILURES) {
    return failed
  }
  // The order of a settled one is there: what cannot be booked on it is what went back. So is what is left of a payment without one.
  const isRefund =
    isReturned(failed.gateway_status) || (failed.status === "settled" && isPartlyReturned(failed.gateway_status))
  return webCheckout.cases.open(row.id, isRefund ? "refunded_outside" : "paid_without_order")
}
