import type { AttentionReason } from "./case-reasons"
import type { MedusaBooks, ShownBooks } from "./compare-books"
import type { LedgerCheckout } from "./ledger"
import type { Money } from "../../../gateway/money"
import type { Outcome } from "./decide"

/** Options of a check that override the default behaviour. */
export interface Wish {
  /** The gateway was asked although the books agree. */
  force?: boolean
  /** Retry now, even if the pause after a failure has not passed. */
  ignore_wait?: boolean
  /** Record the payment even if a person has closed its case. */
  ignore_resolved?: boolean
}

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
