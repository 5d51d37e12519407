import { invalidData } from "../../modules/web-checkout/errors"
import type { WebCheckoutOptions } from "../../modules/web-checkout/options"
import { statementPeriod, thisMonth } from "../../modules/web-checkout/statement-period"
import type { StatementScope } from "../../modules/web-checkout/services/statement-totals"
import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"

/** Which checkouts a statement is wanted of. */
export interface StatementQuery {
  /** yyyy-MM-dd in the store's time zone, both included: this month unless told, and `from` alone is one day */
  from?: string
  to?: string
  /** The store's own unless told. */
  environment?: string
  account?: string | string[]
  currency_code?: string | string[]
}

/** @throws MedusaError INVALID_DATA with the field and the rule */
export function statementScope(
  { environment, timeZone }: Pick<WebCheckoutOptions, "environment" | "timeZone">,
  query: StatementQuery
): StatementScope {
  const month = thisMonth(timeZone)
  const period = statementPeriod({ from: query.from ?? month.from, to: query.to ?? query.from ?? month.to }, timeZone)
  if ("rule" in period) {
    throw invalidData([period])
  }
  return {
    period,
    environment: query.environment ?? environment,
    account: listOf(query.account),
    currency_code: listOf(query.currency_code),
  }
}

function listOf(value: string | string[] | undefined): string[] | undefined {
  return typeof value === "string" ? [value] : value
}

/**
 * Has the gateway asked about every checkout of a period, and the books compared. The job does it, within minutes: what is open
 * goes first.
 *
 * @returns how many are asked about
 * @throws MedusaError INVALID_DATA with the field and the rule
 */
export async function compareAgain(container: MedusaContainer, query: StatementQuery): Promise<number> {
  const { statements, options } = container.resolve(WEB_CHECKOUT)
  return statements.compareAgain(statementScope(options, query))
}
