import { CHECKOUT_STATUSES, type CheckoutStatus } from "../../../../gateway/statuses"
import type { MedusaBooks, MedusaPayment } from "../compare-books"
import { caseOf } from "../cases"
import { MOST_FAILURES } from "../check-times"
import { isInconsistent, OUTCOMES, type Outcome } from "../decide"
import type { Facts, MedusaFacts, SettledFacts, Wish } from "../facts"
import type { LedgerCheckout, LedgerStatus } from "../ledger"
import { isAuthorized, isMoneyIn, isMoneyOver, wasMoneyTaken } from "../money-state"
import { ledgerRow } from "./ledger-row"

/** What the tests of `decide` go through: every combination of what may be known of a checkout, in classes. */
export const NOW = new Date("2027-06-01T12:00:00Z")
export const HOUR = 3_600_000
export const GIVE_UP_AFTER_HOURS = 72
const AMOUNT = "115.51"

export const ago = (ms: number) => new Date(NOW.getTime() - ms)

const STATUSES: LedgerStatus[] = ["open", "superseded", "closed", "settled"]
/**
 * None; one that agreement ends; one that only a person closes; one that is opened before its booking; one that a person has closed, and the gateway
 * says what it said then, or something else.
 */
const CASES = ["none", "refunded_outside", "paid_twice", "amount_mismatch", "closed", "closed_before"] as const
const flags = [false, true]

/** Every pair of one of these and one of those. */
function pairs<One, Other>(ones: readonly One[], others: readonly Other[]): [One, Other][] {
  return ones.flatMap((one) => others.map((other): [One, Other] => [one, other]))
}

export interface RowFacts {
  status: LedgerStatus
  gateway_status: CheckoutStatus
  caseState: (typeof CASES)[number]
  hasMismatch: boolean
  waits: boolean
  hasCart: boolean
}

export function rowOf(facts: RowFacts): LedgerCheckout {
  const { status, gateway_status, caseState, hasMismatch, waits, hasCart } = facts
  const since = ago(HOUR)
  const isClosed = caseState === "closed" || caseState === "closed_before"
  const row = ledgerRow({
    status,
    gateway_status,
    payment_session_id: status === "superseded" ? null : "payses_1",
    cart_id: hasCart ? "cart_1" : null,
    order_id: status === "settled" || isClosed ? "order_1" : null,
    mismatch: hasMismatch ? "amount" : null,
    created_at: since,
    settled_at: status === "settled" ? since : null,
    reserved_at: isAuthorized(gateway_status) ? since : null,
    paid_at: wasMoneyTaken(gateway_status) ? since : null,
    ended_at: status !== "settled" && isMoneyOver(gateway_status) ? since : null,
    follow_after: waits ? new Date(NOW.getTime() + 60_000) : null,
    attention: caseState === "none" || isClosed ? null : caseState,
  })
  const resolved_as = caseState === "closed" ? caseOf(row, "paid_twice") : "paid_twice:::"
  return isClosed ? { ...row, resolved_at: NOW, resolved_as } : row
}

const EVERY_ROW: RowFacts[] = pairs(
  pairs(STATUSES, CHECKOUT_STATUSES),
  pairs(CASES, pairs(flags, pairs(flags, flags)))
).map(([[status, gateway_status], [caseState, [hasMismatch, [waits, hasCart]]]]) => ({
  status,
  gateway_status,
  caseState,
  hasMismatch,
  waits,
  hasCart,
}))

// One that waits is not looked at, whatever it is an answer to.
const ROWS = EVERY_ROW.filter((facts) => !isInconsistent(rowOf(facts)) && !(facts.hasMismatch && facts.waits))

/** Rows that contradict themselves. */
export const CONTRADICTORY = EVERY_ROW.map(rowOf).filter(isInconsistent)

const WISHES: Wish[] = [{}, { force: true }, { ignore_wait: true, ignore_resolved: true }]

type Payment = MedusaFacts["payment"]

/** A payment of Medusa's: reserved, taken, or cancelled. */
const KINDS = [
  { isCaptured: false, isCanceled: false },
  { isCaptured: true, isCanceled: false },
  { isCaptured: false, isCanceled: true },
]

const PAYMENTS: Payment[] = [
  undefined,
  ...[...KINDS.map((kind) => ({ ...kind, unrecordedRefund: 0 })), { ...KINDS[1], unrecordedRefund: 5 }].map((kind) => ({
    id: "pay_1",
    payment_session_id: "payses_2",
    ...kind,
  })),
]

const ORDERS: MedusaFacts["order"][] = [
  { isCanceled: false, owed: 115.51, overpaid: 0 },
  { isCanceled: false, owed: 50, overpaid: 0 },
  { isCanceled: false, owed: 0, overpaid: 0 },
  { isCanceled: false, owed: 0, overpaid: 5 },
  { isCanceled: true, owed: 0, overpaid: 0 },
]

const CART_TOTALS: MedusaFacts["cartTotal"][] = [
  null,
  { amount: AMOUNT, currency_code: "AED" },
  { amount: "99", currency_code: "AED" },
]

