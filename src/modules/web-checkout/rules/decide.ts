import type { AttentionReason } from "./case-reasons"
import { addAmounts, compareAmounts } from "../../../gateway/money"
import { compareBooks, shownBooks } from "./books"
import { isClosedCase, mismatchReason } from "./cases"
import { LIVE } from "./checkout-states"
import {
  isCompletionStuck,
  isDone,
  isOlderThan,
  isOverdueForAnswer,
  isRetryDelayed,
  MOST_FAILURES,
} from "./check-times"
import type { Act, Facts, MedusaFacts, MismatchCase, Wish } from "./facts"
import { exactAmount, moneyOf, type LedgerCheckout } from "./ledger"
import { findMismatch } from "./mismatch"
import { isSameMoney } from "./money"
import {
  isAuthorized,
  isMoneyHeld,
  isMoneyOver,
  isPaid,
  isPartlyReturned,
  isPending,
  isReturned,
  isToFollow,
} from "./money-state"
import { booksOfRow } from "./refunded"

const NOTHING: Act[] = []
const READ_MEDUSA: Act = { act: "read_medusa" }
const COMPARE_AGAIN: Act = { act: "compare_again" }
const END_MISMATCH: Act = { act: "end_case", reason: "amount_mismatch" }
const COUNT: Act = { act: "count_failure" }

/**
 * What is to be done about a checkout: the acts in their order, none where nothing is. An act with an outcome ends the list: then it is decided
 * again, with that outcome as `last`. A case is opened before the booking that it is about, so that it stands
 * if the booking fails.
 */
export function decide(facts: Facts): Act[] {
  switch (facts.last) {
    case "begun":
      return decideFirst(facts)
    case "no_answer":
    case "refused":
      return isOverdueForAnswer(facts.row, facts.last === "refused", facts.options.giveUpAfterHours, facts.now)
        ? openCase("unanswered")
        : NOTHING
    case "settled":
      return compare(facts)
    case "refunded":
      return undoPayment(facts)
    case "not_refunded":
      return openCase(findMismatch(facts.row) ? "amount_mismatch" : "paid_without_order")
    case "refund_left":
      // Another one is another case, although the gateway says what it said before.
      return [{ act: "open_case", reason: findMismatch(facts.row) ? "amount_mismatch" : "refund_missing", isNew: true }]
    case "refund_reversed":
      return openCase(findMismatch(facts.row) ? "amount_mismatch" : "refunded_outside")
    case "no_session":
      return openCase("paid_after_superseded")
    case "out_of_stock":
      return refundOrAsk(facts)
    case "busy":
      return isCompletionStuck(facts.row, facts.now) ? afterFailure(facts) : NOTHING
    case "failed":
      return afterFailure(facts)
    case "asked":
      return isReturned(facts.row.gateway_status) ? undoPayment(facts) : [COUNT]
    case "failed_again":
      return [COUNT]
    case "counted":
      return afterCounting(facts.row)
    case "cart_locked":
    case "placed":
    case "booked":
      return follow(facts)
  }
}

function decideFirst(facts: Facts): Act[] {
  const { row, wish, options, now } = facts
  const isClosed = isLeftToPerson(row, wish)
  const isTooEarly = !wish.ignore_wait && isRetryDelayed(row, now)
  const isOver = isMoneyOver(row.gateway_status)
  if (!mayHaveChanged(row, wish.force) || (!isOver && (isTooEarly || isClosed))) {
    return isClosed ? afterCancellation(facts) : NOTHING
  }
  if (isInconsistent(row)) {
    return openCase("inconsistent")
  }
  if (row.status === "settled") {
    return findMismatch(row) ? keepMismatch(facts) : compare(facts)
  }
  if (isOver) {
    return undoPayment(facts)
  }
  if (isPartlyReturned(row.gateway_status)) {
    return openCase("partially_refunded")
  }
  if (!isToFollow(row.gateway_status, options.authorizedCheckouts)) {
    return NOTHING
  }
  return findMismatch(row) ? openCase("amount_mismatch") : follow(facts)
}

/** Combinations that no statement writes. A row with one becomes a case: nothing can be decided about it. */
export function isInconsistent({ status, gateway_status, settled_at }: LedgerCheckout): boolean {
  if (status === "settled") {
    return settled_at === null
  }
  // The answer that ends a page, and the one that revives it, write the status too.
  return LIVE.includes(status) ? isMoneyOver(gateway_status) : !isMoneyOver(gateway_status)
}

/** A person has closed the row's case, the gateway says what it said then, and nobody wants it followed all the same. */
export function isLeftToPerson(row: LedgerCheckout, { ignore_resolved }: Wish): boolean {
  return !ignore_resolved && row.status !== "settled" && isClosedCase(row)
}

/** Whether there may be anything to do about a row: it has become a checkout, and its books do not agree yet. */
export function mayHaveChanged(row: LedgerCheckout, force = false): boolean {
  return row.checkout_id !== null && (force || !isDone(row))
}

