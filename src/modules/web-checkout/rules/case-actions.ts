import type { AttentionReason } from "./case-reasons"
import { LIVE } from "./checkout-states"
import type { LedgerCheckout } from "./ledger"
import { isPartlyReturned, isToFollow, isMoneyTaken } from "./money-state"
import { compareAmounts, subtractAmounts } from "../../../gateway/money"
import type { MedusaBooks } from "./compare-books"
import { refunded, type GatewayBooks } from "./gateway-books"

/** The actions that a person can take on a row with these open cases, by the name of their route. Whether it can be refunded depends on the books: see `refundOfCase`. */
export function actionsOf(
  row: LedgerCheckout,
  open: readonly AttentionReason[],
  options: { environment: string; authorizedCheckouts: "place-order" | "wait" }
) {
  const canAsk = row.environment === options.environment && row.checkout_id !== null
  const isPayable = row.gateway_status !== null && isToFollow(row.gateway_status, options.authorizedCheckouts)
  return {
    /** ask the gateway now, and update Medusa */
    sync: canAsk,
    /** place the cart's order, or record the payment, for money that the gateway holds */
    // A second payment must not place a second order.
    place_order: canAsk && isPayable && LIVE.includes(row.status) && !open.includes("paid_twice"),
    /** record in Medusa a refund that was made in the gateway's dashboard */
    record_refund: canAsk && mayHaveUnshownRefund(row, open),
    /** close the case with a note */
    resolve: open.length > 0,
  }
}

/**
 * Whether the gateway may have made a refund that Medusa does not show: there is a case about it, or the gateway reports no amount, so that
 * a second partial refund looks like the first.
 */
export function mayHaveUnshownRefund(row: LedgerCheckout, open: readonly AttentionReason[]): boolean {
  const isUntold = isPartlyReturned(row.gateway_status) && row.total_refunded === null
  return open.includes("refunded_outside") || (row.status === "settled" && isUntold)
}

/** Why a case's money cannot be refunded from the case. */
export type NoCaseRefund =
  /** the gateway holds no captured money; an authorization is voided in its dashboard */
  | "nothing_taken"
  /** a refund is being made, or has not been answered */
  | "under_way"
  /** the gateway does not report how much was already refunded */
  | "untold"
  /** the money belongs to an order in Medusa: it is refunded there, so that Medusa's books show it */
  | "on_the_order"

/** The refund that a case would send to the gateway, in major units. */
export type CaseRefund =
  /** the remaining money of a payment without an order in Medusa */
  | { kind: "whole"; amount: number }
  /** the amount of Medusa's refunds that the gateway has not made */
  | { kind: "missing"; amount: number }
  | { kind: "none"; why: NoCaseRefund }

/** Computes the refund that a person can send to the gateway from a case. */
export function refundOfCase(attention: AttentionReason, gateway: GatewayBooks, medusa: MedusaBooks): CaseRefund {
  if (!isMoneyTaken(gateway.status)) {
    return none("nothing_taken")
  }
  if (medusa.isRefundUnderWay) {
    return none("under_way")
  }
  const given = refunded(gateway)
  if (given === undefined) {
    return none("untold")
  }
  const { currency_code } = gateway
  const left = subtractAmounts(gateway.amount, given, currency_code)
  const { payment, order } = medusa
  // No order shows a payment without an order, so it can be refunded here; Medusa then follows the gateway.
  const isMissing = attention === "refund_missing"
  if (!payment || payment.isCanceled || order?.isCanceled || (!order && !isMissing)) {
    return left > 0 ? { kind: "whole", amount: left } : none("nothing_taken")
  }
  // A refund that exists only in the order's transactions must be checked by a person, so nothing is refunded then.
  const isPhantom = compareAmounts(payment.phantomRefund, 0, currency_code) === 1
  const missing = isMissing && !isPhantom ? subtractAmounts(payment.refunded, given, currency_code) : 0
  return missing > 0 ? { kind: "missing", amount: Math.min(missing, left) } : none("on_the_order")
}

function none(why: NoCaseRefund): CaseRefund {
  return { kind: "none", why }
}