const COLLECTIONS: MedusaFacts["collection"][] = [
  null,
  { amount: AMOUNT, paidByOthers: "0" },
  { amount: AMOUNT, paidByOthers: "100" },
]

/** What Medusa shows of a row that it has not followed: of one with a cart, or without. */
const medusaOf = (hasCart: boolean): MedusaFacts[] =>
  PAYMENTS.flatMap((payment) => [
    ...(hasCart ? CART_TOTALS.map((cartTotal) => ({ payment, cartTotal })) : []),
    ...(hasCart ? [] : COLLECTIONS.map((collection) => ({ payment, collection }))),
    ...pairs(ORDERS, pairs(flags, flags)).map(([order, [isPaidByOthers, isPartOverpaid]]) => ({
      payment,
      order_id: "order_1",
      order,
      isPaidByOthers,
      isPartOverpaid,
    })),
  ])

const MEDUSA = { cart: medusaOf(true), none: medusaOf(false) }

const REFUNDED = ["0", "5", AMOUNT]
/** What is wrong with the order's transactions, or nothing is. */
const BOOKINGS: Partial<MedusaPayment>[] = [
  {},
  { standing: 2 },
  { isBookedTwice: true },
  { hasUnbookedCapture: true },
  { unbookedRefunds: ["ref_1"] },
  { phantomRefund: "5" },
]

const PAYMENTS_IN_BOOKS: MedusaBooks["payment"][] = [
  undefined,
  ...pairs(KINDS, pairs(REFUNDED, BOOKINGS)).map(([{ isCaptured, isCanceled }, [refunded, booking]]) => ({
    id: "pay_1",
    standing: 1,
    isCaptured,
    isCanceled,
    captured: isCaptured ? AMOUNT : "0",
    refundedInAll: refunded,
    refunded,
    hasUnbookedCapture: false,
    isBookedTwice: false,
    unbookedRefunds: [],
    phantomRefund: "0",
    ...booking,
  })),
]

const SETTLED: SettledFacts[] = pairs(
  pairs(PAYMENTS_IN_BOOKS, [undefined, { id: "order_1", isCanceled: false }, { id: "order_1", isCanceled: true }]),
  pairs(flags, pairs(flags, flags))
).map(([[payment, order], [isRefundUnderWay, [isRefundReported, isRefundCaseUntold]]]) => ({
  books: { payment, order, isRefundUnderWay, isRefundReported },
  isRefundCaseUntold,
  isAnotherRefundMissing: false,
  isOverpaid: false,
}))

export const OPTIONS = {
  authorizedCheckouts: "place-order",
  whenOutOfStock: "ask",
  giveUpAfterHours: GIVE_UP_AFTER_HOURS,
} as const
/** What a merchant may want otherwise. */
const OTHER_OPTIONS = { ...OPTIONS, authorizedCheckouts: "wait", whenOutOfStock: "refund" } as const

/** Outcomes of acts about a row that is not settled, and after which Medusa is read anew. */
const READING: Outcome[] = ["cart_locked", "placed", "booked", "refunded", "asked"]

/** Every combination, as a sequence: they are too many to be kept. @param each only every n-th */
export function* everyCombination(each = 1): Generator<Facts> {
  let count = 0
  const isPicked = () => (count += 1) % each === 0
  for (const facts of ROWS) {
    const base = { row: rowOf(facts), options: OPTIONS, wish: {}, now: NOW }
    for (const last of OUTCOMES) {
      if (isPicked()) {
        yield { ...base, last }
      }
      if (isPicked()) {
        yield { ...base, last, row: { ...base.row, settle_failures: MOST_FAILURES } }
      }
      if (isPicked()) {
        yield { ...base, last, options: OTHER_OPTIONS }
      }
    }
    const { status, hasCart, hasMismatch, waits } = facts
    if (status === "settled") {
      for (const settled of hasCart || hasMismatch || waits ? [] : SETTLED) {
        if (isPicked()) {
          yield { ...base, last: "begun", settled }
        }
        if (isPicked()) {
          yield { ...base, last: "begun", settled, row: { ...base.row, has_unreported_reversal: true } }
        }
        if (isPicked()) {
          yield { ...base, last: "settled", settled, row: { ...base.row, has_unreported_reversal: true } }
        }
      }
      continue
    }
    for (const medusa of hasCart ? MEDUSA.cart : MEDUSA.none) {
      // Whether it is left alone, or is another amount than was asked for, is decided at the beginning.
      for (const last of hasMismatch || waits ? [] : READING) {
        if (isPicked()) {
          yield { ...base, last, medusa }
        }
      }
      for (const wish of WISHES) {
        if (isPicked()) {
          yield { ...base, last: "begun", medusa, wish }
        }
      }
      if (isMoneyIn(base.row.gateway_status)) {
        if (isPicked()) {
          yield { ...base, last: "begun", medusa, options: OTHER_OPTIONS }
        }
      }
    }
  }
}
