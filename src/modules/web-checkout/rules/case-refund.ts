import { compareAmounts, subtractAmounts } from "../../../gateway/money"
import type { MedusaBooks, MedusaPayment } from "./books"
import type { AttentionReason } from "./ledger"
import { isMoneyTaken } from "./money-state"
import { refunded, type GatewayBooks } from "./refunded"

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
