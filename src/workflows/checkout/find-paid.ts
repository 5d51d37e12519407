import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { notAllowed } from "../../modules/web-checkout/errors"
import { readCartTotal } from "../../modules/web-checkout/purchase/cart"
import { readOrder, type OrderState } from "../../modules/web-checkout/purchase/order"
import { isClosedCase } from "../../modules/web-checkout/rules/cases"
import { moneyOf, type LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { isSameMoney } from "../../gateway/money"
import { isMoneyHeld, isMoneyIn, isMoneyOver, isPending } from "../../modules/web-checkout/rules/money-state"
import { isOwnProvider } from "../../modules/web-checkout/provider-ids"
import { outcomeOf } from "../../modules/web-checkout/rules/checkout-outcome"
import type { CartSession } from "../medusa/payment-sessions"
import { findOrderOfCart, findOrderOfCollection } from "../medusa/payments"
import { isBeingCompleted } from "./being-completed"
import type { LeftToMedusa } from "./leave-to-medusa"
import { waitUpTo } from "../time-limit"
import { askOrLog, settle, settleAsked } from "./settle"

/** How many of a purchase's latest checkouts are asked about; the job asks about older ones. */
const MOST_ASKED = 5
/** A shopper who changes a cart waits no longer than this for the gateway. */
export const DEADLINE_MS = 2000

/** A paid purchase, which must not change. The order is null while there is none. */
export interface Paid {
  order_id: string | null
  /** Why there is no order yet, for the shopper. */
  message?: string
  /** It is not known yet: Medusa is completing the cart. */
  isBeingCompleted?: true
}

const LOOKED_AT = "This cart has been paid. The shop is checking its order."
const NOT_PLACED = "This cart has been paid, but its order could not be created. The shop is checking it."
const BEING_COMPLETED = "This cart's order is being created. Try again in a moment."
const NOT_CONFIRMED = "The payment service does not confirm the payment of this cart. Try again in a moment."
const PLACED_LATER = "This cart has been paid. Its order is created as soon as the payment service answers."

/**
 * Checks whether a cart that is about to change is paid: asks about its live checkouts, each at most once a second, and settles one that is
 * paid. If the gateway does not answer in time, the last known status counts. A cart without a live checkout costs one indexed lookup.
 */
export async function findPaidOfCart(container: MedusaContainer, cartId: string): Promise<Paid | undefined> {
  // A cart whose case was closed may change; it takes no other payment while the money is held.
  const live = (await listLiveOfCart(container, cartId)).filter((row) => !isClosedCase(row))
  return paidOf(await findPaidInTime(container, live))
}

/**
 * Checks whether a collection that is about to get a new session is paid: its money was taken, its order owes nothing any more, or a live
 * checkout of another instance of this provider is paid. The instance of the new session takes over a paid checkout itself. While Medusa
 * completes the cart, the result is unknown: Medusa may undo the order, and a new session would delete the one that it is asking about.
 *
 * @param providerId of the new session; every live checkout is asked about unless it is known
 */
export async function findPaidOfCollection(
  container: MedusaContainer,
  collectionId: string,
  providerId: string | undefined
): Promise<Paid | undefined> {
  const collection = { payment_collection_id: collectionId }
  const { purchases } = container.resolve(WEB_CHECKOUT)
  const [settled, order, live] = await Promise.all([
    purchases.listSettled(collection),
    findOrderId(container, collectionId),
    purchases.listLive(collection, MOST_ASKED),
  ])
  const paid = settled.find(({ gateway_status }) => isMoneyHeld(gateway_status))
  if (order && !order.isCanceled && order.owed <= 0) {
    return { order_id: order.id }
  }
  if (paid && !order) {
    return paidOf(paid)
  }
  // A checkout that was started for the order itself was started after the order was final.
  const isOrders = live.some(({ cart_id }) => cart_id === null)
  if (order && !isOrders && (await isBeingCompleted(container, collectionId, order))) {
    return { order_id: null, message: BEING_COMPLETED, isBeingCompleted: true }
  }
  const cases = await askAboutCases(container, live)
  // Includes a case that has changed with this answer: its money is still held.
  if (cases.some((row) => row.resolved_at !== null && isMoneyHeld(row.gateway_status))) {
    return { order_id: null, message: LOOKED_AT }
  }
  const others = live
    .map((row) => cases.find(({ id }) => id === row.id) ?? row)
    .filter((row) => row.provider_id !== providerId && !isClosedCase(row))
  return paidOf(await findPaidInTime(container, others, cases))
}

/**
 * Checks whether a cart is paid although Medusa failed to complete it: then a person is notified at once, and the shopper gets the reason
 * or the order. The gateway is not asked again if it has just told the completion that the checkout is not paid.
 */
export async function findPaidAfterFailure(
  container: MedusaContainer,
  cartId: string,
  { row, since }: Pick<LeftToMedusa, "row" | "since">
): Promise<Paid | undefined> {
  const { checkouts } = container.resolve(WEB_CHECKOUT)
  const now = await checkouts.retrieve(row.id)
  const isKnown = now.last_checked_at !== null && new Date(now.last_checked_at) >= since
  if (isKnown && isPending(now.gateway_status)) {
    return undefined
  }
  const paid = await findPaidBeforeCompletion(container, cartId)
  const after = await checkouts.retrieve(row.id)
  return paid ?? (after.status === "settled" ? paidOf(after) : undefined)
}

/**
 * Checks whether a cart must not be completed. A paid checkout is settled first, under its own lock, so that Medusa finds the order that it
 * would place. A checkout that a person must check blocks the completion, and so does one that is known to be paid and cannot be asked
 * about now: with an existing payment, or a total of zero, Medusa would otherwise complete the cart without asking the provider.
 *
 * @param live the cart's, where `listLiveOfCart` has read them just now
 * @param asked a checkout about which Medusa's completion asks by itself
 */
export async function findPaidBeforeCompletion(
  container: MedusaContainer,
  cartId: string,
  { live, asked }: { live?: LedgerCheckout[]; asked?: LedgerCheckout } = {}
): Promise<Paid | undefined> {
  for (const row of live ?? (await listLiveOfCart(container, cartId))) {
    // A page without an answer is not known to be paid either.
    const answer = row.id === asked?.id ? row : await askOrLog(container, row)
    const known = answer ?? row
    if (isPending(known.gateway_status)) {
      continue
    }
    const settled = answer && (await settleAsked(container, answer))
    const now = settled ?? known
    const isPaid = isMoneyHeld(now.gateway_status) && now.status !== "settled"
    if (isPaid && !(settled && (await mayComplete(container, cartId, settled)))) {
      const whyNoOrder = settled ? NOT_PLACED : PLACED_LATER
      return { order_id: null, message: isClosedCase(now) ? LOOKED_AT : whyNoOrder }
    }
  }
  return undefined
}

/**
 * Checks the payments that a failed completion has left on a cart. Medusa treats such a payment as paid and asks nobody, although its money
 * may have been refunded since: in the gateway's dashboard, by the job, or by a person who then closed the case.
 *
 * @returns a payment whose case a person has closed while the gateway still holds its money, or about which the gateway gives no answer
 * @throws MedusaError NOT_ALLOWED for one of which the gateway holds nothing any more
 */
export async function findUnusablePayment(
  container: MedusaContainer,
  cartId: string,
  sessions: CartSession[]
): Promise<Paid | undefined> {
  const { checkouts } = container.resolve(WEB_CHECKOUT)
  const authorized = sessions.filter((session) => isOwnProvider(session.provider_id) && session.authorized_at)
  const found = await Promise.all(authorized.map(({ id }) => checkouts.findByPaymentSession(id)))
  const rows = found.filter((row) => row !== undefined).filter(({ status }) => status !== "settled")
  // Medusa answers with the order of a cart that has one.
  if (rows.length === 0 || (await findOrderOfCart(container, cartId)) !== undefined) {
    return undefined
  }
  for (const row of rows) {
    const asked = await askOrLog(container, row)
    if (!asked) {
      return { order_id: null, message: row.resolved_at === null ? PLACED_LATER : LOOKED_AT }
    }
    if (isMoneyOver(asked.gateway_status)) {
      await settleAsked(container, asked)
      throw notAllowed("This cart's payment was refunded or has expired. Start a new payment session.")
    }
    if (!isMoneyIn(asked.gateway_status)) {
      // Medusa treats the payment as paid, but the gateway does not confirm it.
      return { order_id: null, message: NOT_CONFIRMED }
    }
    if (asked.resolved_at !== null) {
      return { order_id: null, message: LOOKED_AT }
    }
  }
  return undefined
}

function paidOf(row: LedgerCheckout | undefined): Paid | undefined {
  if (!row) {
    return undefined
  }
  return row.status === "settled" && row.order_id !== null
    ? { order_id: row.order_id }
    : { order_id: null, message: LOOKED_AT }
}

/** The order that a collection belongs to: paid by whatever means, it takes no further payment. */
async function findOrderId(container: MedusaContainer, collectionId: string): Promise<OrderState | undefined> {
  const orderId = await findOrderOfCollection(container, collectionId)
  return orderId === undefined ? undefined : readOrder(container.resolve(ContainerRegistrationKeys.QUERY), orderId)
}

/** Medusa may complete a paid cart that settle has left for later, at the price that was paid. */
async function mayComplete(container: MedusaContainer, cartId: string, row: LedgerCheckout): Promise<boolean> {
  if (outcomeOf(row) === "review") {
    return false
  }
  const total = await readCartTotal(container.resolve(ContainerRegistrationKeys.QUERY), cartId)
  return !total || isSameMoney(total, moneyOf(row))
}

/** A cart's checkouts that may be paid or whose money is held; of very many, the latest. The job checks the others. */
export function listLiveOfCart(container: MedusaContainer, cartId: string): Promise<LedgerCheckout[]> {
  return container.resolve(WEB_CHECKOUT).purchases.listLive({ cart_id: cartId }, MOST_ASKED)
}

/**
 * One of the checkouts whose money is taken or reserved: settled just now, to be tried again, or left to a person.
 *
 * @param asked those that were asked about just now
 */
async function findPaidInTime(
  container: MedusaContainer,
  live: LedgerCheckout[],
  asked: LedgerCheckout[] = []
): Promise<LedgerCheckout | undefined> {
  const { checkouts } = container.resolve(WEB_CHECKOUT)
  // After a timeout, the row may hold an answer that another request received meanwhile.
  const rows = await Promise.all(
    live.map(async (row) =>
      asked.includes(row) ? row : ((await withinDeadline(askOrLog(container, row))) ?? checkouts.retrieve(row.id))
    )
  )
  const paid = rows.find(({ gateway_status }) => isMoneyHeld(gateway_status))
  const settled = paid && (await withinDeadline(settle(container, paid)))
  return settled ?? paid
}

/**
 * Asks about the checkouts of open and closed cases whose money the gateway held. Returned money is recorded in Medusa before a new session
 * is made; recorded later, it would stand on the order of the new payment. A checkout without an answer counts as held.
 */
async function askAboutCases(container: MedusaContainer, live: LedgerCheckout[]): Promise<LedgerCheckout[]> {
  const cases = live.filter(
    ({ attention, resolved_at, gateway_status }) =>
      (attention !== null || resolved_at !== null) && isMoneyHeld(gateway_status)
  )
  return Promise.all(
    cases.map(async (row) => {
      const now = (await withinDeadline(askOrLog(container, row))) ?? row
      const settled = isMoneyOver(now.gateway_status) ? await withinDeadline(settleAsked(container, now)) : undefined
      return settled ?? now
    })
  )
}

async function withinDeadline<Result>(work: Promise<Result>): Promise<Result | undefined> {
  return waitUpTo(DEADLINE_MS, work, () => undefined)
}
