import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN, Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { addAmounts, compareAmounts } from "../../gateway/money"
import { MONEY_STATE } from "../../gateway/statuses"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { findMismatch, isSamePurchase } from "../../modules/web-checkout/gate"
import { exactAmount, isAsResolved, PLUGIN_ACTOR, type LedgerCheckout } from "../../modules/web-checkout/ledger"
import type { Asked } from "../../modules/web-checkout/ledger-service"
import { readCartTotal, readOrder } from "../../modules/web-checkout/purchase"
import { pluginsOwnRefundId, refundAtGateway } from "../../modules/web-checkout/refund"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import { safeFailure } from "../../modules/web-checkout/medusa-error"
import { unrecordedRefund } from "../../modules/web-checkout/rules/books"
import { recordRefund } from "../record-refund"
import { outcomeOf, type CheckoutOutcome } from "../outcome"
import type { AskedCheckout } from "./ask-gateway"
import { compareAndMend, gatewayBooks } from "./compare-books"
import {
  amountOfCollection,
  bookPayment,
  completeCart,
  findOrderOfCart,
  findOrderOfCollection,
  findPayment,
  paidIntoCollection,
  type MedusaPaymentRow,
} from "./medusa-payment"
import { holdPaymentSession } from "./payment-session"

/** How long a booking waits for Medusa's own completion of the cart. */
const CART_LOCK_SECONDS = 30

export interface SettledCheckout {
  row: LedgerCheckout
  outcome: CheckoutOutcome
}

export interface FollowInput {
  asked: AskedCheckout
  ignore_wait?: boolean
  ignore_resolved?: boolean
}

/**
 * Makes Medusa follow a payment: places the cart's order, or books the payment of an order or of a collection without a
 * cart; and compares the books of one that it has followed. Whatever is thrown meanwhile counts as a failed try, of which
 * there are five before a person is asked. Has no compensation: an order that was placed for a payment that was made stays.
 */
export const followPaymentStep = createStep("webcheckout-follow-payment", async (input: FollowInput, { container }) => {
  const row = await followOrCount(input, container)
  const settled: SettledCheckout = { row, outcome: outcomeOf(row) }
  return new StepResponse(settled)
})

async function followOrCount({ asked, ignore_wait, ignore_resolved }: FollowInput, container: MedusaContainer) {
  const { row, checkout } = asked
  const isTooEarly = !ignore_wait && row.follow_after !== null && new Date(row.follow_after) > new Date()
  const isClosed = !ignore_resolved && row.resolved_at !== null && row.status !== "settled" && isAsResolved(row)
  if (!checkout || isTooEarly || isClosed) {
    return row
  }
  try {
    return await follow({ row, checkout }, container)
  } catch (error) {
    const logger: Logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    logger.warn(`medusa-payment-webcheckout: checkout ${row.id} could not be followed: ${safeFailure(error)}`)
    return countFailure(row, container)
  }
}

