import type { CheckoutStatus } from "../../../gateway/statuses"
import { exactAmount, type LedgerCheckout } from "./ledger"
import { isEndedUnpaid, MONEY_STATE } from "./money-state"

/** The gateway's books about a checkout. Amounts in major units. */
export interface GatewayBooks {
  status: CheckoutStatus
  amount: number
  /** The refunded amount, if the gateway reports it. */
  totalRefunded: number | undefined
  currency_code: string
}

/**
 * The gateway's last answer about a row. A refunded amount is included only if the last answer contained it. An amount that differs from the
 * requested one sets the row's `mismatch`.
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

/** The amount that is certainly refunded: a partial refund without a reported amount counts as 0. */
export function certainlyRefunded(books: GatewayBooks): number {
  return refunded(books) ?? 0
}
