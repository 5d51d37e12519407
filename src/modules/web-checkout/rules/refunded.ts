import { exactSum, type DecimalInput } from "../../../gateway/money"
import type { CheckoutStatus } from "../../../gateway/statuses"
import { exactAmount, type LedgerCheckout } from "./ledger"
import { isEndedUnpaid, MONEY_STATE } from "./money-state"

/** What the gateway says of a checkout. Amounts in major units. */
export interface GatewayBooks {
  status: CheckoutStatus
  amount: number
  /** What it has given back, where it says so. */
  totalRefunded: number | undefined
  currency_code: string
}

/**
 * What the gateway said last of a row: an amount given back that it did not tell is not told here, whatever it had told before. Another
 * amount than was asked for sets the row's `mismatch`.
 */
export function reportedBooks(row: LedgerCheckout): GatewayBooks {
  return {
    status: row.gateway_status ?? "PENDING",
    amount: Number(exactAmount(row)),
    totalRefunded: row.is_refund_told ? (row.total_refunded ?? undefined) : undefined,
    currency_code: row.currency_code,
  }
}

/**
 * The same with all that is known: an amount that was told earlier, and a payment that was voided after it was paid counts as given back in
 * full. The statement counts that one as never paid, as the gateway then does.
 */
export function booksOfRow(row: LedgerCheckout): GatewayBooks {
  const books = reportedBooks(row)
  const isVoided = row.paid_at !== null && isEndedUnpaid(row.gateway_status)
  return { ...books, totalRefunded: isVoided ? books.amount : (row.total_refunded ?? undefined) }
}

/**
 * How much of a checkout went back, in major units: what the gateway tells, or what its status alone says; undefined for a
 * partial refund whose amount the gateway does not tell. The one answer to that question; only the statement, which adds rows
 * up in SQL, says it again, and shows Medusa's own amount where none is told (services/statement-sql).
 */
export function refunded(books: GatewayBooks): number | undefined {
  if (books.totalRefunded !== undefined) {
    return books.totalRefunded
  }
  switch (MONEY_STATE[books.status]) {
    case "returned":
      return books.amount
    case "partly_returned":
      return undefined
    default:
      return 0
  }
}

/** What has certainly gone back: a partial refund whose amount is not told counts as nothing. */
export function certainlyRefunded(books: GatewayBooks): number {
  return refunded(books) ?? 0
}

/** How much of a payment Medusa's refunds show as given back: the exact decimal's text in major units, as fine as Medusa keeps it. */
export function refundedInMedusa(refunds: readonly ({ amount: DecimalInput } | null)[] | null | undefined): string {
  return exactSum((refunds ?? []).map((refund) => refund?.amount ?? 0))
}