/** A person has closed the case while the order stood; it was cancelled since, and the gateway may still hold the money. */
function afterCancellation({ row, medusa }: Facts): Act[] {
  if (row.order_id === null || !isMoneyHeld(row.gateway_status)) {
    return NOTHING
  }
  if (!medusa) {
    return [READ_MEDUSA]
  }
  return medusa.order?.isCanceled ? openCase("canceled_not_refunded") : NOTHING
}

/** The amounts of a settled payment cannot be compared. After a person has closed that case, its order may still be cancelled. */
function keepMismatch(facts: Facts): Act[] {
  return [...openCase("amount_mismatch"), ...(isClosedCase(facts.row) ? afterCancellation(facts) : [])]
}

/** The money is there: Medusa is to have the order, or the payment. */
function follow(facts: Facts): Act[] {
  const { row, last, medusa } = facts
  if (!medusa) {
    return [READ_MEDUSA]
  }
  const { order_id, payment } = medusa
  if (last === "placed" && order_id !== undefined) {
    // An order that was just placed for this payment owes exactly this. One that was known before may be overpaid.
    const mismatchCase = row.order_id === null ? "ends" : "ends unless overpaid"
    return settleWith(order_id, row.cart_id === null ? "stays" : mismatchCase)
  }
  if (last === "cart_locked" && (order_id === undefined || payment)) {
    // Medusa has completed the cart meanwhile: the next look finds what it has made.
    return NOTHING
  }
  if (order_id !== undefined) {
    return payment ? afterBooking(facts, order_id) : bookOnOrder(facts, order_id)
  }
  return row.cart_id === null ? bookInCollection(facts) : orderActs(facts, row.cart_id)
}

/** Places the order of a paid cart that is still what was paid. */
function orderActs({ row, medusa }: Facts, cart_id: string): Act[] {
  const total = medusa?.cartTotal
  if (!total) {
    // A cart that is gone does not come back.
    return openCase("paid_without_order")
  }
  if (!isSameMoney(total, moneyOf(row))) {
    return openCase(mismatchReason(row))
  }
  return [...bindToPayment(row, medusa), { act: "ensure_session" }, { act: "place_order", cart_id }]
}

/** A collection of the store's own, for which there is neither cart nor order. */
function bookInCollection({ row, last, medusa }: Facts): Act[] {
  if (last === "booked") {
    return settleWith(null, "stays")
  }
  if (!medusa?.payment) {
    const collection = medusa?.collection
    if (!collection) {
      return openCase("paid_without_order")
    }
    const sum = addAmounts([collection.paidByOthers, exactAmount(row)], row.currency_code)
    if (compareAmounts(sum, collection.amount, row.currency_code) === 1) {
      return openCase("paid_twice")
    }
  }
  return [...bindToPayment(row, medusa), { act: "ensure_session" }, { act: "book_payment" }]
}

/** A payment that Medusa has already is the one: its session is completed, and no other is made. */
function bindToPayment(row: LedgerCheckout, medusa: MedusaFacts | undefined): Act[] {
  const payment = medusa?.payment
  const isItsOwn = !payment || payment.isCanceled || payment.payment_session_id === row.payment_session_id
  return isItsOwn ? [] : [{ act: "bind_session", payment_session_id: payment.payment_session_id }]
}

/** The money is for an order that stands: it is booked, unless the order is cancelled or owes nothing any more. */
function bookOnOrder({ row, last, medusa, now }: Facts, order_id: string): Act[] {
  if (row.cart_id !== null && last !== "cart_locked") {
    // Medusa may be completing this cart right now, and about to make the payment itself.
    return [{ act: "lock_cart", cart_id: row.cart_id, isRequired: !isCompletionStuck(row, now) }]
  }
  const order = medusa?.order
  // Should it become a case, the order's page shows it.
  const note: Act = { act: "note_order", order_id }
  if (!order || order.isCanceled) {
    return [note, ...openCase("canceled_not_refunded")]
  }
  if (order.owed <= 0) {
    return [note, ...openCase("paid_twice")]
  }
  const isMore = compareAmounts(exactAmount(row), order.owed, row.currency_code) === 1
  const isTooMuch = isMore || medusa.isPartOverpaid
  return [
    note,
    isMore ? { act: "ensure_session" } : { act: "ensure_session", fits_order: order_id },
    ...(isTooMuch ? openCase("amount_mismatch") : []),
    { act: "book_payment" },
  ]
}

/**
 * An order that has taken too much becomes a case, pages beyond what it owes are closed, and what is left is asked for anew. Settling comes
 * last: a look that was interrupted is repeated.
 */
function afterBooking({ row, last, medusa }: Facts, order_id: string): Act[] {
  if (row.cart_id !== null && last !== "booked") {
    // Medusa has placed the order by itself.
    return settleWith(order_id, row.attention === null ? "ends" : "ends unless overpaid")
  }
  const isTooMuch = (medusa?.order?.overpaid ?? 0) > 0 || medusa?.isPartOverpaid
  return [
    ...(isTooMuch ? openCase("amount_mismatch") : []),
    { act: "ask_for_rest", order_id },
    ...settleWith(order_id, "stays"),
  ]
}

