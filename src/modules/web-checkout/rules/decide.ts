import type { AttentionReason } from "./case-reasons"
import { addAmounts, compareAmounts, isSameMoney } from "../../../gateway/money"
import { compareBooks, shownBooks } from "./compare-books"
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
import type { Act, Facts, MedusaFacts, MismatchCase, SettledFacts, Wish } from "./facts"
import { exactAmount, moneyOf, type LedgerCheckout } from "./ledger"
import { findMismatch } from "./answer-mismatch"
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
import { booksOfRow } from "./gateway-books"

const NOTHING: Act[] = []
const READ_MEDUSA: Act = { act: "read_medusa" }
const READ_BOOKS: Act = { act: "read_books" }
const COMPARE_AGAIN: Act = { act: "compare_again" }
const END_MISMATCH: Act = { act: "end_case", reason: "amount_mismatch" }
const COUNT: Act = { act: "count_failure" }

/**
 * Decides the next acts for a checkout, in order; an empty list if nothing is to be done. After an act with an outcome, `decide` is called
 * again with that outcome as `last`. A case is opened before the booking that it is about, so that the case exists even if the booking
 * fails.
 */
export function decide(facts: Facts): Act[] {
  return AFTER[facts.last](facts)
}

/** What is decided after each outcome of an act. */
const AFTER = {
  /** nothing was done yet */
  begun: decideFirst,
  /** the gateway gave no usable answer, and may be down: it answers nobody */
  no_answer: (facts) => decideWithoutAnswer(facts, false),
  /** the gateway gives no answer about this checkout, or the account cannot be asked: waiting does not help */
  refused: (facts) => decideWithoutAnswer(facts, true),
  /** this run holds Medusa's lock on the cart */
  cart_locked: follow,
  /** the checkout cannot be assigned to a payment session */
  no_session: () => openCase("paid_after_superseded"),
  /** the cart has become an order */
  placed: follow,
  /** another request is completing the cart, or has its lock */
  busy: (facts) => (isCompletionStuck(facts.row, facts.now) ? afterFailure(facts) : NOTHING),
  /** the cart's order cannot be placed until the stock is corrected */
  out_of_stock: refundOrAsk,
  /** the money was refunded, because the order could not be placed */
  refunded: undoPayment,
  /** that refund failed */
  not_refunded: ({ row }) => openCase(findMismatch(row) ? "amount_mismatch" : "paid_without_order"),
  /** a refund in Medusa is missing at the gateway, and cannot be sent: a new case, even if the gateway's answer is unchanged */
  refund_left: ({ row }) => openCase(findMismatch(row) ? "amount_mismatch" : "refund_missing", { isNew: true }),
  /** the gateway has made a refund that Medusa has reversed */
  refund_reversed: ({ row }) => openCase(findMismatch(row) ? "amount_mismatch" : "refunded_outside"),
  /** the payment is booked */
  booked: follow,
  /** the row is settled */
  settled: compare,
  /** Medusa refused, or an error was thrown */
  failed: afterFailure,
  /** the gateway was asked once more after a failure */
  asked: (facts) => (isReturned(facts.row.gateway_status) ? undoPayment(facts) : [COUNT]),
  /** a second attempt in the same check has failed too */
  failed_again: () => [COUNT],
  /** the failure is counted */
  counted: afterCounting,
} satisfies Record<string, (facts: Facts) => Act[]>

/** The outcomes of an act. */
export type Outcome = keyof typeof AFTER

export const OUTCOMES = Object.keys(AFTER) as Outcome[]

function decideWithoutAnswer({ row, options, now }: Facts, failsAlone: boolean): Act[] {
  return isOverdueForAnswer(row, failsAlone, options.giveUpAfterHours, now) ? openCase("unanswered") : NOTHING
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

/** Whether a row has a combination of statuses that the plugin never writes. It becomes a case, because nothing can be decided about it. */
export function isInconsistent({ status, gateway_status, settled_at }: LedgerCheckout): boolean {
  if (status === "settled") {
    return settled_at === null
  }
  // An answer that ends or revives a page also writes the row's status, so the two always match.
  return LIVE.includes(status) ? isMoneyOver(gateway_status) : !isMoneyOver(gateway_status)
}

/** Whether a person has closed the row's case, the gateway's answer is unchanged, and the caller does not override that. */
export function isLeftToPerson(row: LedgerCheckout, { ignore_resolved }: Wish): boolean {
  return !ignore_resolved && row.status !== "settled" && isClosedCase(row)
}

/** Whether a row may need an action: it has a checkout, and it is not done. */
export function mayHaveChanged(row: LedgerCheckout, force = false): boolean {
  return row.checkout_id !== null && (force || !isDone(row))
}

/** Handles an order that was cancelled after a person had closed the case, while the gateway may still hold the money. */
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
  return [
    ...openCaseOfReversal(facts),
    ...openCase("amount_mismatch"),
    ...(isClosedCase(facts.row) ? afterCancellation(facts) : []),
  ]
}

/** Opens a case for a reversed refund that Medusa never recorded. Comparing cannot find it: the amounts may agree again. */
function openCaseOfReversal({ row }: Facts): Act[] {
  return row.has_unreported_reversal ? openCase("partially_refunded", { isNew: true }) : []
}

/** The gateway holds the money: places the order, or records the payment. */
function follow(facts: Facts): Act[] {
  const { row, last, medusa } = facts
  if (!medusa) {
    return [READ_MEDUSA]
  }
  const { order_id, payment } = medusa
  if (last === "placed" && order_id !== undefined) {
    // An order that was just placed for this payment owes exactly this amount. An order that was known before may be overpaid.
    const mismatchCase = row.order_id === null ? "ends" : "ends unless overpaid"
    return settleWith(order_id, row.cart_id === null ? "stays" : mismatchCase)
  }
  if (last === "cart_locked" && (order_id === undefined || payment)) {
    // Medusa has completed the cart meanwhile. The next check finds the order or payment.
    return NOTHING
  }
  if (order_id !== undefined) {
    return payment ? afterBooking(facts, order_id) : bookOnOrder(facts, order_id)
  }
  return row.cart_id === null ? bookInCollection(facts) : orderActs(facts, row.cart_id)
}

