import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import {
  differenceOf,
  attemptsOf,
  inCurrency,
  oldestAnswerAt,
  sumsOf,
} from "../../modules/web-checkout/rules/statement-answer"
import type { StatementLine } from "../../modules/web-checkout/services/statements"
import type { StatementScope } from "../../modules/web-checkout/services/statement-totals"
import { readPurchasesOf, type PurchaseNames } from "../medusa/read-purchases"
import { unexpectedState } from "../../modules/web-checkout/errors"
import { statementPeriod, thisMonth } from "../../modules/web-checkout/statement-period"

/** How many differences are named; the CSV has them all. */
const MOST_NAMED = 100

/**
 * A period's payments: the amounts of the gateway, the ledger and Medusa side by side, the differences, and what is pending. The gateway is
 * not asked: its amounts are from its last answer, and Medusa's from the last comparison (`compareAgain` renews both).
 *
 * @throws MedusaError INVALID_DATA with the field and the rule; UNEXPECTED_STATE if another process takes too long to rebuild the totals
 */
export async function readStatement(container: MedusaContainer, query: StatementQuery) {
  const { statements, statementTotals, options } = container.resolve(WEB_CHECKOUT)
  const scope = statementScope(container, query)
  if (!(await statementTotals.rebuild(scope.environment))) {
    throw unexpectedState("Another process is calculating the statement's totals. Try again in a minute.")
  }
  const [totals, attempts, differing, waiting, to_compare] = await Promise.all([
    statementTotals.sums(scope),
    statementTotals.attempts(scope),
    statements.differing(scope, MOST_NAMED + 1),
    statements.waiting(scope),
    statements.countToCompare(scope),
  ])
  const named = differing.slice(0, MOST_NAMED)
  const purchases = await readPurchasesOf(container, named)
  const { from, to, time_zone } = scope.period
  return {
    from,
    to,
    time_zone,
    environment: scope.environment,
    /** Whether the gateway can be asked about it: the other environment's credentials are not here. */
    can_ask: scope.environment === options.environment,
    sums: sumsOf(totals),
    waiting: waiting.map((one) => ({ ...one, amount: inCurrency(one.amount, one.currency_code) })),
    differences: named.map((line) => shown(line, purchases.get(line.id)?.order)),
    is_more: differing.length > MOST_NAMED,
    days: attemptsOf(attempts, scope.period.days),
    asked_at: oldestAnswerAt(totals),
    to_compare,
  }
}

function shown(line: StatementLine, order: PurchaseNames["order"] | undefined) {
  const money = (amount: string) => inCurrency(amount, line.currency_code)
  return {
    id: line.id,
    order_reference: line.order_reference,
    created_at: line.created_at,
    account: line.account,
    environment: line.environment,
    currency_code: line.currency_code,
    gateway_status: line.gateway_status,
    attention: line.attention,
    difference: differenceOf(line),
    order: order ?? null,
    gateway: { paid: money(line.gateway_paid), refunded: money(line.gateway_refunded) },
    ledger: { paid: money(line.ledger_paid) },
    medusa: { captured: money(line.medusa_captured), refunded: money(line.medusa_refunded) },
  }
}

/** Like `oneOrMany` of the routes, but always gives a list. */
const listOf = (name: z.ZodType<string>) =>
  z
    .union([name, z.array(name)])
    .transform((given) => [given].flat())
    .optional()

/** Which checkouts a statement is wanted of. */
export const statementQuery = z.strictObject({
  /** yyyy-MM-dd in the store's time zone, both included. Default: this month; `from` alone is one day. */
  from: z.string().optional(),
  to: z.string().optional(),
  /** Default: the store's own. */
  environment: z.enum(["test", "live"]).optional(),
  account: listOf(z.string()),
  currency_code: listOf(z.string().toUpperCase()),
})

export type StatementQuery = z.infer<typeof statementQuery>

/** @throws MedusaError INVALID_DATA with the field and the rule */
export function statementScope(container: MedusaContainer, query: StatementQuery): StatementScope {
  const { options } = container.resolve(WEB_CHECKOUT)
  const month = thisMonth(options.timeZone)
  const { from = month.from, to = query.from ?? month.to, environment = options.environment } = query
  const period = statementPeriod({ from, to }, options.timeZone)
  return { period, environment, account: query.account, currency_code: query.currency_code }
}

/**
 * Schedules every checkout of a period: the job asks the gateway and compares the books, within minutes. Open checkouts go first.
 *
 * @returns how many are asked about
 * @throws MedusaError INVALID_DATA with the field and the rule
 */
export async function compareAgain(container: MedusaContainer, query: StatementQuery): Promise<number> {
  return container.resolve(WEB_CHECKOUT).statements.compareAgain(statementScope(container, query))
}
