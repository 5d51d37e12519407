import type { AttentionReason } from "./case-reasons"
import { addAmounts, compareAmounts, exactSum, subtractAmounts, type DecimalInput } from "../../../gateway/money"
import { isMoneyHeld, MONEY_STATE } from "./money-state"
import { refunded, type GatewayBooks } from "./refunded"

/** What Medusa's books say of the payment that a checkout has made. Amounts in major units, as decimal text. */
export interface MedusaBooks {
  payment: MedusaPayment | undefined
  order: { id: string; isCanceled: boolean } | undefined
  /** A refund is being made, or the job will bring it to its end: what Medusa shows may be ahead of the gateway. */
  isRefundUnderWay: boolean
  /** A person was told of a refund of Medusa's that the gateway has not made. */
  isRefundReported: boolean
}

export interface MedusaPayment {
  id: string
  /** How many payments that stand name the checkout: one, unless something went wrong. */
  standing: number
  isCaptured: boolean
  isCanceled: boolean
  /** What all the payments that name the checkout and stand have captured, and given back. */
  captured: string
  refundedInAll: string
  refunded: string
  /** Captures without their order transaction. */
  hasUnbookedCapture: boolean
  /** An entry of the payment stands twice in the order's transactions. */
  isBookedTwice: boolean
  /** Refunds without their order transaction. */
  unbookedRefunds: string[]
  /** What the order's transactions show as refunded, and no refund stands for. */
  phantomRefund: string
}

/** What Medusa's books show of a row, rounded to the currency's minor digits: what its statement counts. */
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
  /** the order does not show these refunds of Medusa's */
  | { kind: "book_refunds"; refund_ids: string[] }
  /** the order is cancelled and the money went back: Medusa is to show that refund */
  | { kind: "record_refund"; amount: number }
  /** something is under way: compare again later */
  | { kind: "wait" }
  /** a person is needed */
  | { kind: "differ"; reason: AttentionReason }

const CAPTURE: Verdict = { kind: "capture" }
const AGREE: Verdict = { kind: "agree" }
const WAIT: Verdict = { kind: "wait" }

/** What went back at the gateway and Medusa's refunds do not show; undefined where the gateway does not tell. */
export function unrecordedRefund(gateway: GatewayBooks, shown: DecimalInput): number | undefined {
  const given = refunded(gateway)
  return given === undefined ? undefined : Math.max(0, subtractAmounts(given, shown, gateway.currency_code))
}

/**
 * Compares Medusa's books with the gateway's for a checkout that Medusa has followed. Only what agrees is done; all else is
 * to be mended, or told.
 */
export function compareBooks(gateway: GatewayBooks, medusa: MedusaBooks): Verdict {
  const { payment, order } = medusa
  const money = MONEY_STATE[gateway.status]
  const isHeld = isMoneyHeld(gateway.status)
  if (!payment) {
    return isHeld ? { kind: "differ", reason: "paid_without_order" } : AGREE
  }
  if (order?.isCanceled || payment.isCanceled) {
    return isHeld ? keptAfterCancellation(medusa) : afterCancellation(gateway, payment)
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
    case "paid":
      return payment.isCaptured && !payment.hasUnbookedCapture ? compareRefunds(gateway, medusa, payment) : CAPTURE
    default:
      return payment.isCaptured ? compareReturned(gateway, medusa, payment) : differ("refunded_outside")
  }
}

function keptAfterCancellation({ isRefundUnderWay }: MedusaBooks): Verdict {
  return isRefundUnderWay ? WAIT : differ("canceled_not_refunded")
}

/** The order is cancelled, and the gateway holds nothing of its payment. */
function afterCancellation(gateway: GatewayBooks, payment: MedusaPayment): Verdict {
  const missing = payment.isCaptured ? (unrecordedRefund(gateway, payment.refunded) ?? 0) : 0
  return missing > 0 ? { kind: "record_refund", amount: missing } : bookRefunds(payment)
}

function compareReturned(gateway: GatewayBooks, medusa: MedusaBooks, payment: MedusaPayment): Verdict {
  return payment.hasUnbookedCapture ? CAPTURE : compareRefunds(gateway, medusa, payment)
}

