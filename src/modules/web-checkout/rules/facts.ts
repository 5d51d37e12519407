import type { AttentionReason } from "./case-reasons"
import type { MedusaBooks, ShownBooks } from "./books"
import type { LedgerCheckout } from "./ledger"
import type { Money } from "./money"

/** Options of a check that override the default behaviour. */
export interface Wish {
  /** The gateway was asked although the books agree. */
  force?: boolean
  /** Retry now, even if the pause after a failure has not passed. */
  ignore_wait?: boolean
  /** Record the payment even if a person has closed its case. */
  ignore_resolved?: boolean
}

/** The outcomes of an act. */
export const OUTCOMES = [
  /** nothing was done yet */
  "begun",
  /** the gateway gave no usable answer, and may be down: it answers nobody */
  "no_answer",
  /** the gateway gives no answer about this checkout, or the account cannot be asked: waiting does not help */
  "refused",
  /** this run holds Medusa's lock on the cart */
  "cart_locked",
  /** the checkout cannot be assigned to a payment session */
  "no_session",
  /** the cart has become an order */
  "placed",
  /** another request is completing the cart, or has its lock */
  "busy",
  /** the cart's order cannot be placed until the stock is corrected */
  "out_of_stock",
  /** the money was refunded, because the order could not be placed */
  "refunded",
  /** that refund failed */
  "not_refunded",
  /** a refund in Medusa is missing at the gateway, and cannot be sent */
  "refund_left",
  /** the gateway has made a refund that Medusa has reversed */
  "refund_reversed",
  /** the payment is booked */
  "booked",
  /** the row is settled */
  "settled",
  /** Medusa refused, or an error was thrown */
  "failed",
  /** the gateway was asked once more after a failure */
  "asked",
  /** a second attempt in the same check has failed too */
  "failed_again",
  /** the failure is counted */
  "counted",
] as const

export type Outcome = (typeof OUTCOMES)[number]

/** Medusa's data about a checkout that is not settled. Only the data that an act needs is read; the rest is undefined. */
export interface MedusaFacts {
  payment?: {
    id: string
    payment_session_id: string
    isCaptured: boolean
    isCanceled: boolean
    /** The amount refunded at the gateway that Medusa's refunds do not show, in major units. */
    unrecordedRefund: number
  }
  /** The order that the money is for. */
  order_id?: string
  /** That order, if a payment must be booked on it. Amounts in major units. */
  order?: { isCanceled: boolean; owed: number; overpaid: number }
  /** The order was placed for another payment of the same cart. */
  isPaidByOthers?: boolean
  /** The pay link is for a part of the order, and this payment brings it above that amount. */
  isPartOverpaid?: boolean
  /** The cart's present total; null if the cart was deleted. */
  cartTotal?: Money | null
  /** The payment collection of a purchase without cart and order: its amount, and the amount of other payments. Null if it was deleted. */
  collection?: { amount: string; paidByOthers: string } | null
}

/** Medusa's data about a settled row. */
export interface SettledFacts {
  books: MedusaBooks
  /** An open case of refunded money whose notifications are not all sent. */
  isRefundCaseUntold: boolean
  /** A person has closed a `refund_missing`, and Medusa shows other refunds since. */
  isAnotherRefundMissing: boolean
  /** A case is open, and the order is overpaid or may become so, because an amount is authorized. */
  isOverpaid: boolean
}

/** All data that a decision about a checkout depends on. */
export interface Facts {
  row: LedgerCheckout
  wish: Wish
  options: { authorizedCheckouts: "place-order" | "wait"; whenOutOfStock: "ask" | "refund"; giveUpAfterHours: number }
  last: Outcome
  /** Undefined before it is read. */
  medusa?: MedusaFacts
  settled?: SettledFacts
  /** What happens to an open `amount_mismatch` case of the row that was settled in this check. */
  mismatchCase?: MismatchCase
  now: Date
}

/**
 * What happens to an open `amount_mismatch` case when its row is settled. Whether an order that Medusa has placed itself is overpaid is known
 * only once the capture is booked on it.
 */
export type MismatchCase = "ends" | "stays" | "ends unless overpaid"

/** The acts on a checkout. Each is idempotent. */
export type Act =
  | { act: "read_medusa" }
  | { act: "read_books" }
  | { act: "open_case"; reason: AttentionReason; isNew?: boolean }
  /** `isRequired`: false once the completion has run for more than ten minutes. Its process has died, and some locking modules never expire a lock */
  | { act: "lock_cart"; cart_id: string; isRequired: boolean }
  | { act: "note_order"; order_id: string }
  | { act: "bind_session"; payment_session_id: string }
  | { act: "ensure_session"; fits_order?: string }
  | { act: "place_order"; cart_id: string }
  | { act: "book_payment" }
  | { act: "ask_for_rest"; order_id: string }
  | { act: "end_case"; reason: AttentionReason }
  | { act: "record_settled"; order_id: string | null; mismatchCase: MismatchCase }
  | { act: "record_over" }
  | { act: "cancel_payment"; payment_id: string }
  | { act: "record_refund"; payment_id: string; amount: number; isOfOrder: boolean }
  | { act: "capture"; payment_id: string }
  | { act: "book_refunds"; payment_id: string; refund_ids: string[] }
  | { act: "record_agreement"; shown: ShownBooks }
  | { act: "record_difference"; shown: ShownBooks }
  | { act: "compare_soon" }
  | { act: "refund_all" }
  | { act: "ask_again" }
  | { act: "count_failure" }
  | { act: "compare_again" }
