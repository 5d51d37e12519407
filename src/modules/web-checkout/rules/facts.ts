import type { AttentionReason } from "./case-reasons"
import type { MedusaBooks, ShownBooks } from "./books"
import type { LedgerCheckout } from "./ledger"
import type { Money } from "./money"

/** What whoever asks for a checkout to be looked at wants beyond the usual. */
export interface Wish {
  /** The gateway was asked although the books agree. */
  force?: boolean
  /** Try now, although a failure of a moment ago says to wait. */
  ignore_wait?: boolean
  /** Follow although a person has closed the case. */
  ignore_resolved?: boolean
}

/** What the last act came to. */
export const OUTCOMES = [
  /** nothing was done yet */
  "begun",
  /** the gateway gave no usable answer, and may be down: it answers nobody */
  "no_answer",
  /** it gives none about this checkout, or the account cannot be asked: waiting will not help */
  "refused",
  /** this run holds Medusa's lock on the cart */
  "cart_locked",
  /** no payment session can stand for the checkout */
  "no_session",
  /** the cart has become an order */
  "placed",
  /** another request is completing the cart, or has its lock */
  "busy",
  /** the cart's order cannot be placed before somebody mends the stock */
  "out_of_stock",
  /** the money was refunded, because the order could not be placed */
  "refunded",
  /** that refund failed */
  "not_refunded",
  /** a refund of Medusa's is missing at the gateway, and cannot be sent */
  "refund_left",
  /** the gateway has made a refund that Medusa has reversed */
  "refund_reversed",
  /** the payment is booked */
  "booked",
  /** the row is settled */
  "settled",
  /** Medusa would not follow, or something was thrown */
  "failed",
  /** the gateway was asked once more after a failure */
  "asked",
  /** a second attempt in the same look has failed too */
  "failed_again",
  /** the failure is counted */
  "counted",
] as const

export type Outcome = (typeof OUTCOMES)[number]

/** What Medusa shows of a checkout that it has not followed. What an act needs is read; the rest is undefined. */
export interface MedusaFacts {
  payment?: {
    id: string
    payment_session_id: string
    isCaptured: boolean
    isCanceled: boolean
    /** What went back at the gateway and Medusa's refunds do not show, in major units. */
    unrecordedRefund: number
  }
  /** The order that the money is for. */
  order_id?: string
  /** That order, where something is to be booked on it. Amounts in major units. */
  order?: { isCanceled: boolean; owed: number; overpaid: number }
  /** The order was placed for another payment of the same cart. */
  isPaidByOthers?: boolean
  /** The pay link asks for a part of the order, and has more than that with this payment. */
  isPartOverpaid?: boolean
  /** What the cart costs now; null for a cart that is gone. */
  cartTotal?: Money | null
  /** The collection of a purchase without cart and order: what it asks for, and what others have paid into it. Null for one that is gone. */
  collection?: { amount: string; paidByOthers: string } | null
}

/** What Medusa's books show of a settled row. */
export interface SettledFacts {
  books: MedusaBooks
  /** An open case of refunded money whose notifications are not all sent. */
  isRefundCaseUntold: boolean
  /** A person has closed a `refund_missing`, and Medusa shows other refunds since. */
  isAnotherRefundMissing: boolean
  /** A case is open, and the order has taken too much, or may yet: an amount is reserved. */
  isOverpaid: boolean
}

/** What is known of a checkout, as plain data: all that a decision depends on. */
export interface Facts {
  row: LedgerCheckout
  wish: Wish
  options: { authorizedCheckouts: "place-order" | "wait"; whenOutOfStock: "ask" | "refund"; giveUpAfterHours: number }
  last: Outcome
  /** Undefined before it is read. */
  medusa?: MedusaFacts
  settled?: SettledFacts
  /** What is to become of an open `amount_mismatch` of the row that was settled in this look. */
  mismatchCase?: MismatchCase
  now: Date
}

/**
 * What becomes of an open `amount_mismatch` when its row is settled. Whether an order that Medusa has placed by itself has taken too much is known
 * only once the capture is booked on it.
 */
export type MismatchCase = "ends" | "stays" | "ends unless overpaid"

/** What is done about a checkout. Each act can be repeated: done already, it does nothing. */
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
