import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { MONEY_STATE } from "../../gateway/statuses"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { findMismatch, isSamePurchase } from "../../modules/web-checkout/gate"
import { exactAmount, type LedgerCheckout } from "../../modules/web-checkout/ledger"
import { readCartTotal } from "../../modules/web-checkout/purchase"
import type { Asked } from "../../modules/web-checkout/ledger-service"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import { outcomeOf, type CheckoutOutcome } from "../outcome"
import type { AskedCheckout } from "./ask-gateway"
import { completeCart, findOrderOfCart, findPayment, hasAnyPayment, processPayment } from "./medusa-payment"
import { holdPaymentSession } from "./payment-session"
import { watchSettled } from "./watch-settled"

export interface SettledCheckout {
  row: LedgerCheckout
  outcome: CheckoutOutcome
}

/** Medusa is given this many chances to follow a payment before a person is asked. */
const MOST_FAILURES = 5

/**
 * Makes Medusa follow a payment: places the cart's order, or processes the payment of a collection without a cart.
 * Has no compensation: an order that was placed for a payment that was made stays.
 */
export const followPaymentStep = createStep(
  "webcheckout-follow-payment",
  async (asked: AskedCheckout, { container }) => {
    const row = await follow(asked, container)
    const settled: SettledCheckout = { row, outcome: outcomeOf(row) }
    return new StepResponse(settled)
  }
)

async function follow({ row, checkout }: AskedCheckout, container: MedusaContainer): Promise<LedgerCheckout> {
  if (!checkout || row.resolved_at !== null) {
    return row
  }
  const ledger = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
  const money = MONEY_STATE[checkout.status]
  if (row.status === "settled") {
    return watchSettled({ row, checkout }, container)
  }
  if (money === "partly_returned") {
    return ledger.recordAttention(row.id, "partially_refunded")
  }
  const isToFollow =
    money === "paid" || (money === "authorized" && ledger.options.authorizedCheckouts === "place-order")
  if (!isToFollow) {
    return row
  }
  if (findMismatch(row, checkout)) {
    return ledger.recordAttention(row.id, "amount_mismatch")
  }
  return row.cart_id === null
    ? followCollection({ row, checkout }, container)
    : followCart({ row, checkout }, row.cart_id, container)
}

async function followCart({ row }: Asked, cartId: string, container: MedusaContainer): Promise<LedgerCheckout> {
  const ledger = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
  const placed = await findOrderOfCart(container, cartId)
  if (placed && (await hasPaymentOfItsOwn(container, row))) {
    return settled(row, placed, container)
  }
  if (placed && (await hasAnyPayment(container, row.payment_collection_id))) {
    return ledger.recordAttention(row.id, "paid_twice")
  }
  const due = { total: exactAmount(row), currency_code: row.currency_code }
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  if (!isSamePurchase(await readCartTotal(query, cartId), due)) {
    return ledger.recordAttention(row.id, row.payment_session_id === null ? "paid_after_superseded" : "amount_mismatch")
  }
  const held = await holdPaymentSession(container, row)
  if (!held) {
    return ledger.recordAttention(row.id, "paid_after_superseded")
  }
  if (placed) {
    // A process died while the platform made the order: it stands without its payment.
    return (await processPayment(container, held)) ? settled(held, placed, container) : countFailure(held, container)
  }
  const completion = await completeCart(container, cartId)
  if (completion.order_id !== undefined) {
    return settled(held, completion.order_id, container)
  }
  return completion.isBusy ? held : countFailure(held, container)
}

async function hasPaymentOfItsOwn(container: MedusaContainer, row: LedgerCheckout): Promise<boolean> {
  return row.payment_session_id !== null && (await findPayment(container, row.payment_session_id)) !== undefined
}

async function followCollection({ row }: Asked, container: MedusaContainer): Promise<LedgerCheckout> {
  const held = await holdPaymentSession(container, row)
  if (!held) {
    return container.resolve<WebCheckoutService>(WEB_CHECKOUT).recordAttention(row.id, "paid_after_superseded")
  }
  return (await processPayment(container, held)) ? settled(held, null, container) : countFailure(held, container)
}

/**
 * Medusa would not follow. With the extended operations the platform may have refunded the payment by itself, which the
 * gateway then shows; otherwise it is tried again a few times, and then it is a person's.
 */
async function countFailure(row: LedgerCheckout, container: MedusaContainer): Promise<LedgerCheckout> {
  const ledger = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
  const counted = await ledger.recordSettleFailure(row.id)
  const { row: now, checkout } = await ledger.ask(counted)
  if (MONEY_STATE[checkout.status] === "returned") {
    return now
  }
  return now.settle_failures >= MOST_FAILURES ? ledger.recordAttention(row.id, "paid_without_order") : now
}

function settled(row: LedgerCheckout, orderId: string | null, container: MedusaContainer): Promise<LedgerCheckout> {
  return container.resolve<WebCheckoutService>(WEB_CHECKOUT).recordSettled(row.id, orderId)
}
