import { addAmounts, compareAmounts, sameAmount, subtractAmounts } from "../../../gateway/money"
import { exactAmount, type LedgerCheckout } from "./ledger"
import { isMoneyHeld, isPending, wasMoneyTaken } from "./money-state"
import { DAY_MS } from "./check-times"

export const PAY_LINK_EXPIRIES = [
  /** people are told of it, until it is over */
  "told",
  /** nothing is to be told of it (any more) */
  "over",
] as const

/** What people are told of a link that the plugin made by itself and that has expired unpaid. */
export type PayLinkExpiry = (typeof PAY_LINK_EXPIRIES)[number]

/** A pay link as it is stored. Amounts in major units. */
export interface PayLink {
  id: string
  order_id: string
  order_reference: string
  /** Whose order it was when the link was made; null where it had no customer. */
  customer_id: string | null
  environment: string
  currency_code: string
  /** A part of what is owed; null for all of it, whatever that is when it is paid. */
  amount: number | null
  note: string | null
  expires_at: Date
  expiry: PayLinkExpiry | null
  ended_at: Date | null
  ended_by: string | null
  created_by: string | null
  /** When everything that it asks for had been paid. */
  paid_at: Date | null
  created_at: Date
}

/** What an order says of its money. Amounts in major units. */
export interface PayableOrder {
  /** Whose it is now. */
  customer_id: string | null
  isCanceled: boolean
  /** What it still owes, less what stands authorized for it. */
  owed: number
  /** A payment stands authorized, and is not captured. */
  hasAuthorized: boolean
}

export const PAY_LINK_STATES = [
  /** something is owed, and can be paid now */
  "payable",
  /** the same, and a page at this amount is open somewhere: whoever goes on is led to that one */
  "open_elsewhere",
  /** money is there, or reserved, that the shop has not recorded yet, or that a person looks at */
  "being_paid",
  /** what it asks for has been paid with it */
  "paid",
  /** the order owes nothing, however it was paid */
  "nothing_owed",
  "ended",
  "expired",
  "canceled",
] as const

/** What a pay link's page says. */
export type PayLinkState = (typeof PAY_LINK_STATES)[number]

/** What a link asks for now, and why it may not be paid. */
export interface PayLinkView {
  state: PayLinkState
  /** What is charged, in major units: the smaller of what is left of the link and what the order owes; 0 where it is nothing. */
  amount: number
}

/** States in which the button leads to the gateway. */
export function isPayable(state: PayLinkState): boolean {
  return state === "payable" || state === "open_elsewhere"
}

/**
 * What a pay link asks for at this moment. It lasts until nothing is owed, until it is ended, or until it expires; one for a part
 * until that part has been paid with it.
 *
 * @param attempts the order's checkouts: those that are live, and those that were paid with the link
 */
export function viewPayLink(
  link: PayLink,
  order: PayableOrder,
  attempts: readonly LedgerCheckout[],
  now = new Date()
): PayLinkView {
  const amount = amountOf(link, order, attempts)
  const state = stateOf(link, order, attempts, amount, now)
  return { state, amount: isPayable(state) ? amount : 0 }
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
  if (order.hasAuthorized || attempts.some(isUnrecorded)) {
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

/** Whether a link is for the order's customer: an order that was transferred to another is not shown to whoever has its old links. */
export function isOfCustomer({ customer_id }: Pick<PayLink, "customer_id">, order: Pick<PayableOrder, "customer_id">) {
  return customer_id === order.customer_id
}

export function isExpired({ expires_at }: Pick<PayLink, "expires_at">, now = new Date()): boolean {
  return new Date(expires_at) <= now
}

/** What a page shows of the order whose link it is. */
export type PageContents =
  /** the order's number and reference, its lines, sums and note */
  | "all"
  /** the order's number and reference: enough to ask the shop about */
  | "order"
  /** the shop and the link's state */
  | "state"

const PAID_SHOWN_FOR_MS = 7 * DAY_MS

/** What a link's page shows: addresses stay in mailboxes and histories, so the order's contents do not stand there for ever. */
export function contentsOf(link: PayLink, state: PayLinkState, now = new Date()): PageContents {
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

/** What has been paid with a link, in major units. */
export function paidWith(link: Pick<PayLink, "id" | "currency_code">, attempts: readonly LedgerCheckout[]): number {
  return addAmounts(
    attempts
      .filter((row) => row.pay_link_id === link.id && row.status === "settled" && isTaken(row))
      .map((row) => exactAmount(row)),
    link.currency_code
  )
}

/** An amount that is only reserved may lapse. */
function isTaken({ gateway_status }: LedgerCheckout): boolean {
  return gateway_status !== null && wasMoneyTaken(gateway_status)
}

/** Whether a link has nothing left to ask for because of what was paid with it: its part, or the last of what was owed. */
export function isPaidOff(
  link: PayLink,
  { owed, hasAuthorized }: PayableOrder,
  attempts: readonly LedgerCheckout[]
): boolean {
  const paid = paidWith(link, attempts)
  const isPartPaid = link.amount !== null && compareAmounts(paid, link.amount, link.currency_code) !== -1
  return paid > 0 && (isPartPaid || (owed <= 0 && !hasAuthorized))
}

/** The gateway holds money that the shop has not recorded yet, or that a person looks at. */
function isUnrecorded(row: LedgerCheckout): boolean {
  return row.status !== "settled" && isMoneyHeld(row.gateway_status)
}

/**
 * Whether one pay link may go on with the page of another: two links for all that is owed ask for the same money, two parts of the
 * same amount do not.
 */
export function isSameAsk(
  a: Pick<PayLink, "id" | "amount"> | undefined,
  b: Pick<PayLink, "id" | "amount"> | undefined
) {
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

/** Whether a checkout's page was handed out, asks for this amount, and can still be paid: whoever goes on is led to it. */
export function isOpenPage(row: LedgerCheckout, amount: number): boolean {
  return (
    row.status === "open" &&
    row.redirect_url !== null &&
    row.closing_at === null &&
    isPending(row.gateway_status) &&
    sameAmount(exactAmount(row), amount, row.currency_code)
  )
}

/** When a link expires that is made or extended now. */
export function expiryOf(expireAfterDays: number, now = new Date()): Date {
  return new Date(now.getTime() + expireAfterDays * DAY_MS)
}