async function follow({ row, checkout }: Asked, container: MedusaContainer): Promise<LedgerCheckout> {
  const ledger = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
  if (row.status === "settled") {
    return findMismatch(row, checkout)
      ? ledger.recordAttention(row.id, "amount_mismatch")
      : compareAndMend(row, container)
  }
  const money = MONEY_STATE[checkout.status]
  if (money === "unpaid" || money === "returned") {
    return followOver(row, container)
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
  const orderId = await findOrder(container, row)
  if (orderId !== undefined) {
    return followOrder(row, orderId, container)
  }
  return row.cart_id === null ? followCollection(row, container) : followCart({ row, checkout }, row.cart_id, container)
}

/**
 * The gateway holds nothing, and settle never came to an end. Medusa may show a payment all the same: of an order that its
 * own `complete` call has placed, or of a completion that failed after it.
 */
async function followOver(row: LedgerCheckout, container: MedusaContainer): Promise<LedgerCheckout> {
  const ledger = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
  const payment = await findPayment(container, row)
  if (!payment || payment.isCanceled) {
    return ledger.recordOver(row.id)
  }
  const orderId = await findOrder(container, row)
  if (orderId !== undefined) {
    return settled(row, orderId, container)
  }
  const held = await ledger.holdFor(row.id, payment.payment_session_id)
  const missing = payment.isCaptured ? unrecordedRefund(gatewayBooks(row), refundedOf(payment)) : undefined
  if (!payment.isCaptured) {
    await container.resolve(Modules.PAYMENT).cancelPayment(payment.id)
  } else if (missing) {
    await recordRefund(container, held, { payment_id: payment.id, amount: String(missing) })
  }
  return ledger.recordOver(row.id)
}

function refundedOf({ refunds }: MedusaPaymentRow): string {
  return MathBN.sum(0, ...refunds.map(({ amount }) => amount)).toFixed()
}

async function findOrder(container: MedusaContainer, row: LedgerCheckout): Promise<string | undefined> {
  const ofCart = row.cart_id === null ? undefined : await findOrderOfCart(container, row.cart_id)
  return ofCart ?? (await findOrderOfCollection(container, row.payment_collection_id)) ?? row.order_id ?? undefined
}

async function followCart(
  { row, checkout }: Asked,
  cartId: string,
  container: MedusaContainer
): Promise<LedgerCheckout> {
  const ledger = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
  const total = await readCartTotal(container.resolve(ContainerRegistrationKeys.QUERY), cartId)
  if (!total) {
    // A cart that is gone does not come back.
    return ledger.recordAttention(row.id, "paid_without_order")
  }
  const isOrphan = row.payment_session_id === null
  if (!isSamePurchase(total, { total: exactAmount(row), currency_code: row.currency_code })) {
    return ledger.recordAttention(row.id, isOrphan ? "paid_after_superseded" : "amount_mismatch")
  }
  const held = await holdPaymentSession(container, await withItsPayment(row, container))
  if (!held) {
    return ledger.recordAttention(row.id, "paid_after_superseded")
  }
  const completion = await completeCart(container, cartId)
  switch (completion.kind) {
    case "placed":
      return settled(held, completion.order_id, container)
    case "busy":
      return held
    case "out_of_stock":
      return outOfStock({ row: held, checkout }, container)
    default:
      return countFailure(held, container)
  }
}

/** A payment that Medusa has already is the one: its session is completed, and no other is made. */
async function withItsPayment(row: LedgerCheckout, container: MedusaContainer): Promise<LedgerCheckout> {
  const payment = await findPayment(container, row)
  const isItsOwn = !payment || payment.isCanceled || payment.payment_session_id === row.payment_session_id
  return isItsOwn
    ? row
    : container.resolve<WebCheckoutService>(WEB_CHECKOUT).holdFor(row.id, payment.payment_session_id)
}

/** The money is for an order that stands: it is booked, unless the order is cancelled or owes nothing any more. */
async function followOrder(row: LedgerCheckout, orderId: string, container: MedusaContainer): Promise<LedgerCheckout> {
  if (await findPayment(container, row)) {
    return settled(row, orderId, container)
  }
  if (row.cart_id === null) {
    return bookOnOrder(row, orderId, container)
  }
  // Medusa may be completing this cart right now, and about to make the payment itself: its own lock tells.
  return container.resolve(Modules.LOCKING).execute(
    [row.cart_id],
    async () => {
      const isStillThere = (await findOrder(container, row)) === orderId && !(await findPayment(container, row))
      return isStillThere ? bookOnOrder(row, orderId, container) : row
    },
    { timeout: CART_LOCK_SECONDS }
  )
}

async function bookOnOrder(row: LedgerCheckout, orderId: string, container: MedusaContainer): Promise<LedgerCheckout> {
  const ledger = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
  const order = await readOrder(container.resolve(ContainerRegistrationKeys.QUERY), orderId)
  if (order.isCanceled) {
    return ledger.recordAttention(row.id, "canceled_not_refunded")
  }
  if (order.owed <= 0) {
    return ledger.recordAttention(row.id, "paid_twice")
  }
  const held = await holdPaymentSession(container, row)
  if (!held) {
    return ledger.recordAttention(row.id, "paid_after_superseded")
  }
  if (compareAmounts(exactAmount(row), order.owed, row.currency_code) === 1) {
    // Told before it is booked: whatever fails in between, the case stands.
    await ledger.recordAttention(row.id, "amount_mismatch")
  }
  await bookPayment(container, held)
  const done = await settled(held, orderId, container)
  // Somebody may have paid it another way meanwhile.
  const { overpaid } = await readOrder(container.resolve(ContainerRegistrationKeys.QUERY), orderId)
  return overpaid > 0 ? ledger.recordAttention(row.id, "amount_mismatch") : done
}

/** A collection of the store's own, for which there is neither cart nor order. */
async function followCollection(row: LedgerCheckout, container: MedusaContainer): Promise<LedgerCheckout> {
  const ledger = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
  if (!(await findPayment(container, row))) {
    const amount = await amountOfCollection(container, row.payment_collection_id)
    if (amount === undefined) {
      return ledger.recordAttention(row.id, "paid_without_order")
    }
    const sum = addAmounts([await paidIntoCollection(container, row), exactAmount(row)], row.currency_code)
    if (compareAmounts(sum, amount, row.currency_code) === 1) {
      return ledger.recordAttention(row.id, "paid_twice")
    }
  }
  const held = await holdPaymentSession(container, await withItsPayment(row, container))
  if (!held) {
    return ledger.recordAttention(row.id, "paid_after_superseded")
  }
  await bookPayment(container, held)
  return settled(held, null, container)
}

/** No second try heals it: the money goes back by itself where the merchant wants that, otherwise a person is asked now. */
async function outOfStock(asked: Asked, container: MedusaContainer): Promise<LedgerCheckout> {
  const ledger = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
  const { row, checkout } = asked
  if (ledger.options.whenOutOfStock === "ask" || MONEY_STATE[checkout.status] !== "paid") {
    return ledger.recordAttention(row.id, "paid_without_order")
  }
  try {
    const returned = await refundAtGateway(ledger, asked, {
      refund_id: pluginsOwnRefundId(row),
      amount: exactAmount(row),
    })
    await ledger.recordAction({
      ledger_id: row.id,
      action: "refund",
      actor_id: PLUGIN_ACTOR,
      note: "Out of stock: the order could not be placed.",
    })
    return await followOver(returned, container)
  } catch (error) {
    const logger: Logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    logger.warn(`medusa-payment-webcheckout: checkout ${row.id} could not be given back: ${safeFailure(error)}`)
    return ledger.recordAttention(row.id, "paid_without_order")
  }
}

/**
 * Medusa would not follow. With the extended operations Medusa may have refunded the payment by itself, which the
 * gateway then shows; otherwise it is tried again a few times, and then it is a person's.
 */
async function countFailure(row: LedgerCheckout, container: MedusaContainer): Promise<LedgerCheckout> {
  const ledger = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
  const asked = row.status === "settled" ? undefined : await ledger.ask(row).catch(() => undefined)
  if (asked && MONEY_STATE[asked.checkout.status] === "returned") {
    return followOver(asked.row, container)
  }
  return ledger.recordSettleFailure(asked?.row ?? row, "paid_without_order")
}

/** Settled it is when Medusa has followed; done when the books agree, which is looked at right away. */
async function settled(
  row: LedgerCheckout,
  orderId: string | null,
  container: MedusaContainer
): Promise<LedgerCheckout> {
  const ledger = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
  const payment = await findPayment(container, row)
  const sessionId = payment?.payment_session_id ?? row.payment_session_id ?? row.request_id
  // An order that has taken more than it owed stays a case; a cart that was changed back and became its order does not.
  const keepsMismatch = row.cart_id === null
  return compareAndMend(await ledger.recordSettled(row.id, orderId, sessionId, { keepsMismatch }), container)
}
