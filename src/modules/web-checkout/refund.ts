import { MedusaError } from "@medusajs/framework/utils"
import { GatewayError } from "../../gateway/errors"
import type { ExtendedGatewayClient } from "../../gateway/extended-client"
import {
  compareAmounts,
  formatAmount,
  sameAmount,
  subtractAmounts,
  addAmounts,
  toGatewayAmount,
} from "../../gateway/money"
import type { Checkout } from "../../gateway/schemas"
import type { LedgerCheckout, LedgerRefund } from "./ledger"
import type { Asked } from "./ledger-service"
import { lostAfterMs } from "./rules/check-times"
import type { WebCheckoutService } from "./service"

/** What Medusa wants to give back; amount in major units, as decimal text. */
export interface WantedRefund {
  refund_id: string
  amount: string
}

const REFUND_NOTE = "Refunded in Medusa"

const OWN_REFUND = "stock:"

/** The id under which a payment is given back whose order Medusa never placed: Medusa has no refund for it. */
export function pluginsOwnRefundId(row: LedgerCheckout): string {
  return `${OWN_REFUND}${row.id}`
}

/** Whether a refund is one that Medusa knows nothing of, and never will. */
export function isPluginsOwnRefund({ refund_id }: Pick<LedgerRefund, "refund_id">): boolean {
  return refund_id.startsWith(OWN_REFUND)
}

/**
 * Gives money back exactly once. The intent is committed before the call; an answer that was lost is resolved by
 * asking for `totalRefunded`, never by repeating.
 *
 * @throws MedusaError NOT_ALLOWED when the money is not known to have gone back
 */
export async function refundAtGateway(
  ledger: WebCheckoutService,
  asked: Asked,
  wanted: WantedRefund
): Promise<LedgerCheckout> {
  const { row, checkout } = asked
  const pending = await ledger.findPendingRefund(row.id)
  if (pending?.status === "unclaimed" && sameAmount(pending.amount, wanted.amount, row.currency_code)) {
    await ledger.claimRefund(pending, wanted.refund_id)
    return row
  }
  const gateway = ledger.extendedGateway(row.account)
  if (!gateway) {
    return acceptOutsideRefund(asked)
  }
  const before = refundedSoFar(checkout)
  if (pending && (await resolvePendingRefund(ledger, pending, before, wanted, row.currency_code))) {
    return row
  }
  const left = subtractAmounts(checkout.amount, before, row.currency_code)
  if (left <= 0) {
    return row
  }
  if (checkout.status !== "PAID" && checkout.status !== "PARTIALLY_REFUNDED") {
    throw notAllowed(`This payment cannot be refunded: the checkout is ${checkout.status}.`)
  }
  const isMore = compareAmounts(wanted.amount, left, row.currency_code) === 1
  const amount = isMore ? left : toGatewayAmount(wanted.amount, row.currency_code)
  const intent = await ledger.openRefund({
    ledger_id: row.id,
    refund_id: wanted.refund_id,
    amount,
    refunded_before: before,
  })
  return sendRefund(ledger, gateway, row, intent)
}

/** Without the extended operations only a full refund can be seen from here. */
function acceptOutsideRefund({ row, checkout }: Asked): LedgerCheckout {
  if (checkout.status === "REFUNDED") {
    return row
  }
  throw notAllowed(
    checkout.status === "PARTIALLY_REFUNDED"
      ? "The payment service shows a partial refund, and its amount cannot be read from here. Refund the rest in its dashboard, then refund here in full."
      : "Refund this payment in full in the payment service's dashboard first, then refund it here."
  )
}

/**
 * An earlier refund whose answer was lost. True when it happened and is the one that is wanted now.
 *
 * @throws MedusaError NOT_ALLOWED when it happened with another amount: the person must see that before refunding more
 */
async function resolvePendingRefund(
  ledger: WebCheckoutService,
  pending: LedgerRefund,
  refundedNow: number,
  wanted: WantedRefund,
  currency: string
): Promise<boolean> {
  if (compareAmounts(refundedNow, pending.refunded_before, currency) !== 1) {
    requireOld(pending, ledger.options.timeoutMs)
    await ledger.closeRefund(pending.id, "void")
    return false
  }
  if (sameAmount(pending.amount, wanted.amount, currency)) {
    await ledger.claimRefund(pending, wanted.refund_id)
    return true
  }
  await ledger.closeRefund(pending.id, "done")
  await ledger.recordAttention(pending.ledger_id, "refunded_outside")
  throw notAllowed(
    `An earlier refund of ${formatAmount(pending.amount, currency)} did go through at the payment service, though its answer was lost. ` +
      "Look at the checkout before refunding more."
  )
}

/** A call that is still on its way may yet arrive: until it no longer can, nobody may send another. */
function requireOld(open: LedgerRefund, timeoutMs: number): void {
  if (Date.now() - new Date(open.created_at).getTime() < lostAfterMs(timeoutMs)) {
    throw notAllowed("An earlier refund of this payment has not been answered yet. Try again in a minute.")
  }
}

async function sendRefund(
  ledger: WebCheckoutService,
  gateway: ExtendedGatewayClient,
  row: LedgerCheckout,
  intent: LedgerRefund
): Promise<LedgerCheckout> {
  try {
    const askedAt = new Date()
    const answer = await gateway.refundCheckout(row.checkout_id ?? "", {
      amount: intent.amount,
      currency: row.currency_code,
      note: REFUND_NOTE,
    })
    const updated = await ledger.recordAnswer(row.id, answer, askedAt)
    await ledger.closeRefund(intent.id, "done")
    return updated
  } catch (error) {
    if (error instanceof GatewayError && error.mayHaveHappened) {
      return resolveLostAnswer(ledger, row, intent, error)
    }
    await ledger.closeRefund(intent.id, "rejected")
    throw error
  }
}

async function resolveLostAnswer(
  ledger: WebCheckoutService,
  row: LedgerCheckout,
  intent: LedgerRefund,
  lost: GatewayError
): Promise<LedgerCheckout> {
  const asked = await ledger.ask(row).catch(() => undefined)
  const expected = addAmounts([intent.refunded_before, intent.amount], row.currency_code)
  if (!asked || !sameAmount(refundedSoFar(asked.checkout), expected, row.currency_code)) {
    throw lost
  }
  await ledger.closeRefund(intent.id, "done")
  return asked.row
}

/** `totalRefunded`, or what the status alone says of it. */
export function refundedSoFar(checkout: Checkout): number {
  if (typeof checkout.totalRefunded === "number") {
    return checkout.totalRefunded
  }
  if (checkout.status === "REFUNDED") {
    return checkout.amount
  }
  if (checkout.status === "PARTIALLY_REFUNDED") {
    throw notAllowed(
      "The payment service shows a partial refund without its amount. Look at the checkout in its dashboard."
    )
  }
  return 0
}

function notAllowed(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message)
}
