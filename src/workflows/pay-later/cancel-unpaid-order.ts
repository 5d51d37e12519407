import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, OrderStatus } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "@medusajs/framework/zod"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { listOf } from "../../modules/web-checkout/purchase/query"
import { isClosedCase } from "../../modules/web-checkout/rules/cases"
import { closePages } from "../checkout/close-pages"
import { holdPurchaseOfOrder } from "../checkout/purchase-lock"
import { hasOpenChange } from "../medusa/orders"
import { isAnyHeld } from "../pay-link/sync-order"
import { readOne } from "../medusa/read-rows"
import { logFailure } from "../log-failure"

const REFUSALS: string[] = [MedusaError.Types.NOT_ALLOWED, MedusaError.Types.INVALID_DATA]
const PENDING: string = OrderStatus.PENDING

const amounts = listOf(z.looseObject({ amount: z.coerce.number() }))

const order = z.looseObject({
  status: z.string(),
  transactions: amounts,
  credit_lines: amounts,
  fulfillments: listOf(z.looseObject({ canceled_at: z.unknown() })),
  payment_collections: listOf(
    z.looseObject({ payments: listOf(z.looseObject({ canceled_at: z.unknown(), captured_at: z.unknown() })) })
  ),
})

/** What became of an order that nobody has paid. */
export type CancelledUnpaid =
  /** cancelled, or something is paid or delivered: it needs not be looked at again */
  | "decided"
  /** an amount is on its way, and may still lapse */
  | "waits"
  /** it has a change that is neither confirmed nor cancelled: Medusa would not cancel it */
  | "open_change"
  /** a transaction, a credit, or the money of a closed case is no recorded payment: a person decides */
  | "other_money"
  /** Medusa does not cancel such an order; the log says why */
  | "refused"

/**
 * Cancels an unpaid order under the lock of its purchase: closes its pages if possible, asks the gateway a last time, and only then
 * releases the stock.
 *
 * @returns "waits" while an amount is on its way: ask again later
 * @throws MedusaError NOT_FOUND; UNEXPECTED_STATE while the gateway gives no answer; NOT_ALLOWED while the order is busy; what of Medusa's
 *   `cancelOrderWorkflow` is no refusal
 */
export async function cancelUnpaidOrder(container: MedusaContainer, order_id: string): Promise<CancelledUnpaid> {
  return holdPurchaseOfOrder(container, order_id, () => cancelUnpaid(container, order_id))
}

async function cancelUnpaid(container: MedusaContainer, order_id: string): Promise<CancelledUnpaid> {
  const obstacle = await findObstacle(container, order_id)
  if (obstacle) {
    return obstacle
  }
  // Checked before the page is closed: until then the customer can still pay.
  if (await hasOpenChange(container, order_id)) {
    return "open_change"
  }
  const { purchases } = container.resolve(WEB_CHECKOUT)
  const live = await purchases.listLive({ order_id })
  if (await isAnyHeld(container, live)) {
    // The money of a closed case is not recorded any more: without a notification the order would wait for ever.
    return live.some((row) => isClosedCase(row)) ? "other_money" : "waits"
  }
  await closePages(container, order_id, () => true)
  // The page may have been paid before it was closed; a page that could not be closed may be paid at this moment.
  if (await isAnyHeld(container, live)) {
    return "waits"
  }
  // Read again: money may have been booked while the gateway was asked, and cancelling the order would refund it.
  const newObstacle = await findObstacle(container, order_id)
  if (newObstacle) {
    return newObstacle
  }
  try {
    await cancelOrderWorkflow(container).run({ input: { order_id } })
    return "decided"
  } catch (error) {
    // Anything else may go well the next time.
    if (!(error instanceof MedusaError) || !REFUSALS.includes(error.type)) {
      throw error
    }
    logFailure(container, `order ${order_id} is not paid and not cancelled`, error)
    return "refused"
  }
}

/**
 * What in Medusa's books keeps the order from being cancelled: "decided" if something is captured or delivered, or it is cancelled already;
 * "waits" if an amount is reserved; "other_money" if a transaction was booked by hand or there is a credit line. Undefined if nothing does.
 */
async function findObstacle(
  container: MedusaContainer,
  id: string
): Promise<"decided" | "waits" | "other_money" | undefined> {
  const found = await readOne(container, order, "order", id, [
    "id",
    "status",
    "fulfillments.canceled_at",
    "payment_collections.payments.*",
    "transactions.amount",
    "credit_lines.amount",
  ])
  if (found?.status !== PENDING || found.fulfillments.some(({ canceled_at }) => !canceled_at)) {
    return "decided"
  }
  const payments = found.payment_collections
    .flatMap(({ payments }) => payments)
    .filter(({ canceled_at }) => !canceled_at)
  if (payments.some(({ captured_at }) => captured_at)) {
    return "decided"
  }
  if (payments.length > 0) {
    return "waits"
  }
  const hasOtherMoney = [...found.transactions, ...found.credit_lines].some(({ amount }) => amount)
  return hasOtherMoney ? "other_money" : undefined
}
