import type { AttentionReason } from "./case-reasons"
import { addAmounts, compareAmounts, exactSum, subtractAmounts, type DecimalInput } from "../../../gateway/money"
import { isMoneyHeld, MONEY_STATE } from "./money-state"
import { refunded, type GatewayBooks } from "./gateway-books"

/** Medusa's books about the payment of a checkout. Amounts in major units, as decimal text. */
export interface MedusaBooks {
  payment: MedusaPayment | undefined
  order: { id: string; isCanceled: boolean } | undefined
  /** A refund is running, or the job will finish it: Medusa may already show a refund that the gateway does not. */
  isRefundUnderWay: boolean
  /** A person was notified of a refund in Medusa that the gateway has not made. */
  isRefundReported: boolean
}

export interface MedusaPayment {
  id: string
  /** Number of valid payments that name the checkout: one, unless something went wrong. */
  standing: number
  isCaptured: boolean
  isCanceled: boolean
  /** Total captured, and total refunded, of all valid payments that name the checkout. */
  captured: string
  refundedInAll: string
  /** Total refunded of this payment. */
  refunded: string
  /** Captures without their order transaction. */
  hasUnbookedCapture: boolean
  /** A capture or refund of the payment is recorded twice in the order's transactions. */
  isBookedTwice: boolean
  /** Refunds without their order transaction. */
  unbookedRefunds: string[]
  /** The amount that the order's transactions show as refunded without a refund of the payment. */
  phantomRefund: string
}

/** A row's amounts in Medusa's books, rounded to the currency's minor digits, as the statement counts them. */
export type ShownBooks = Record<"medusa_captured" | "medusa_refunded", number>

export function shownBooks({ payment }: MedusaBooks, currency_code: string): ShownBooks {
  return {
    medusa_captured: addAmounts([payment?.captured ?? 0], currency_code),
    medusa_refunded: addAmounts([payment?.refundedInAll ?? 0], currency_code),
  }
}

export type Verdict =
  /** nothing is to be done */
  | { kind: "agree" }
  /** the gateway has captured what Medusa shows as authorized, or the order does not show the capture */
  | { kind: "capture" }
  /** the order does not show these refunds */
  | { kind: "book_refunds"; refund_ids: string[] }
  /** the order is cancelled and the money was refunded: the refund must be recorded in Medusa */
  | { kind: "record_refund"; amount: number }
  /** an operation is still running: compare again later */
  | { kind: "wait" }
  /** a person is needed */
  | { kind: "differ"; reason: AttentionReason }

const CAPTURE: Verdict = { kind: "capture" }
const AGREE: Verdict = { kind: "agree" }
const WAIT: Verdict = { kind: "wait" }

/** The amount refunded at the gateway that Medusa's refunds do not show; undefined if the gateway does not report it. */
export function unrecordedRefund(gateway: GatewayBooks, shown: DecimalInput): number | undefined {
  const given = refunded(gateway)
  return given === undefined ? undefined : Math.max(0, subtractAmounts(given, shown, gateway.currency_code))
}

/**
 * Compares Medusa's books with the gateway's for a settled checkout. Only `agree` needs no action; any other verdict leads to a
 * correction, a later comparison or a case.
 */
export function compareBooks(gateway: GatewayBooks, medusa: MedusaBooks): Verdict {
  const { payment, order } = medusa
  const money = MONEY_STATE[gateway.status]
  const isHeld = isMoneyHeld(gateway.status)
  if (!payment) {
    return isHeld ? differ("paid_without_order") : AGREE
  }
  if (order?.isCanceled || payment.isCanceled) {
    if (!isHeld) {
      return afterCancellation(gateway, payment)
    }
    return medusa.isRefundUnderWay ? WAIT : differ("canceled_not_refunded")
  }
  if (payment.standing > 1) {
    return differ("paid_twice")
  }
  if (payment.isBookedTwice) {
    return differ("amount_mismatch")
  }
  switch (money) {
    case "open":
      return WAIT
    case "authorized":
      // The gateway took the capture back. It may capture again; if not, `compare` in rules/decide opens a case.
      return payment.isCaptured ? WAIT : AGREE
    case "unpaid":
      return differ("authorization_lost")
  }
  // The money was taken; some or all of it may have been refunded since.
  if (!payment.isCaptured) {
    return money === "paid" ? CAPTURE : differ("refunded_outside")
  }
  return payment.hasUnbookedCapture ? CAPTURE : compareRefunds(gateway, medusa, payment)
}

/** The order is cancelled, and the gateway holds nothing of its payment. */
function afterCancellation(gateway: GatewayBooks, payment: MedusaPayment): Verdict {
  const missing = payment.isCaptured ? (unrecordedRefund(gateway, payment.refunded) ?? 0) : 0
  return missing > 0 ? { kind: "record_refund", amount: missing } : bookRefunds(payment)
}