/** Places the order of a paid cart if its total is still the paid amount. */
function orderActs({ row, medusa }: Facts, cart_id: string): Act[] {
  const total = medusa?.cartTotal
  if (!total) {
    // A deleted cart never reappears, so waiting would not help.
    return openCase("paid_without_order")
  }
  if (!isSameMoney(total, moneyOf(row))) {
    return openCase(mismatchReason(row))
  }
  return [...bindToPayment(row, medusa), { act: "ensure_session" }, { act: "place_order", cart_id }]
}

/** Books the payment in a payment collection that belongs to neither a cart nor an order. */
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

/** Uses a payment that Medusa already has: the row is assigned to its session, so that no second payment is created. */
function bindToPayment(row: LedgerCheckout, medusa: MedusaFacts | undefined): Act[] {
  const payment = medusa?.payment
  const isItsOwn = !payment || payment.isCanceled || payment.payment_session_id === row.payment_session_id
  return isItsOwn ? [] : [{ act: "bind_session", payment_session_id: payment.payment_session_id }]
}

/** Books the money on its order, unless the order is cancelled or owes nothing. */
function bookOnOrder({ row, last, medusa, now }: Facts, order_id: string): Act[] {
  if (row.cart_id !== null && last !== "cart_locked") {
    // Medusa may be completing this cart right now and create the payment itself.
    return [{ act: "lock_cart", cart_id: row.cart_id, isRequired: !isCompletionStuck(row, now) }]
  }
  const order = medusa?.order
  // Records the order first: if a case is opened, the order's page shows it.
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
 * Opens a case for an overpaid order, closes pages that exceed the amount owed, and requests the rest again. Settling comes last, so that an
 * interrupted check is repeated.
 */
function afterBooking({ row, last, medusa }: Facts, order_id: string): Act[] {
  if (row.cart_id !== null && last !== "booked") {
    // Medusa has placed the order without this run.
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
 * Reverses a payment in Medusa when the gateway holds no money and the row is not settled. Medusa may have a payment from an order that its
 * own `complete` call has placed, or from a completion that failed later.
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
  const { id: payment_id, payment_session_id, isCaptured, unrecordedRefund: amount } = payment
  // The order belongs to another payment, so it shows nothing of this one.
  const recordRefund: Act[] = amount > 0 ? [{ act: "record_refund", payment_id, amount, isOfOrder: false }] : []
  return [
    { act: "bind_session", payment_session_id },
    ...(isCaptured ? recordRefund : [{ act: "cancel_payment" as const, payment_id }]),
    { act: "record_over" },
  ]
}

/** A retry cannot succeed: refunds automatically if the merchant has configured that, otherwise opens a case. */
function refundOrAsk({ row, options }: Facts): Act[] {
  return options.whenOutOfStock === "ask" || !isPaid(row.gateway_status)
    ? openCase("paid_without_order")
    : [{ act: "refund_all" }]
}

/** With `extendedApi`, Medusa may have refunded the payment itself, so the gateway is asked again. */
function afterFailure({ row }: Facts): Act[] {
  return [row.status === "settled" ? COUNT : { act: "ask_again" }]
}

/**
 * Opens a case after five failures: `refunded_outside` if money was refunded (in part, only for a settled row, whose order exists),
 * otherwise `paid_without_order`.
 */
function afterCounting({ row }: Facts): Act[] {
  if (row.settle_failures < MOST_FAILURES) {
    return NOTHING
  }
  const isRefund = isReturned(row.gateway_status) || (row.status === "settled" && isPartlyReturned(row.gateway_status))
  return openCase(isRefund ? "refunded_outside" : "paid_without_order")
}

/** Corrects Medusa's books to match the gateway's last answer. A difference that cannot be corrected becomes a case. */
function compare(facts: Facts): Act[] {
  const { row, settled } = facts
  // Opens the case first, then reads the books again: with those read earlier, the new case would be closed unreported.
  return settled && !row.has_unreported_reversal
    ? compareWith(facts, settled)
    : [...openCaseOfReversal(facts), READ_BOOKS]
}

function compareWith({ row, options, mismatchCase, now }: Facts, settled: SettledFacts): Act[] {
  const { books, isRefundCaseUntold, isAnotherRefundMissing, isOverpaid } = settled
  const verdict = compareBooks(booksOfRow(row), books)
  const payment_id = books.payment?.id ?? ""
  const shown = shownBooks(books, row.currency_code)
  switch (verdict.kind) {
    case "agree":
      // Refunded money is back at the gateway. Its case stays open until the bell and its mails have reported it.
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
      // Another missing refund is a new case, even if the gateway's answer is unchanged.
      return [
        ...openCase(verdict.reason, { isNew: verdict.reason === "refund_missing" && isAnotherRefundMissing }),
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

/** @param isNew opens a new case even if a person has closed one and the gateway's answer is unchanged */
function openCase(reason: AttentionReason, { isNew }: { isNew?: boolean } = {}): Act[] {
  return [{ act: "open_case", reason, isNew }]
}

/** Marks the row as settled: Medusa has recorded the payment. The books are compared right away; the row is done when they agree. */
function settleWith(order_id: string | null, mismatchCase: MismatchCase): Act[] {
  return [{ act: "record_settled", order_id, mismatchCase }]
}
