import type { AttentionReason } from "./case-reasons"
import { LIVE } from "./checkout-states"
import type { LedgerCheckout } from "./ledger"
import { isPartlyReturned, isToFollow, isMoneyTaken } from "./money-state"
import { compareAmounts, subtractAmounts } from "../../../gateway/money"
import type { MedusaBooks, MedusaPayment } from "./books"
import { refunded, type GatewayBooks } from "./refunded"

/** What a person can do about a row, by the name of its route. */
export interface CaseActions {
  /** ask the gateway now, and let Medusa follow */
  sync: boolean
  /** let Medusa follow a payment that is made: place the cart's order, or book the payment */
  place_order: boolean
  /** note in Medusa a refund that was made in the gateway's dashboard */
  record_refund: boolean
  /** close the case with a note */
  resolve: boolean
}

/** What a person can do about a row with these open cases; whether its money can be given back too is asked of the books (rules/case-refund). */
export function actionsOf(
  row: Pick<LedgerCheckout, "environment" | "checkout_id" | "status" | "gateway_status" | "total_refunded">,
  open: readonly AttentionReason[],
  options: { environment: string; authorizedCheckouts: "place-order" | "wait" }
): CaseActions {
  const canAsk = row.environment === options.environment && row.checkout_id !== null
  const isPayable = row.gateway_status !== null && isToFollow(row.gateway_status, options.authorizedCheckouts)
  return {
    sync: canAsk,
    // What was paid a second time has its order already.
    place_order: canAsk && isPayable && LIVE.includes(row.status) && !open.includes("paid_twice"),
    record_refund: canAsk && mayHaveUnshownRefund(row, open),
    resolve: open.length > 0,
  }
}

/**
 * Whether money may have gone back that Medusa does not show: it is a case, or the gateway tells no amount, so that a second partial
 * refund looks like the first.
 */
export function mayHaveUnshownRefund(
  { status, gateway_status, total_refunded }: Pick<LedgerCheckout, "status" | "gateway_status" | "total_refunded">,
  open: readonly AttentionReason[]
): boolean {
  const isUntold = isPartlyReturned(gateway_status) && total_refunded === null
  return open.includes("refunded_outside") || (status === "settled" && isUntold)
}

/** Why a case's money cannot be given back from the case. */
export type NoCaseRefund =
  /** the gateway holds nothing that it has taken; an authorization is voided in its dashboard */
  | "nothing_taken"
  /** a refund is being made, or has not been answered */
  | "under_way"
  /** the gateway does not tell how much went back already */
  | "untold"
  /** Medusa's order stands for the money: it is refunded there, so that its books show it */
  | "on_the_order"

/** What giving a case's money back would send to the gateway, in major units. */
export type CaseRefund =
  /** everything that is left of a payment that no order of Medusa's stands for */
  | { kind: "whole"; amount: number }
  /** what Medusa's refunds show and the gateway has not made */
  | { kind: "missing"; amount: number }
  | { kind: "none"; why: NoCaseRefund }

/** What a person who gives a case's money back sends to the gateway. */
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
  const left = subtractAmounts(gateway.amount, given, gateway.currency_code)
  const { payment, order } = medusa
  // A payment without an order is shown nowhere: Medusa follows what the gateway says of it.
  const isMissing = attention === "refund_missing"
  if (!payment || payment.isCanceled || order?.isCanceled || (!order && !isMissing)) {
    return left > 0 ? { kind: "whole", amount: left } : none("nothing_taken")
  }
  const missing = isMissing ? missingOf(payment, given, gateway) : 0
  return missing > 0 ? { kind: "missing", amount: Math.min(missing, left) } : none("on_the_order")
}

/** A refund that stands in the order's transactions alone is nobody's: that one is looked at by hand. */
function missingOf(payment: MedusaPayment, given: number, { currency_code }: GatewayBooks): number {
  const isPhantom = compareAmounts(payment.phantomRefund, 0, currency_code) === 1
  return isPhantom ? 0 : subtractAmounts(payment.refunded, given, currency_code)
}

function none(why: NoCaseRefund): CaseRefund {
  return { kind: "none", why }
}
