import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { readOrder } from "../../modules/web-checkout/purchase/order"
import { DAY_MS, inADay } from "../../modules/web-checkout/rules/check-times"
import { isOwed } from "../../gateway/money"
import { PLUGIN_ACTOR } from "../../modules/web-checkout/rules/ledger"
import type { Task } from "../../modules/web-checkout/services/tasks"
import { isBeingCompleted } from "../checkout/being-completed"
import { gatherAttempts } from "../medusa/orders"
import { isAccepted, sessionsOfCollection } from "../medusa/payment-sessions"
import { findOrderOfCollection } from "../medusa/payments"
import { endWithOrder } from "../pay-link/end-with-order"
import { hasMailProvider } from "../pay-link/mail/mail-receiver"
import { ownPayLink } from "../pay-link/own-pay-link"
import { AGAIN_AFTER_MS, cancelUnpaidOrder, listLinksOfCustomer } from "./cancel-unpaid-order"
import { notifyOfUnpaid } from "./notify-of-unpaid"
import { logFailure } from "../log-failure"

const MINUTE_MS = 60_000

/** In ms: how long an order that owes nothing, and for which nothing was paid, is checked daily. */
const LOOKED_AT_FOR_MS = 90 * DAY_MS

/** The data of a cart's task. */
const remembered = z.looseObject({
  payment_session_id: z.string(),
  /** When Medusa last started to complete the cart. */
  noted_at: z.coerce.date(),
  /** The order placed from the cart, once known. */
  order_id: z.string().nullable().default(null),
  /** Whether the pay link was created, and its mail queued if the store could send one. */
  is_seen_to: z.boolean().default(false),
})

/** In ms after the payment was noted: a cart that is no order by then never becomes one, because completing it takes seconds. */
const LONGEST_COMPLETION_MS = DAY_MS

/**
 * Processes a pay-later order: its link, its mail, and finally its cancellation. Notifies a person if it has no link.
 *
 * @returns when to run it again; null for never
 */
export async function processUnpaid(container: MedusaContainer, task: Task): Promise<Date | null> {
  const { tasks, options } = container.resolve(WEB_CHECKOUT)
  const collectionId = task.subject_id
  const purchase = remembered.parse(task.data)
  // Medusa may have undone the order that was known, and have made another of the same cart.
  const orderId = (await findOrderOfCollection(container, collectionId)) ?? purchase.order_id
  const age = Date.now() - purchase.noted_at.getTime()
  if (orderId === null) {
    return age > LONGEST_COMPLETION_MS ? null : new Date(Date.now() + MINUTE_MS)
  }
  const order = await readOrder(container.resolve(ContainerRegistrationKeys.QUERY), orderId)
  if (purchase.order_id !== orderId) {
    if (await isBeingCompleted(container, collectionId, order)) {
      return new Date(Date.now() + MINUTE_MS)
    }
    // The noted session is gone and another is accepted: the cart was paid another way. If none is accepted, the noted one was only replaced.
    const sessions = await sessionsOfCollection(container, collectionId)
    if (sessions.some(isAccepted) && !sessions.some(({ id }) => id === purchase.payment_session_id)) {
      return null
    }
  }
  const is_seen_to = purchase.is_seen_to && purchase.order_id === orderId
  await tasks.remember(task, { order_id: orderId, is_seen_to })
  await gatherAttempts(container, orderId)
  if (order.isCanceled) {
    await endWithOrder(container, orderId)
    return null
  }
  if (order.owed <= 0 && !order.hasAuthorized) {
    // A paid order is finished. An unpaid order that owes nothing for a moment, because it is being changed, may owe again.
    return isOwed({ amount: order.paid, currency_code: order.currency_code }) || age > LOOKED_AT_FOR_MS
      ? null
      : inADay()
  }
  const isLinkMade = is_seen_to || (order.owed > 0 && (await createAndSendLink(container, task, orderId)))
  const mayReportMissingLink = order.owed > 0 && (isLinkMade || age > DAY_MS)
  if (mayReportMissingLink && (await listLinksOfCustomer(container, order)).length === 0) {
    // The link could not be created, or it ended when the order's customer changed.
    await notifyOfUnpaid(container, order, isLinkMade ? "customer_changed" : "link_failing")
  }
  const { cancelUnpaidAfterDays } = options.payLinks
  if (cancelUnpaidAfterDays !== undefined && (isLinkMade || order.owed <= 0)) {
    return cancelUnpaidOrder(container, order, cancelUnpaidAfterDays)
  }
  // Checked again even without `cancelUnpaidAfterDays`: the shop may set it later.
  return isLinkMade ? inADay() : new Date(Date.now() + AGAIN_AFTER_MS)
}

/**
 * Creates the order's link and queues the mail with it, each once. Without an e-mail provider, the shop passes the link on itself.
 *
 * @returns whether the order has a link
 */
async function createAndSendLink(container: MedusaContainer, task: Task, orderId: string): Promise<boolean> {
  const { tasks, mails } = container.resolve(WEB_CHECKOUT)
  try {
    const link = await ownPayLink(container, orderId)
    const [queued] = await mails.listOf([link.id])
    if (!queued && hasMailProvider(container)) {
      const key = `webcheckout:pay-link:${link.id}:first`
      await mails.queue({ kind: "sent", key, subject_id: link.id, created_by: PLUGIN_ACTOR })
    }
    await tasks.remember(task, { is_seen_to: true })
    return true
  } catch (error) {
    logFailure(container, `order ${orderId} has no pay link yet`, error)
    return false
  }
}
