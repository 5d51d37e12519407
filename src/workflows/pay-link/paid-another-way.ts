import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { notAllowed, withMedusaErrors } from "../../modules/web-checkout/errors"
import { isClosedCase } from "../../modules/web-checkout/rules/cases"
import { isSameAsk, viewPayLink } from "../../modules/web-checkout/rules/pay-link"
import { bookPaymentWorkflow } from "../checkout/book-payment"
import { closePages } from "../checkout/close-pages"
import { holdPurchaseOfOrder } from "../checkout/purchase-lock"
import { requireSyncedOrder, isAnyHeld } from "./sync-order"
import { askForWhatIsLeft } from "../medusa/order-collections"
import { startSystemSession, findSystemSession } from "./system-payment"
import { readPayLink, requirePayable } from "./read-pay-link"
import { openCollectionFor } from "./start-payment"

/**
 * Records that a link's amount was paid in cash or by transfer, and marks the link as paid. The gateway is asked first: a payment that
 * arrived there meanwhile is recorded, and may leave nothing to pay. The open pages for the same money are closed; a payment on one of them
 * becomes a case. An interrupted run is finished, not booked a second time; if its payment was captured already, NOT_ALLOWED says so.
 *
 * @throws MedusaError NOT_FOUND; UNEXPECTED_STATE while the gateway gives no answer; NOT_ALLOWED when there is nothing to pay with it, and
 *   while the order is busy
 */
export async function paidAnotherWay(container: MedusaContainer, id: string, actor_id: string): Promise<void> {
  const { order_id } = await container.resolve(WEB_CHECKOUT).payLinks.retrieve(id)
  await requireSyncedOrder(container, order_id)
  await holdPurchaseOfOrder(container, order_id, () => recordPaidAnotherWay(container, id, actor_id))
}

async function recordPaidAnotherWay(container: MedusaContainer, id: string, actor_id: string): Promise<void> {
  const { payLinks } = container.resolve(WEB_CHECKOUT)
  const { link, order, attempts: all } = await readPayLink(container, await payLinks.retrieve(id))
  // A closed case does not block: a person records its money this way.
  const attempts = all.filter((row) => row.status === "settled" || !isClosedCase(row))
  const view = viewPayLink(link, order, attempts)
  const finish = async (payment_session_id: string) => {
    await bookPaymentWorkflow(container).run({ input: { payment_session_id, is_paid: true, captured_by: actor_id } })
    await payLinks.recordPaid(link.id)
  }
  const earlier = link.paid_at === null && !order.isCanceled ? await findSystemSession(container, link) : undefined
  if (earlier?.payment?.captured_at) {
    await finish(earlier.id)
    throw notAllowed(
      "This was already recorded as paid another way. Create a new link for the amount that is owed now."
    )
  }
  if (!earlier) {
    requirePayable(view)
  }
  await closePages(container, order.id, async (row) => isSameAsk(await payLinks.findOf(row), link))
  let sessionId = earlier?.id
  if (sessionId === undefined) {
    const live = attempts.filter(({ status }) => status !== "settled")
    if (await withMedusaErrors(() => isAnyHeld(container, live))) {
      throw notAllowed("This order is being paid right now. Try again in a minute.")
    }
    const collectionId = await openCollectionFor(container, link, attempts, view.amount)
    sessionId = await startSystemSession(container, link, collectionId)
  }
  await finish(sessionId)
  await askForWhatIsLeft(container, order.id)
}
