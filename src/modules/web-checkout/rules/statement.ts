import { currencyDigits, exactSum, roundToCurrency } from "../../../gateway/money"

/** What the books of a day's checkouts show, by merchant account and currency. Amounts in major units, as decimal text. */
export interface DayTotals {
  account: string
  currency_code: string
  /** Which of the period's days, from 0. */
  day: number
  gateway_paid: string
  gateway_refunded: string
  ledger_paid: string
  medusa_captured: string
  medusa_refunded: string
  /** Paid, and given back in full before Medusa followed: counted in none of the sums. */
  passed_through: string
  /** How many attempts at paying ended how. */
  paid: number
  failed: number
  abandoned: number
  open: number
  /** Of the open ones, those that nobody will pay any more. */
  given_up: number
  /** How many checkouts have money on them. */
  with_money: number
  /** How many checkouts' books differ, or need a person for another reason. */
  differing: number
  /** Of those, the ones that a person has closed. */
  closed: number
  /** How many partial refunds the gateway tells no amount of: counted as Medusa shows them. */
  untold: number
  /** When the gateway was last asked about the one that has gone unasked for longest, of those with money. */
  asked_at: Date | null
}

/** The three books side by side. Amounts in major units, as decimal text with all of the currency's minor digits. */
export interface StatementSum {
  account: string
  currency_code: string
  gateway: { paid: string; refunded: string }
  ledger: { paid: string }
  medusa: { captured: string; refunded: string }
  passed_through: string
  untold: number
  /** How many checkouts' books differ, or need a person for another reason; of those, the ones that a person has closed. */
  differing: number
  closed: number
  /** The books show the same, checkout by checkout, and no person is needed. */
  agree: boolean
}

/** One day's attempts at paying. */
export interface DayAttempts {
  /** yyyy-MM-dd in the store's time zone. */
  date: string
  paid: number
  failed: number
  abandoned: number
}

/** The sums of a period, one for each merchant account and currency that has money in it. */
export function sumsOf(totals: readonly DayTotals[]): StatementSum[] {
  const groups = new Map<string, DayTotals[]>()
  for (const day of totals) {
    const key = `${day.account} ${day.currency_code}`
    groups.set(key, [...(groups.get(key) ?? []), day])
  }
  return [...groups.entries()]
    .filter(([, days]) => days.some(({ with_money }) => with_money > 0))
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([, days]) => sumOf(days))
}

function sumOf(days: DayTotals[]): StatementSum {
  const { account, currency_code } = days[0]
  const sum = (name: AmountName) => inCurrency(exactSum(days.map((day) => day[name])), currency_code)
  const count = (name: "untold" | "differing" | "closed") => days.reduce((all, day) => all + day[name], 0)
  return {
    account,
    currency_code,
    gateway: { paid: sum("gateway_paid"), refunded: sum("gateway_refunded") },
    ledger: { paid: sum("ledger_paid") },
    medusa: { captured: sum("medusa_captured"), refunded: sum("medusa_refunded") },
    passed_through: sum("passed_through"),
    untold: count("untold"),
    differing: count("differing"),
    closed: count("closed"),
    agree: count("differing") === 0,
  }
}

type AmountName =
  "gateway_paid" | "gateway_refunded" | "ledger_paid" | "medusa_captured" | "medusa_refunded" | "passed_through"

/** What became of each day's attempts, days without one included. @param days yyyy-MM-dd, each of them */
export function attemptsOf(totals: readonly DayTotals[], days: readonly string[]): DayAttempts[] {
  const attempts = days.map((date) => ({ date, paid: 0, failed: 0, abandoned: 0 }))
  for (const { day, paid, failed, abandoned, given_up } of totals) {
    const sums = attempts[day]
    sums.paid += paid
    sums.failed += failed
    sums.abandoned += abandoned + given_up
  }
  return attempts
}

/** The moment since which no checkout with money has gone unasked; null where there is none. */
export function oldestQuestion(totals: readonly DayTotals[]): Date | null {
  const moments = totals.flatMap(({ asked_at }) => (asked_at === null ? [] : [new Date(asked_at).getTime()]))
  return moments.length > 0 ? new Date(Math.min(...moments)) : null
}

/** Decimal text with all of the currency's minor digits: `"1288420.50"`. */
export function inCurrency(amount: string, currency_code: string): string {
  return roundToCurrency(amount, currency_code).toFixed(currencyDigits(currency_code))
}
