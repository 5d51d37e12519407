import type { WebcheckoutPayLink } from "../models/pay-link"
import type { OrderState } from "../purchase/order"
import type { RowOf } from "../table"
import { addAmounts, compareAmounts, sameAmount, subtractAmounts } from "../../../gateway/money"
import { exactAmount, type LedgerCheckout } from "./ledger"
import { isMoneyHeld, isPending, wasMoneyTaken } from "./money-state"
import { DAY_MS } from "./check-times"

export const PAY_LINK_EXPIRIES = [
  /** people are notified of it until it is handled */
  "told",
  /** it is not, or no longer, reported */
  "over",
] as const

/** Whether people are notified of a link that the plugin created itself and that expired unpaid. */
export type PayLinkExpiry = (typeof PAY_LINK_EXPIRIES)[number]

/** A pay link as it is stored. Amounts in major units. */
export type PayLink = RowOf<typeof WebcheckoutPayLink>

/** The payment state of an order. Amounts in major units. */
export type PayableOrder = Pick<OrderState, "customer_id" | "isCanceled" | "owed" | "hasAuthorized">

export const PAY_LINK_STATES = [
  /** an amount is owed and can be paid now */
  "payable",
  /** the same, and a payment page for this amount is already open: a payer who continues is sent to that page */
  "open_elsewhere",
  /** money was paid or authorized that the shop has not recorded yet, or that a person is checking */
  "being_paid",
  /** the link's amount was paid through the link */
  "paid",
  /** the order owes nothing, however it was paid */
  "nothing_owed",
  "ended",
  "expired",
  "canceled",
] as const

/** The state that a pay link's page shows. */
export type PayLinkState = (typeof PAY_LINK_STATES)[number]

/** The amount that a link charges now, and its state. */
export type PayLinkView = ReturnType<typeof viewPayLink>

/** States in which the button leads to the gateway. */
export function isPayable(state: PayLinkState): boolean {
  return state === "payable" || state === "open_elsewhere"
}

/**
 * Computes the present state and amount of a pay link. A link can be paid until nothing is owed, it is ended, or it expires; a link for a
 * part also only until that part has been paid through it.
 *
 * @param attempts the order's live checkouts, and those that were paid through the link
 */
export function viewPayLink(link: PayLink, order: PayableOrder, attempts: readonly LedgerCheckout[], now = new Date()) {
  const amount = amountOf(link, order, attempts)
  const state = stateOf(link, order, attempts, amount, now)
  return {
    state,
    /** The amount to charge, in major units: the smaller of the link's remaining amount and the amount that the order owes; may be 0. */
    amount: isPayable(state) ? amount : 0,
  }
}

function stateOf(
  link: PayLink,
  order: PayableOrder,
  attempts: readonly LedgerCheckout[],
  amount: number,
  now: Date
): PayLinkState {
  if (!isOfCustomer(link, order)) {
    return "ended"
  }
  if (order.isCanceled) {
    return "canceled"
  }
  if (link.paid_at !== null || isPaidOff(link, order, attempts)) {
    return "paid"
  }
  // The gateway holds money that the shop has not recorded yet, or that a person is checking.
  const isUnrecorded = attempts.some((row) => row.status !== "settled" && isMoneyHeld(row.gateway_status))
  if (order.hasAuthorized || isUnrecorded) {
    return "being_paid"
  }
  if (amount <= 0) {
    return "nothing_owed"
  }
  if (link.ended_at !== null) {
    return "ended"
  }
  if (isExpired(link, now)) {
    return "expired"
  }
  return attempts.some((row) => isOpenPage(row, amount)) ? "open_elsewhere" : "payable"
}

/** Whether a link belongs to the order's present customer: after a transfer, old links must not show the order. */
export function isOfCustomer({ customer_id }: Pick<PayLink, "customer_id">, order: Pick<PayableOrder, "customer_id">) {
  return customer_id === order.customer_id
}

