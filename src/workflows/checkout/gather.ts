import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { addAmounts, compareAmounts, sumOfAmounts } from "../../gateway/money"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { readCartTotal } from "../../modules/web-checkout/purchase/cart"
import type { Outcome } from "../../modules/web-checkout/rules/decide"
import { decimal } from "../../modules/web-checkout/purchase/query"
import { readOrder, type OrderState } from "../../modules/web-checkout/purchase/order"
import {
  bookedOf,
  shownBooks,
  unrecordedRefund,
  type MedusaBooks,
} from "../../modules/web-checkout/rules/compare-books"
import { isRefundUnderWay } from "../../modules/web-checkout/rules/check-times"
import type { MedusaFacts, SettledFacts } from "../../modules/web-checkout/rules/facts"
import { isClosedCase } from "../../modules/web-checkout/rules/cases"
import { exactAmount, type LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { isMoneyOver } from "../../modules/web-checkout/rules/money-state"
import { paidWith } from "../../modules/web-checkout/rules/pay-link"
import { booksOfRow } from "../../modules/web-checkout/rules/gateway-books"
import {
  findOrderOfCart,
  findOrderOfCollection,
  findPayment,
  paidIntoCollection,
  type MedusaPaymentRow,
} from "../medusa/payments"
import { readOne } from "../medusa/read-rows"

/** The order that a row's money is for: the cart's, the collection's, or the one that the row names. */
export async function findOrderId(container: MedusaContainer, row: LedgerCheckout): Promise<string | undefined> {
  const ofCart = row.cart_id === null ? undefined : await findOrderOfCart(container, row.cart_id)
  return ofCart ?? (await findOrderOfCollection(container, row.payment_collection_id)) ?? row.order_id ?? undefined
}

/**
 * Reads Medusa's data about a checkout that is not settled.
 *
 * @param last the outcome of the last act; after `placed`, only the order's id is needed
 */
export async function gatherMedusa(
  container: MedusaContainer,
  row: LedgerCheckout,
  { last, placed }: { last: Outcome; placed?: string }
): Promise<MedusaFacts> {
  if (last === "placed") {
    return { order_id: placed }
  }
  const order_id = await findOrderId(container, row)
  const payment = await findPayment(container, row)
  const unrecorded = unrecordedRefund(booksOfRow(row), sumOfAmounts(payment?.refunds ?? [])) ?? 0
  const facts = { order_id, payment: payment && { ...payment, unrecordedRefund: unrecorded } }
  if (isMoneyOver(row.gateway_status)) {
    const isOfOrder = payment && order_id !== undefined
    return { ...facts, isPaidByOthers: isOfOrder && (await isPaidByOthers(container, row, payment, order_id)) }
  }
  if (order_id !== undefined) {
    // Medusa may still undo a cart's order, so nothing is decided about it before the completion ends.
    const isOfCart = row.cart_id !== null && last !== "cart_locked" && last !== "booked"
    if (isOfCart && !isClosedCase(row)) {
      return facts
    }
    const order = await readOrder(container.resolve(ContainerRegistrationKeys.QUERY), order_id)
    return { ...facts, order, isPartOverpaid: await isPartOverpaid(container, row) }
  }
  if (row.cart_id !== null) {
    const cartTotal = (await readCartTotal(container.resolve(ContainerRegistrationKeys.QUERY), row.cart_id)) ?? null
    return { ...facts, cartTotal }
  }
  if (payment) {
    return facts
  }
  const collection = await readOne(container, collectionRow, "payment_collection", row.payment_collection_id)
  return {
    ...facts,
    collection: collection ? { ...collection, paidByOthers: await paidIntoCollection(container, row) } : null,
  }
}

/** Whether the payment's link is for a part of the order and has received more than that part, e.g. through another page or in cash. */
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

/** `amount`: what the collection asks for, in major units. */
const collectionRow = z.looseObject({ amount: decimal })

/**
 * Whether the order was placed for a later payment of the same cart: other payments cover this one's amount, and no transaction of the
 * order is this one's. If this payment were recorded on that order, the order would look paid twice, or its money lost.
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
  const books = await readBooksWith(payment, { ...row, order_id }, container)
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
  const { cases, mails } = container.resolve(WEB_CHECKOUT)
  const books = await readBooksWith(payment, row, container)
  const hasNewRefunds = row.medusa_refunded !== shownBooks(books, row.currency_code).medusa_refunded
  // Most rows have no case: the cases are read only where one can change an answer below.
  const mayMatter = row.attention !== null || (row.resolved_at !== null && hasNewRefunds)
  const ofRow = mayMatter ? await cases.listOf(row.id) : []
  const open = row.attention === null ? [] : ofRow.filter(({ closed_at }) => closed_at === null)
  const refundCase = open.find(({ reason }) => reason === "partially_refunded")
  const isMore = books.order !== undefined && (books.order.overpaid > 0 || books.order.hasAuthorized)
  return {
    books,
    isRefundCaseUntold: refundCase !== undefined && (refundCase.told_at === null || (await mails.isAnyOpen(row.id))),
    isAnotherRefundMissing:
      hasNewRefunds && ofRow.some(({ reason, closed_as }) => reason === "refund_missing" && closed_as !== null),
    // A reserved amount may still overpay the order. Read only while a case is open.
    isOverpaid: row.attention !== null && (isMore || (await isPartOverpaid(container, row))),
  }
}

/** Reads Medusa's books about a row. */
export async function readBooks(row: LedgerCheckout, container: MedusaContainer): Promise<MedusaBooks> {
  return readBooksWith(await findPayment(container, row), row, container)
}

/** The same with a payment that has just been read. */
async function readBooksWith(
  found: MedusaPaymentRow | undefined,
  row: LedgerCheckout,
  container: MedusaContainer
): Promise<MedusaBooks & { order: OrderState | undefined }> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const [order, isRefundReported] = await Promise.all([
    row.order_id === null ? undefined : readOrder(query, row.order_id),
    container.resolve(WEB_CHECKOUT).refundIntents.isReported(row.id),
  ])
  return {
    payment: found && {
      ...found,
      refunded: sumOfAmounts(found.refunds),
      ...(row.order_id === null
        ? NOTHING_TO_BOOK
        : bookedOf(await readTransactions(row.order_id, container), found, row.currency_code)),
    },
    order,
    isRefundUnderWay: found !== undefined && (await isSomeRefundUnderWay(found, row, container)),
    isRefundReported,
  }
}