/**
 * The gateway holds nothing, and Medusa has not followed. It may show a payment all the same: of an order that its own `complete` call has
 * placed, or of a completion that failed after it.
 */
function undoPayment({ row, medusa }: Facts): Act[] {
  if (!medusa) {
    return [READ_MEDUSA]
  }
  const { payment, order_id } = medusa
  if (!payment || payment.isCanceled) {
    return [{ act: "record_over" }]
  }
  if (order_id !== undefined && !medusa.isPaidByOthers) {
    return settleWith(order_id, row.cart_id === null ? "stays" : "ends")
  }
  return [
    { act: "bind_session", payment_session_id: payment.payment_session_id },
    ...reversePayment(payment),
    { act: "record_over" },
  ]
}

/** The order belongs to another payment: nothing of this one stands there. */
function reversePayment({ id, isCaptured, unrecordedRefund }: NonNullable<MedusaFacts["payment"]>): Act[] {
  if (!isCaptured) {
    return [{ act: "cancel_payment", payment_id: id }]
  }
  return unrecordedRefund > 0
    ? [{ act: "record_refund", payment_id: id, amount: unrecordedRefund, isOfOrder: false }]
    : []
}

/** A retry cannot succeed: refunds automatically if the merchant has configured that, otherwise opens a case. */
function refundOrAsk({ row, options }: Facts): Act[] {
  return options.whenOutOfStock === "ask" || !isPaid(row.gateway_status)
    ? openCase("paid_without_order")
    : [{ act: "refund_all" }]
}

/** With the extended operations Medusa may have refunded the payment by itself, which the gateway then shows. */
function afterFailure({ row }: Facts): Act[] {
  return [row.status === "settled" ? COUNT : { act: "ask_again" }]
}

/**
 * After five failures it is a person's. The order of a settled row is there: what cannot be booked on it is what went
 * back. So is what is left of a payment without an order.
 */
function afterCounting({ status, gateway_status, settle_failures }: LedgerCheckout): Act[] {
  if (settle_failures < MOST_FAILURES) {
    return NOTHING
  }
  const isRefund = isReturned(gateway_status) || (status === "settled" && isPartlyReturned(gateway_status))
  return openCase(isRefund ? "refunded_outside" : "paid_without_order")
}

/** Brings Medusa's books to what the gateway said last: what cannot be brought to agree is a case; what agrees is done. */
function compare({ row, options, settled, mismatchCase, now }: Facts): Act[] {
  if (!settled) {
    return [{ act: "read_books" }]
  }
  const { books, isRefundCaseUntold, isAnotherRefundMissing, isOverpaid } = settled
  const verdict = compareBooks(booksOfRow(row), books)
  const payment_id = books.payment?.id ?? ""
  const shown = shownBooks(books, row.currency_code)
  switch (verdict.kind) {
    case "agree":
      // Refunded money is there again. Its case stays open until the bell has rung and its mails are closed.
      return isRefundCaseUntold
        ? NOTHING
        : [
            { act: "record_agreement", shown },
            ...(mismatchCase === "ends unless overpaid" && !isOverpaid ? [END_MISMATCH] : []),
          ]
    case "wait":
      return [
        { act: "record_difference", shown },
        { act: "compare_soon" },
        ...(hasLostCapture(row, options.giveUpAfterHours, now) ? openCase("authorization_lost") : []),
      ]
    case "differ":
      // Another refund of Medusa's that is missing is another case, although the gateway says what it said before.
      return [
        {
          act: "open_case",
          reason: verdict.reason,
          isNew: verdict.reason === "refund_missing" && isAnotherRefundMissing,
        },
        { act: "record_difference", shown },
      ]
    case "capture":
      return [{ act: "capture", payment_id }, COMPARE_AGAIN]
    case "book_refunds":
      return [{ act: "book_refunds", payment_id, refund_ids: verdict.refund_ids }, COMPARE_AGAIN]
    case "record_refund":
      return [{ act: "record_refund", payment_id, amount: verdict.amount, isOfOrder: true }, COMPARE_AGAIN]
  }
}

/** Settled more than `giveUpAfterHours` ago, and only pending or authorized at the gateway now: the order has no captured money. */
function hasLostCapture(row: LedgerCheckout, giveUpAfterHours: number, now: Date): boolean {
  const isNotTaken = isPending(row.gateway_status) || isAuthorized(row.gateway_status)
  return isNotTaken && row.settled_at !== null && isOlderThan(row.settled_at, giveUpAfterHours, now)
}

function openCase(reason: AttentionReason): Act[] {
  return [{ act: "open_case", reason }]
}

/** Settled: Medusa has recorded the payment. Done it is when the books agree, which is looked at right away. */
function settleWith(order_id: string | null, mismatchCase: MismatchCase): Act[] {
  return [{ act: "record_settled", order_id, mismatchCase }]
}
