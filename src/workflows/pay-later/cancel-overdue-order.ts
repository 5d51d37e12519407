import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { OrderState } from "../../modules/web-checkout/purchase/order"
import { DAY_MS, inADay } from "../../modules/web-checkout/rules/check-times"
import { isOfCustomer } from "../../modules/web-checkout/rules/pay-link"
import { heardAt } from "../../modules/web-checkout/rules/mail"
import { ringBell } from "../medusa/notifications"
import { requireSyncedOrder } from "../pay-link/sync-order"
import { hasMailProvider } from "../pay-link/mail/mail-receiver"
import { cancelUnpaidOrder, type CancelledUnpaid } from "./cancel-unpaid-order"
import { logFailure } from "../log-failure"

/** In ms: when an order is checked again whose link or payment is on its way. */
export const AGAIN_AFTER_MS = 5 * 60_000

/** Why an order that was not paid in time stands all the same, and what a person is to do. */
const WHY_NOT_CANCELLED = {
  unheard:
    "The plugin does not cancel it, because it does not know whether the customer received the pay link. Correct the order's email address and send the link from the order's page; or copy the link for the customer, and cancel the order yourself should it stay unpaid.",
  open_change:
    "It has an open change. Confirm or cancel the change. If the order is still unpaid, the plugin cancels it within a day.",
  refused: "Medusa refused to cancel it; the server's log gives the reason. Cancel the order yourself.",
  other_money:
    "It has money that is not one of its payments: a transaction, a credit, or the payment of a closed case. Find out where it comes from. Then cancel the order, or mark it as paid.",
  failing:
    "The cancellation has failed for a day; the server's log gives the reason. Search for the payment in the payment service's dashboard, then cancel the order yourself.",
}

/**
 * Cancels a pay-later order once it has been unpaid for long enough, counted from when its customer had a pay link. An order whose customer
 * is not known to have one is never cancelled. A person is notified why an order was not cancelled, once for each reason.
 *
 * @returns when to check it again; null for never
 */
export async function cancelOverdueOrder(
  container: MedusaContainer,
  order: OrderState,
  afterDays: number
): Promise<Date | null> {
  const soon = new Date(Date.now() + AGAIN_AFTER_MS)
  const heard = await readHeardAt(container, order)
  const since = Math.max(order.created_at.getTime(), heard?.getTime() ?? 0)
  const at = new Date(since + afterDays * DAY_MS)
  if (at > new Date()) {
    return heard || at < soon ? at : soon
  }
  if (!heard) {
    await notifyOfNotCancelled(container, order, "unheard")
    return inADay()
  }
  const outcome = await tryCancelling(container, order.id)
  if (outcome === "decided") {
    return null
  }
  // The payment service may be unavailable for a while: only a failure that lasts for a day is notified.
  const isOften = outcome === "failing" && Date.now() > at.getTime() + DAY_MS
  if (outcome !== "waits" && (outcome !== "failing" || isOften)) {
    await notifyOfNotCancelled(container, order, outcome)
    return inADay()
  }
  return soon
}

async function tryCancelling(container: MedusaContainer, order_id: string): Promise<CancelledUnpaid | "failing"> {
  try {
    await requireSyncedOrder(container, order_id)
    return await cancelUnpaidOrder(container, order_id)
  } catch (error) {
    logFailure(container, `order ${order_id} is not paid and not cancelled`, error)
    return "failing"
  }
}

/** Of an order that was transferred, only what its present customer was sent counts. */
async function readHeardAt(container: MedusaContainer, order: OrderState): Promise<Date | undefined> {
  const { payLinks, mails } = container.resolve(WEB_CHECKOUT)
  const links = (await payLinks.listOfOrder(order.id)).filter((link) => isOfCustomer(link, order))
  const ofLinks = await mails.listOf(links.map(({ id }) => id))
  return heardAt(links, ofLinks, { sendsMails: hasMailProvider(container) })
}

async function notifyOfNotCancelled(
  container: MedusaContainer,
  { id, display_id }: OrderState,
  why: keyof typeof WHY_NOT_CANCELLED
): Promise<void> {
  await ringBell(container, {
    key: `webcheckout:pay-later:${id}:${why}`,
    title: `Order #${display_id ?? id} is unpaid and was not cancelled`,
    description: WHY_NOT_CANCELLED[why],
    resource_id: id,
    resource_type: "order",
    trigger_type: "webcheckout.pay_later.not_cancelled",
  })
}
