import { currencyDigits, roundToCurrency } from "../../../gateway/money"
import type { AMOUNTS } from "../services/statement-amounts"
import type { LedgerCheckout } from "./ledger"

/**
 * What the books of a period's checkouts show, of one merchant account and currency. Amounts in major units, as decimal text; the numbers
 * of checkouts with money, of those whose books differ or that need a person for another reason, of those of them that a person has
 * closed, and of partial refunds without a reported amount, which count as Medusa shows them. `asked_at`: when the gateway was last asked
 * about the one that has gone unasked for longest, of those with money.
 */
export type PeriodTotals = Record<"account" | "currency_code" | keyof typeof AMOUNTS, string> &
  Record<"with_money" | "differing" | "closed" | "untold", number> & { asked_at: Date | null }

/** How many of a day's attempts at paying ended how. */
export interface DayTotals {
  /** Which of the period's days, from 0. */
  day: number
  paid: number
  failed: number
  abandoned: number
  /** Of those that are still open, the ones that nobody will pay any more. */
  given_up: number
}

/** The sums of a period, one for each merchant account and currency that has money in it. */
export function sumsOf(totals: readonly PeriodTotals[]) {
  return totals
    .filter(({ with_money }) => with_money > 0)
    .map(sumOf)
    .sort((a, b) => keyOf(a).localeCompare(keyOf(b)))
}

/** The three books side by side. Amounts in major units, as decimal text with all of the currency's minor digits. */
function sumOf(totals: PeriodTotals) {
  const { account, currency_code, untold, differing, closed } = totals
  const sum = (amount: string) => inCurrency(amount, currency_code)
  return {
    account,
    currency_code,
    gateway: { paid: sum(totals.gateway_paid), refunded: sum(totals.gateway_refunded) },
    ledger: { paid: sum(totals.ledger_paid) },
    medusa: { captured: sum(totals.medusa_captured), refunded: sum(totals.medusa_refunded) },
    passed_through: sum(totals.passed_through),
    /** Held for the shop and not taken: in none of the sums. */
    reserved: sum(totals.reserved),
    untold,
    /** How many checkouts' books differ, or need a person for another reason; of those, the ones that a person has closed. */
    differing,
    closed,
    /** The books show the same, checkout by checkout, and no person is needed. */
    agree: differing === 0 && untold === 0,
  }
}

function keyOf({ account, currency_code }: Pick<PeriodTotals, "account" | "currency_code">): string {
  return `${account} ${currency_code}`
}

/** The outcomes of each day's attempts, including days without any. @param days all days of the period, as yyyy-MM-dd */
export function attemptsOf(totals: readonly DayTotals[], days: readonly string[]) {
  return days.map((date, index) => {
    const ofDay: Partial<DayTotals> = totals.find(({ day }) => day === index) ?? {}
    const { paid = 0, failed = 0, abandoned = 0, given_up = 0 } = ofDay
    return { date, paid, failed, abandoned: abandoned + given_up }
  })
}

/** One day's attempts at paying. `date`: yyyy-MM-dd in the store's time zone. */
export type DayAttempts = ReturnType<typeof attemptsOf>[number]

/** The moment since which no checkout with money has gone unasked; null where there is none. */
export function oldestAnswerAt(totals: readonly PeriodTotals[]): Date | null {
  const moments = totals.flatMap(({ asked_at }) => (asked_at === null ? [] : [new Date(asked_at).getTime()]))
  return moments.length > 0 ? new Date(Math.min(...moments)) : null
}

/** Decimal text with all of the currency's minor digits: `"1288420.50"`. */
export function inCurrency(amount: string, currency_code: string): string {
  return roundToCurrency(amount, currency_code).toFixed(currencyDigits(currency_code))
}

/** The file name of the statement's CSV. @param period days as yyyy-MM-dd */
export function statementFileName({ environment, from, to }: Record<"environment" | "from" | "to", string>): string {
  return `statement-${environment}-${from}-${to}.csv`
}

/** Why the three books of a checkout differ, or why the statement lists it although they agree. */
export type Difference =
  /** the job is still resolving it: nobody has to act */
  | "waits"
  /** it is a case: a person is asked */
  | "case"
  /** a person has closed it, and the difference is left */
  | "closed"
  /** it has no case, and the job is not working on it */
  | "unseen"

/** The kind of difference of a row whose books differ. */
export function differenceOf(row: Pick<LedgerCheckout, "attention" | "resolved_at" | "next_check_at">): Difference {
  if (row.attention !== null) {
    return "case"
  }
  if (row.resolved_at !== null) {
    return "closed"
  }
  return row.next_check_at === null ? "unseen" : "waits"
}
