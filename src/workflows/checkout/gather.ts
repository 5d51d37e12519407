import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { addAmounts, compareAmounts } from "../../gateway/money"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { readCartTotal } from "../../modules/web-checkout/purchase/cart"
import { readOrder } from "../../modules/web-checkout/purchase/order"
import { unrecordedRefund } from "../../modules/web-checkout/rules/books"
import type { MedusaFacts, Outcome, SettledFacts } from "../../modules/web-checkout/rules/decide"
import { exactAmount, type LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { isMoneyOver } from "../../modules/web-checkout/rules/money-state"
import { paidWith } from "../../modules/web-checkout/rules/pay-link"
import { booksOfRow, refundedInMedusa } from "../../modules/web-checkout/rules/refunded"
import {
  amountOfCollection,
  findOrderOfCart,
  findOrderOfCollection,
  findPayment,
  paidIntoCollection,
  type MedusaPaymentRow,
} from "../medusa/payments"
import { readBooksAround } from "./read-books"

/** The order that a row's money is for: the cart's, the collection's, or the one that the row names. */
export async function findOrder(container: MedusaContainer, row: LedgerCheckout): Promise<string | undefined> {
  const ofCart = row.cart_id === null ? undefined : await findOrderOfCart(container, row.cart_id)
  return ofCart ?? (await findOrderOfCollection(container, row.payment_collection_id)) ?? row.order_id ?? undefined
}

/**
 * What Medusa shows of a checkout that it has not followed.
 *
 * @param last what the last act came to: an order that was placed a moment ago is known
 */
export async function gatherMedusa(
  container: MedusaContainer,
  row: LedgerCheckout,
  { last, placed }: { last: Outcome; placed?: string }
): Promise<MedusaFacts> {
  if (last === "placed") {
    return { order_id: placed }
  }
  const order_id = await findOrder(container, row)
  const payment = await findPayment(container, row)
  const facts = { order_id, payment: payment && paymentFacts(payment, row) }
  if (isMoneyOver(row.gateway_status)) {
    const isOfOrder = payment && order_id !== undefined
    return { ...facts, isPaidByOthers: isOfOrder && (await isPaidByOthers(container, row, payment, order_id)) }
  }
  if (order_id !== undefined) {
    return { ...facts, ...(await orderFacts(container, row, order_id)) }
  }
  if (row.cart_id !== null) {
    const cartTotal = (await readCartTotal(container.resolve(ContainerRegistrationKeys.QUERY), row.cart_id)) ?? null
    return { ...facts, cartTotal }
  }
  return payment ? facts : { ...facts, collection: await collectionFacts(container, row) }
}

function paymentFacts(
  { id, payment_session_id, isCaptured, isCanceled, refunds }: MedusaPaymentRow,
  row: LedgerCheckout
): MedusaFacts["payment"] {
  const missing = unrecordedRefund(booksOfRow(row), refundedInMedusa(refunds)) ?? 0
  return { id, payment_session_id, isCaptured, isCanceled, unrecordedRefund: missing }
}

async function orderFacts(
  container: MedusaContainer,
  row: LedgerCheckout,
  order_id: string
): Promise<Pick<MedusaFacts, "order" | "isPartOverpaid">> {
  const { isCanceled, owed, overpaid } = await readOrder(container.resolve(ContainerRegistrationKeys.QUERY), order_id)
  return { order: { isCanceled, owed, overpaid }, isPartOverpaid: await isPartOverpaid(container, row) }
}

/** Whether the link through which the money came asks for a part, and has more than that with it: another page was paid, or cash. */
async function isPartOverpaid(container: MedusaContainer, row: LedgerCheckout): Promise<boolean> {
  const { payLinks, purchases } = container.resolve(WEB_CHECKOUT)
  const link = await payLinks.findOf(row)
  if (!link || link.amount === null) {
    return false
  }
  const paid = paidWith(link, await purchases.listSettled({ order_id: link.order_id }))
  const sum = addAmounts([paid, exactAmount(row)], row.currency_code)
  return link.paid_at !== null || compareAmounts(sum, link.amount, row.currency_code) === 1
}

async function collectionFacts(container: MedusaContainer, row: LedgerCheckout): Promise<MedusaFacts["collection"]> {
  const amount = await amountOfCollection(container, row.payment_collection_id)
  return amount === undefined ? null : { amount, paidByOthers: await paidIntoCollection(container, row) }
}

/**
 * Whether the order was placed for a later payment of the same cart: other payments cover this one's amount, and no transaction of the
 * order is this one's. Recorded on that order, it would be shown as paid twice, or as if its money had been lost.
 */
async function isPaidByOthers(
  container: MedusaContainer,
  row: LedgerCheckout,
  payment: MedusaPaymentRow,
  order_id: string
): Promise<boolean> {
  const others = await paidIntoCollection(container, row)
  if (compareAmounts(others, exactAmount(row), row.currency_code) === -1) {
    return false
  }
  const books = await readBooksAround(payment, { ...row, order_id }, container)
  return !payment.isCaptured || books.payment?.hasUnbookedCapture === true
}

/**
 * What Medusa's books show of a settled row.
 *
 * @param payment the one that Medusa has made of it, as it was just read
 */
export async function gatherSettled(
  container: MedusaContainer,
  row: LedgerCheckout,
  payment: MedusaPaymentRow | undefined
): Promise<SettledFacts> {
  const books = await readBooksAround(payment, row, container)
  return { books, isRefundCaseUntold: row.attention !== null && (await isRefundCaseUntold(container, row.id)) }
}

/** Whether a case of returned money is open of which the bell has not rung, or a mail is still to go out. */
async function isRefundCaseUntold(container: MedusaContainer, id: string): Promise<boolean> {
  const { cases, mails } = container.resolve(WEB_CHECKOUT)
  const open = (await cases.listOpenOf(id)).find(({ reason }) => reason === "partially_refunded")
  return open !== undefined && (open.told_at === null || (await mails.isAnyOpen(id)))
}