/** Without an order there are no transactions. */
const NOTHING_TO_BOOK = { hasUnbookedCapture: false, isBookedTwice: false, unbookedRefunds: [], phantomRefund: "0" }

/** The captures and refunds that an order shows. */
async function readTransactions(order_id: string, container: MedusaContainer) {
  const found = await container
    .resolve(Modules.ORDER)
    .listOrderTransactions(
      { order_id, reference: ["capture", "refund"] },
      { select: ["id", "reference", "reference_id", "amount"] }
    )
  return found.map(({ reference_id, amount }) => ({ reference_id, amount: MathBN.convert(amount).toFixed() }))
}

/** Whether one of Medusa's refunds may not have reached the gateway yet: its process is running, or the job will send it. */
async function isSomeRefundUnderWay(
  payment: MedusaPaymentRow,
  row: LedgerCheckout,
  container: MedusaContainer
): Promise<boolean> {
  const webCheckout = container.resolve(WEB_CHECKOUT)
  if (await webCheckout.refundIntents.findOpen(row.id)) {
    return true
  }
  const { timeoutMs, reconcile } = webCheckout.options
  const times = { timeoutMs, giveUpAfterHours: reconcile.giveUpAfterHours }
  const accounted = await webCheckout.refundIntents.listAccounted(payment.refunds.map(({ id }) => id))
  return payment.refunds.some(({ id, created_at }) => isRefundUnderWay(created_at, accounted.has(id), times))
}

/** Medusa's books for a case. If the row does not name its order, the order is searched for. */
export async function readCaseBooks(row: LedgerCheckout, container: MedusaContainer): Promise<MedusaBooks> {
  const order_id = row.order_id ?? (await findOrderId(container, row)) ?? null
  return readBooks({ ...row, order_id }, container)
}
