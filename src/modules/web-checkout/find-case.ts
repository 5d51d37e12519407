import { invalidData } from "./errors"
import { seenAs, withCase, type CaseRow } from "./rules/cases"
import type { LedgerCheckout } from "./rules/ledger"

/**
 * The one of a payment's open cases that somebody means.
 *
 * @param named how it was seen (`seenAs`); or its id or reason, which mean it as it stands
 * @returns undefined when it is open no more, or has become another
 * @throws MedusaError INVALID_DATA at `case` when there are several and none is named
 */
export function findCase(row: LedgerCheckout, open: CaseRow[], named?: string): CaseRow | undefined {
  if (named === undefined && open.length > 1) {
    const names = open.map((one) => `${one.reason} (${seenAs(withCase(row, one))})`).join(", ")
    throw invalidData([{ field: "case", rule: `is required, because this payment has several open cases: ${names}` }])
  }
  return named === undefined
    ? open[0]
    : open.find((one) => [one.id, one.reason, seenAs(withCase(row, one))].includes(named))
}
