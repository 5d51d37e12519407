import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { addAmounts, compareAmounts } from "../../../gateway/money"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import { readOrder } from "../../../modules/web-checkout/purchase/order"
import { exactAmount, type LedgerCheckout } from "../../../modules/web-checkout/rules/ledger"
import { paidWith } from "../../../modules/web-checkout/rules/pay-link"
import { askForWhatIsLeft, canTake, createCollection, fitCollection } from "../../medusa/order-collections"
import { ensurePaymentSession, hasSession } from "../../medusa/payment-sessions"
import { findPayment } from "../../medusa/payments"
import { findOrder } from "./find-order"
import { recordFollowed } from "./record-followed"
import { bookPayment } from "./book-payment"

/** How long a booking waits for Medusa's own completion of the cart. */
const CART_LOCK_SECONDS = 30

/** The money is for an order that stands: it is booked, unless the order is cancelled or owes nothing any more. */
export async function followOrder(
  row: LedgerCheckout,
  orderId: string,
  container: MedusaContainer
): Promise<LedgerCheckout> {
  if (await findPayment(container, row)) {
    if (row.cart_id === null) {
      // It may have been booked by a run that came to no end.
      return afterBooking(row, orderId, await wasItsPartPaid(row, container), container)
    }
    if (row.attention === null) {
      return recordFollowed(row, orderId, container)
    }
    // An `amount_mismatch` stays open until the order is known not to be overpaid.
    const done = await recordFollowed(row, orderId, container, { keepsMismatchCase: true })
    return (await isOverpaid(orderId, container))
      ? done
      : container.resolve(WEB_CHECKOUT).cases.withdraw(done.id, "amount_mismatch")
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
  const webCheckout = container.resolve(WEB_CHECKOUT)
  const order = await readOrder(container.resolve(ContainerRegistrationKeys.QUERY), orderId)
  // Should it become a case, the order's page shows it.
  await webCheckout.checkouts.noteOrder(row.id, orderId)
  if (order.isCanceled) {
    return webCheckout.cases.open(row.id, "canceled_not_refunded")
  }
  if (order.owed <= 0) {
    return webCheckout.cases.open(row.id, "paid_twice")
  }
  const isMore = compareAmounts(exactAmount(row), order.owed, row.currency_code) === 1
  const held = await ensurePaymentSession(container, isMore ? row : await inFittingCollection(row, orderId, container))
  if (!held) {
    return webCheckout.cases.open(row.id, "paid_after_superseded")
  }
  const isTooMuch = isMore || (await wasItsPartPaid(row, container))
  // The case is opened before the booking: whatever fails in between, it stands.
  if (isTooMuch) {
    await webCheckout.cases.open(row.id, "amount_mismatch")
  }
  await bookPayment(container, held)
  return afterBooking(held, orderId, isTooMuch, container)
}

/**
 * What somebody paid another way meanwhile is told, pages beyond what is owed go, the rest is asked for anew; only then the row is
 * settled, so that a run that comes to no end is made up for by the next.
 */
async function afterBooking(
  row: LedgerCheckout,
  orderId: string,
  isTooMuch: boolean,
  container: MedusaContainer
): Promise<LedgerCheckout> {
  if (isTooMuch || (await isOverpaid(orderId, container))) {
    await container.resolve(WEB_CHECKOUT).cases.open(row.id, "amount_mismatch")
  }
  await askForWhatIsLeft(container, orderId)
  return recordFollowed(row, orderId, container, { keepsMismatchCase: true })
}

/**
 * A page that was paid at an old sum: the collection in which it was begun asks for another amount by now, and its session may be
 * gone. The money gets a collection of its own amount: that one while it is unpaid and the session stands, otherwise a further one.
 */
async function inFittingCollection(
  row: LedgerCheckout,
  orderId: string,
  container: MedusaContainer
): Promise<LedgerCheckout> {
  const hasPlace =
    ((await hasSession(container, row)) && (await fitCollection(container, row.payment_collection_id, row.amount))) ||
    (await canTake(container, row.payment_collection_id, exactAmount(row)))
  if (hasPlace) {
    return row
  }
  const collectionId = await createCollection(container, orderId, row.amount)
  return container.resolve(WEB_CHECKOUT).checkouts.moveToCollection(row.id, collectionId)
}

/** Whether the link through which the money came asks for a part, and has more than that with it: another page was paid, or cash. */
async function wasItsPartPaid(row: LedgerCheckout, container: MedusaContainer): Promise<boolean> {
  const { payLinks, purchases } = container.resolve(WEB_CHECKOUT)
  const link = await payLinks.findOf(row)
  if (!link || link.amount === null) {
    return false
  }
  const paid = paidWith(link, await purchases.listSettled({ order_id: link.order_id }))
  const sum = addAmounts([paid, exactAmount(row)], row.currency_code)
  return link.paid_at !== null || compareAmounts(sum, link.amount, row.currency_code) === 1
}

async function isOverpaid(orderId: string, container: MedusaContainer): Promise<boolean> {
  const { overpaid } = await readOrder(container.resolve(ContainerRegistrationKeys.QUERY), orderId)
  return overpaid > 0
}