function compareRefunds(gateway: GatewayBooks, medusa: MedusaBooks, payment: MedusaPayment): Verdict {
  if (isMore(payment.phantomRefund, 0, gateway)) {
    return medusa.isRefundUnderWay ? WAIT : differ("refund_missing")
  }
  const given = refunded(gateway)
  const difference =
    given === undefined
      ? compareUntold(gateway, medusa, payment)
      : compareAmounts(payment.refunded, given, gateway.currency_code)
  // Medusa's own refund writes its transaction and its credit last: done meanwhile, both would stand twice.
  if (medusa.isRefundUnderWay && (difference !== 0 || payment.unbookedRefunds.length > 0)) {
    return WAIT
  }
  if (difference === 0) {
    return bookRefunds(payment)
  }
  return differ(difference === 1 ? "refund_missing" : "refunded_outside")
}

/** The amount is not told: any refund of Medusa's may be that one, unless a person was told that it is missing. */
function compareUntold(gateway: GatewayBooks, medusa: MedusaBooks, payment: MedusaPayment): -1 | 0 | 1 {
  if (medusa.isRefundReported) {
    return 1
  }
  return isMore(payment.refunded, 0, gateway) ? 0 : -1
}

function isMore(a: DecimalInput, b: number, { currency_code }: GatewayBooks): boolean {
  return compareAmounts(a, b, currency_code) === 1
}

function bookRefunds(payment: MedusaPayment): Verdict {
  return payment.unbookedRefunds.length > 0 ? { kind: "book_refunds", refund_ids: payment.unbookedRefunds } : AGREE
}

function differ(reason: AttentionReason): Verdict {
  return { kind: "differ", reason }
}

/** What an order's transactions say of one payment. Amounts in major units, as decimal text. */
export interface Transactions {
  /** Those of its captures and refunds, by the id that they name. */
  byId: Map<string, string[]>
  /** What stands under the payment's own id: the refunds of a cancelled order, all in one. */
  refundedUnderPayment: string
}

/** Which of a payment's captures and refunds the order's transactions show, once, twice, not at all, or without their being. */
export function bookedOf(
  { byId, refundedUnderPayment }: Transactions,
  captures: { id: string }[],
  refunds: { id: string; amount: string }[],
  currency_code: string
): Pick<MedusaPayment, "hasUnbookedCapture" | "isBookedTwice" | "unbookedRefunds" | "phantomRefund"> {
  const times = (id: string) => byId.get(id)?.length ?? 0
  const unbooked = refunds.filter(({ id }) => times(id) === 0)
  const unbookedSum = addAmounts(
    unbooked.map(({ amount }) => amount),
    currency_code
  )
  const phantom = subtractAmounts(refundedUnderPayment, unbookedSum, currency_code)
  return {
    hasUnbookedCapture: captures.some(({ id }) => times(id) === 0),
    isBookedTwice: [...captures, ...refunds].some(({ id }) => times(id) > 1),
    unbookedRefunds: phantom < 0 ? unbooked.map(({ id }) => id) : [],
    phantomRefund: String(Math.max(0, phantom)),
  }
}

/**
 * How much of what goes back its order is credited: all but what it had taken too much, which it would otherwise owe anew. Exact
 * decimal text in major units; the rule is that of Medusa's refundPaymentWorkflow.
 *
 * @param pending the order's `summary.pending_difference` before it
 */
export function creditOf(refunded: string, pending: string): string {
  const credit = exactSum([refunded, pending.startsWith("-") ? pending : "0"])
  return credit.startsWith("-") ? "0" : credit
}

/**
 * The credit that an order lacks after refunds: the smallest `before`, plus each refund's `credit`, minus what it has now. Exact decimal
 * text in major units, "0" where none is missing.
 *
 * @param credited what it has now
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

/** What an order still asks for. Amounts in major units, as decimal text. */
export interface OrderDebt {
  /** `summary.pending_difference`, read together with the order's total. */
  pending: string
  /** What stands authorized and is not captured: Medusa counts it as not paid. */
  authorized: string
  currency_code: string
}

/** Owed = what is pending, less what is authorized for it, never less than nothing. */
export function owedOf({ pending, authorized, currency_code }: OrderDebt): number {
  return Math.max(0, subtractAmounts(addAmounts([pending], currency_code), authorized, currency_code))
}