export function isExpired({ expires_at }: Pick<PayLink, "expires_at">, now = new Date()): boolean {
  return new Date(expires_at) <= now
}

const PAID_SHOWN_FOR_MS = 7 * DAY_MS

/**
 * The parts of an order that its link's page shows. URLs remain in mailboxes and browser histories, so the order's contents are hidden
 * after a time.
 *
 * @returns `all`: the order's number and reference, its lines, sums and note; `order`: its number and reference, enough to ask the shop
 * about; `state`: only the shop and the link's state
 */
export function contentsOf(link: PayLink, state: PayLinkState, now = new Date()): "all" | "order" | "state" {
  if (isPayable(state)) {
    return "all"
  }
  if (state === "being_paid") {
    return link.ended_at === null && !isExpired(link, now) ? "all" : "order"
  }
  if (state === "paid") {
    const isRecent = link.paid_at === null || now.getTime() - new Date(link.paid_at).getTime() < PAID_SHOWN_FOR_MS
    return isRecent ? "all" : "order"
  }
  return "state"
}

function amountOf(link: PayLink, { owed }: PayableOrder, attempts: readonly LedgerCheckout[]): number {
  if (link.amount === null) {
    return owed
  }
  const left = Math.max(0, subtractAmounts(link.amount, paidWith(link, attempts), link.currency_code))
  return compareAmounts(left, owed, link.currency_code) === 1 ? owed : left
}

/** The amount paid through a link, in major units. Excludes money that is only authorized, because the authorization may expire. */
export function paidWith(link: Pick<PayLink, "id" | "currency_code">, attempts: readonly LedgerCheckout[]): number {
  return addAmounts(
    attempts
      .filter((row) => row.pay_link_id === link.id && row.status === "settled" && wasMoneyTaken(row.gateway_status))
      .map((row) => exactAmount(row)),
    link.currency_code
  )
}

/** Whether payments through a link have settled it: its part, or the rest of the amount owed. */
export function isPaidOff(link: PayLink, order: PayableOrder, attempts: readonly LedgerCheckout[]): boolean {
  const paid = paidWith(link, attempts)
  const isPartPaid = link.amount !== null && compareAmounts(paid, link.amount, link.currency_code) !== -1
  return paid > 0 && (isPartPaid || (order.owed <= 0 && !order.hasAuthorized))
}

/**
 * Whether a payer of one link may continue on the page of another. Two links for the full amount owed request the same money; two links
 * for parts do not, even if the amounts are equal.
 */
export function isSameAsk(a: PayLink | undefined, b: PayLink | undefined): boolean {
  return a?.id === b?.id || ((a?.amount ?? null) === null && (b?.amount ?? null) === null)
}

/**
 * Whether a payer may continue on an open page: it is for the same ask, and was not opened through a link of the order's former customer,
 * whose name and address the gateway shows on it.
 *
 * @param opened the link that the page was opened with
 * @param asked the link that is paid with now
 * @param order undefined for a cart
 */
export function mayContinueOn(
  opened: PayLink | undefined,
  asked: PayLink | undefined,
  order: Pick<PayableOrder, "customer_id"> | undefined
) {
  return isSameAsk(opened, asked) && (opened === undefined || order === undefined || isOfCustomer(opened, order))
}

/** Whether a checkout's page was handed out, is for this amount, and can still be paid, so that a payer can continue on it. */
export function isOpenPage(row: LedgerCheckout, amount: number): boolean {
  return (
    row.status === "open" &&
    row.redirect_url !== null &&
    row.closing_at === null &&
    isPending(row.gateway_status) &&
    sameAmount(exactAmount(row), amount, row.currency_code)
  )
}

/** The expiry of a link that is created or renewed now. */
export function expiryOf(expireAfterDays: number, now = new Date()): Date {
  return new Date(now.getTime() + expireAfterDays * DAY_MS)
}
