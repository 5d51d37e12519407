import { exactAmount, type LedgerCheckout } from "./ledger"
import { isEndedUnpaid, isPartlyReturned, isReturned } from "./money-state"

/** The gateway's books about a checkout. Amounts in major units. */
export type GatewayBooks = ReturnType<typeof reportedBooks>

/**
 * The gateway's last answer about a row. A refunded amount is included only if the last answer contained it. An amount that differs from the
 * requested one sets the row's `mismatch`.
 */
export function reportedBooks(row: LedgerCheckout) {
  return {
    status: row.gateway_status ?? "PENDING",
    amount: Number(exactAmount(row)),
    /** The refunded amount, if the gateway reports it. */
    totalRefunded: row.is_refund_told ? (row.total_refunded ?? undefined) : undefined,
    currency_code: row.currency_code,
  }
}

/**
 * Like `reportedBooks`, but also with a refunded amount that was reported earlier. A payment that was voided after it was paid counts as
 * refunded in full; the statement counts it as never paid, as the gateway does.
 */
export function booksOfRow(row: LedgerCheckout): GatewayBooks {
  const books = reportedBooks(row)
  const isVoided = row.paid_at !== null && isEndedUnpaid(row.gateway_status)
  return { ...books, totalRefunded: isVoided ? books.amount : (row.total_refunded ?? undefined) }
}

/**
 * The refunded amount of a checkout, in major units: as the gateway reports it, or as its status implies; undefined for a partial refund
 * without a reported amount. Only the statement, which adds rows up in SQL, repeats this rule, and uses Medusa's amount if none is reported
 * (services/statement-amounts).
 */
export function refunded(books: GatewayBooks): number | undefined {
  const implied = isReturned(books.status) ? books.amount : 0
  return books.totalRefunded ?? (isPartlyReturned(books.status) ? undefined : implied)
}
