import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { OrderState } from "../../modules/web-checkout/purchase/order"
import { DAY_MS, inADay } from "../../modules/web-checkout/rules/check-times"
import { isOfCustomer, type PayLink } from "../../modules/web-checkout/rules/pay-link"
import { heardAt } from "../../modules/web-checkout/rules/mail"
import { notifyOfUnpaid } from "./notify-of-unpaid"
import { isAnyHeld, requireSyncedOrder } from "../pay-link/sync-order"
import { hasMailProvider } from "../pay-link/mail/mail-receiver"
import { logFailure } from "../log-failure"
import { MedusaError, OrderStatus } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "@medusajs/framework/zod"
import { relatedRows } from "../../modules/web-checkout/purchase/query"
import { isClosedCase } from "../../modules/web-checkout/rules/cases"
import { closePages } from "../checkout/close-pages"
import { holdPurchaseOfOrder } from "../checkout/purchase-lock"
import { listOpenChanges } from "../medusa/orders"
import { readOne } from "../medusa/read-rows"

/** In ms: when to check again an order whose pay link was not sent yet, or whose payment is not final. */
export const AGAIN_AFTER_MS = 5 * 60_000

/**
 * Cancels a pay-later order once it has been unpaid for long enough, counted from when its customer had a pay link. An order whose customer
 * is not known to have one is never cancelled. A person is notified why an order was not cancelled.
 *
 * @returns when to check it again; null for never
 */
export async function cancelUnpaidOrder(
  container: MedusaContainer,
  order: OrderState,
  afterDays: number
): Promise<Date | null> {
  const soon = new Date(Date.now() + AGAIN_AFTER_MS)
  const links = await listLinksOfCustomer(container, order)
  const mails = await container.resolve(WEB_CHECKOUT).mails.listOf(links.map(({ id }) => id))
  const heard = heardAt(links, mails, { sendsMails: hasMailProvider(container) })
  const since = Math.max(order.created_at.getTime(), heard?.getTime() ?? 0)
  const at = new Date(since + afterDays * DAY_MS)
  if (at > new Date()) {
    // Checked daily meanwhile: its customer may change.
    const next = heard ? inADay() : soon
    return at < next ? at : next
  }
  if (!heard) {
    // An order without a link has a notification of its own, and one whose amount is reserved owes nothing.
    if (links.length > 0 && order.owed > 0) {
      await notifyOfUnpaid(container, order, "unheard")
    }
    return inADay()
  }
  const outcome = await tryCancelling(container, order.id)
  if (outcome === "decided") {
    return null
  }
  // The payment service may be unavailable for a while: only a failure that lasts for a day is notified.
  const isOften = outcome === "failing" && Date.now() > at.getTime() + DAY_MS
  if (outcome !== "waits" && (outcome !== "failing" || isOften)) {
    await notifyOfUnpaid(container, order, outcome)
    return inADay()
  }
  return soon
}

async function tryCancelling(container: MedusaContainer, order_id: string) {
  try {
    await requireSyncedOrder(container, order_id)
    return await holdPurchaseOfOrder(container, order_id, () => cancelUnpaid(container, order_id))
  } catch (error) {
    logFailure(container, `order ${order_id} is not paid and not cancelled`, error)
    return "failing"
  }
}

/** The links of the order's present customer, ended ones too. After a transfer there are none until a new one is created. */
export async function listLinksOfCustomer(container: MedusaContainer, order: OrderState): Promise<PayLink[]> {
  const links = await container.resolve(WEB_CHECKOUT).payLinks.listOfOrder(order.id)
  return links.filter((link) => isOfCustomer(link, order))
}

const REFUSALS: string[] = [MedusaError.Types.NOT_ALLOWED, MedusaError.Types.INVALID_DATA]
const PENDING: string = OrderStatus.PENDING

const amounts = relatedRows(z.looseObject({ amount: z.coerce.number() }))

const order = z.looseObject({
  status: z.string(),
  transactions: amounts,
  credit_lines: amounts,
  fulfillments: relatedRows(z.looseObject({ canceled_at: z.unknown() })),
  payment_collections: relatedRows(
    z.looseObject({ payments: relatedRows(z.looseObject({ canceled_at: z.unknown(), captured_at: z.unknown() })) })
  ),
})

/**
 * Cancels an unpaid order: closes its pages if possible, asks the gateway a last time, and only then releases the stock. The caller holds the
 * lock of the purchase.
 *
 * @returns "decided": cancelled, or something is paid or delivered: it needs not be looked at again. "waits": an amount is on its way, and may
 *   still lapse: ask again later. "open_change": it has a change that is neither confirmed nor cancelled: Medusa would not cancel it.
 *   "other_money": a transaction, a credit, or the money of a closed case is no recorded payment: a person decides. "refused": Medusa does not
 *   cancel such an order; the log says why
 * @throws MedusaError UNEXPECTED_STATE while the gateway gives no answer; what Medusa's `cancelOrderWorkflow` throws and is no refusal
 */
async function cancelUnpaid(container: MedusaContainer, order_id: string) {
  const obstacle = await findObstacle(container, order_id)
  if (obstacle) {
    return obstacle
  }
  // Checked before the page is closed: until then the customer can still pay.
  if ((await listOpenChanges(container, order_id)).length > 0) {
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
async function findObstacle(container: MedusaContainer, id: string) {
  const found = await readOne(container, order, "order", id)
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