function compareRefunds(gateway: GatewayBooks, medusa: MedusaBooks, payment: MedusaPayment): Verdict {
  if (compareAmounts(payment.phantomRefund, 0, gateway.currency_code) === 1) {
    return medusa.isRefundUnderWay ? WAIT : differ("refund_missing")
  }
  const given = refunded(gateway)
  const difference =
    given === undefined
      ? compareUntold(gateway, medusa, payment)
      : compareAmounts(payment.refunded, given, gateway.currency_code)
  // Medusa's refund writes its transaction and credit last. Adding them here while it is running would record both twice.
  if (medusa.isRefundUnderWay && (difference !== 0 || payment.unbookedRefunds.length > 0)) {
    return WAIT
  }
  if (difference === 0) {
    return bookRefunds(payment)
  }
  return differ(difference === 1 ? "refund_missing" : "refunded_outside")
}

/**
 * The result if the gateway does not report the amount: 1 if a person was told that the refund is missing; 0 if Medusa shows a refund, which
 * may be that one; otherwise -1.
 */
function compareUntold(gateway: GatewayBooks, medusa: MedusaBooks, payment: MedusaPayment): -1 | 0 | 1 {
  if (medusa.isRefundReported) {
    return 1
  }
  return compareAmounts(payment.refunded, 0, gateway.currency_code) === 1 ? 0 : -1
}

function bookRefunds(payment: MedusaPayment): Verdict {
  return payment.unbookedRefunds.length > 0 ? { kind: "book_refunds", refund_ids: payment.unbookedRefunds } : AGREE
}

function differ(reason: AttentionReason): Verdict {
  return { kind: "differ", reason }
}

/**
 * Finds a payment's captures and refunds that the order's transactions miss or show twice, and refunds that only the transactions show.
 *
 * @param transactions the order's. Each names a capture or a refund, or the payment itself: the refunds of a cancelled order. Amounts as decimal
 *   text in major units; a refund's is negative
 */
export function bookedOf(
  transactions: readonly { reference_id: string; amount: string }[],
  { id, captures, refunds }: { id: string; captures: { id: string }[]; refunds: { id: string; amount: string }[] },
  currency_code: string
): Pick<MedusaPayment, "hasUnbookedCapture" | "isBookedTwice" | "unbookedRefunds" | "phantomRefund"> {
  const transactionsOf = (one: { id: string }) => transactions.filter(({ reference_id }) => reference_id === one.id)
  const unbooked = refunds.filter((refund) => transactionsOf(refund).length === 0)
  const unbookedSum = addAmounts(
    unbooked.map(({ amount }) => amount),
    currency_code
  )
  const underPayment = exactSum(transactionsOf({ id }).map(({ amount }) => amount))
  // What only the transactions show as refunded: those under the payment, whose amounts are negative, less the unbooked refunds.
  const phantom = -addAmounts([underPayment, unbookedSum], currency_code)
  return {
    hasUnbookedCapture: captures.some((capture) => transactionsOf(capture).length === 0),
    isBookedTwice: [...captures, ...refunds].some((one) => transactionsOf(one).length > 1),
    unbookedRefunds: phantom < 0 ? unbooked.map((refund) => refund.id) : [],
    phantomRefund: String(Math.max(0, phantom)),
  }
}

/**
 * The part of a refund that its order is credited: all except the overpaid amount. Exact decimal text in major units. The rule is that of
 * Medusa's refundPaymentWorkflow.
 *
 * @param pending the order's `summary.pending_difference` before the refund
 */
export function creditOf(refunded: string, pending: string): string {
  const credit = exactSum([refunded, pending.startsWith("-") ? pending : "0"])
  return credit.startsWith("-") ? "0" : credit
}

/**
 * The missing credit of an order after refunds: the smallest `before`, plus each refund's `credit`, minus its present credit. Exact decimal
 * text in major units; "0" if none is missing.
 *
 * @param refunds each with `credit`, and the order's credit `before` that refund
 * @param credited the order's present credit
 */
export function missingCredit(refunds: { credit: string; before: string }[], credited: string): string {
  const [first, ...others] = refunds.map(({ before }) => before)
  if (first === undefined) {
    return "0"
  }
  const before = others.reduce((least, one) => (exactSum([one, `-${least}`]).startsWith("-") ? one : least), first)
  const missing = exactSum([before, ...refunds.map(({ credit }) => credit), `-${credited}`])
  return missing.startsWith("-") ? "0" : missing
}

/**
 * The amount that an order owes: pending minus authorized, at least 0. In major units.
 *
 * @param pending `summary.pending_difference`, read together with the order's total
 * @param authorized the amount authorized and not captured, which Medusa counts as unpaid
 */
export function owedOf(pending: string, authorized: string, currency_code: string): number {
  return Math.max(0, subtractAmounts(pending, authorized, currency_code))
}
