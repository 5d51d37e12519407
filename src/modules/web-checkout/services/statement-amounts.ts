import { CHECKOUT_STATUSES, type CheckoutStatus } from "../../../gateway/statuses"
import {
  isAuthorized,
  isMoneyOpen,
  isMoneyOver,
  isPartlyReturned,
  isReturned,
  wasMoneyTaken,
} from "../rules/money-state"
import type { LedgerStatus } from "../rules/ledger"

/*
 * The only definition of what a statement counts of a ledger row, as SQL over its columns. The names are those of the API's answer.
 * Amounts in major units. A change here rebuilds all sums automatically, because each sum stores the rules that it was made by.
 */

const SETTLED: LedgerStatus = "settled"
const isSettled = `status = '${SETTLED}'`
const isTaken = isOneOf(wasMoneyTaken)
const isGivenBack = isOneOf(isReturned)

/** Paid, and refunded in full before Medusa recorded the payment: only the gateway's books ever showed it. */
const hasPassedThrough = `(${isGivenBack} AND NOT ${isSettled} AND COALESCE(medusa_captured, 0) = 0)`

const gatewayAmount = "COALESCE(gateway_amount, amount)"

/** The amounts of a row in each of the books, excluding money that has passed through. */
export const BOOKS = {
  /** the amount that the gateway has taken, by its last answer */
  gateway_paid: `CASE WHEN ${isTaken} AND NOT ${hasPassedThrough} THEN ${gatewayAmount} ELSE 0 END`,
  /** the amount that it has refunded; for a partial refund without a reported amount, the amount in Medusa */
  gateway_refunded: `CASE WHEN ${hasPassedThrough} THEN 0
    WHEN ${isGivenBack} THEN COALESCE(total_refunded, ${gatewayAmount})
    WHEN ${isOneOf(isPartlyReturned)} THEN COALESCE(total_refunded, medusa_refunded, 0)
    ELSE COALESCE(total_refunded, 0) END`,
  /** the amount that was paid and that Medusa has recorded */
  ledger_paid: `CASE WHEN ${isSettled} AND paid_at IS NOT NULL THEN amount ELSE 0 END`,
  /** the amounts in Medusa's books at the last comparison */
  medusa_captured: "COALESCE(medusa_captured, 0)",
  medusa_refunded: "COALESCE(medusa_refunded, 0)",
} as const

export type BookAmount = keyof typeof BOOKS

/** Every amount of a statement. */
export const AMOUNTS = {
  ...BOOKS,
  passed_through: `CASE WHEN ${hasPassedThrough} THEN ${gatewayAmount} ELSE 0 END`,
  /** authorized and not captured: it expires unless it is captured or cancelled first */
  reserved: `CASE WHEN ${isOneOf(isAuthorized)} THEN ${gatewayAmount} ELSE 0 END`,
} as const

/** A partial refund whose amount the gateway does not report. */
export const IS_UNTOLD = `(${isOneOf(isPartlyReturned)} AND total_refunded IS NULL)`

/**
 * The books differ, or the row has an open case. An index of the ledger has this condition: a change here needs a migration that rebuilds
 * the index.
 */
export const DIFFERS = `(attention IS NOT NULL
  OR ${BOOKS.gateway_paid} <> ${BOOKS.ledger_paid}
  OR ${BOOKS.gateway_paid} <> ${BOOKS.medusa_captured}
  OR ${BOOKS.gateway_refunded} <> ${BOOKS.medusa_refunded}
  OR (${IS_UNTOLD} AND ${BOOKS.medusa_refunded} = 0))`

/** The row's money has moved, or should have. */
export const HAS_MONEY = `(${isTaken} OR ${isSettled} OR ${isOneOf(isAuthorized)} OR medusa_captured > 0 OR attention IS NOT NULL)`

/** A difference that the job is still resolving: nobody has to act. `differenceOf` (rules/statement-answer) is the same rule in TypeScript. */
export const WAITS = `(${DIFFERS} AND attention IS NULL AND resolved_at IS NULL AND next_check_at IS NOT NULL)`

/** A remaining difference whose case a person has closed. */
export const IS_CLOSED = `(${DIFFERS} AND attention IS NULL AND resolved_at IS NOT NULL)`

/** The outcomes of a payment attempt. Each of the gateway's statuses belongs to one of them. */
export const ATTEMPTS = {
  /** taken or reserved */
  paid: isOneOf((status) => wasMoneyTaken(status) || isAuthorized(status)),
  failed: isOneOf((status) => status === "FAILED"),
  abandoned: isOneOf((status) => isMoneyOver(status) && !wasMoneyTaken(status) && status !== "FAILED"),
  /** not paid yet; a page that is never paid and never expires stays here */
  open: `(checkout_id IS NOT NULL AND (gateway_status IS NULL OR ${isOneOf(isMoneyOpen)}))`,
} as const

/** Safe to interpolate: the statuses are constants of the plugin, never input. */
function isOneOf(rule: (status: CheckoutStatus) => boolean): string {
  const statuses = CHECKOUT_STATUSES.filter((status) => rule(status)).map((status) => `'${status}'`)
  return `COALESCE(gateway_status IN (${statuses.join(", ")}), false)`
}
