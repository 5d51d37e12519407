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
 * What a statement counts of a row of the ledger, as SQL over its columns: the one place where that is said. The names are
 * those of the answer. Amounts in major units. A change here makes all sums anew by itself: they know what they were made by.
 */

const SETTLED: LedgerStatus = "settled"
const isSettled = `status = '${SETTLED}'`
const isTaken = isOneOf(wasMoneyTaken)
const isGivenBack = isOneOf(isReturned)

/** Paid, and given back in full before Medusa followed: no book but the gateway's ever showed it. */
const hasPassedThrough = `(${isGivenBack} AND NOT ${isSettled} AND COALESCE(medusa_captured, 0) = 0)`

const gatewayAmount = "COALESCE(gateway_amount, amount)"

/** What each book shows of a row, but for what has passed through. */
export const BOOKS = {
  /** what the gateway has taken, as it said when it was last asked */
  gateway_paid: `CASE WHEN ${isTaken} AND NOT ${hasPassedThrough} THEN ${gatewayAmount} ELSE 0 END`,
  /** what it has given back; of a partial refund that it tells no amount of, what Medusa shows */
  gateway_refunded: `CASE WHEN ${hasPassedThrough} THEN 0
    WHEN ${isGivenBack} THEN COALESCE(total_refunded, ${gatewayAmount})
    WHEN ${isOneOf(isPartlyReturned)} THEN COALESCE(total_refunded, medusa_refunded, 0)
    ELSE COALESCE(total_refunded, 0) END`,
  /** what the ledger has seen paid, and Medusa has followed */
  ledger_paid: `CASE WHEN ${isSettled} AND paid_at IS NOT NULL THEN amount ELSE 0 END`,
  /** what Medusa's books showed when they were last compared */
  medusa_captured: "COALESCE(medusa_captured, 0)",
  medusa_refunded: "COALESCE(medusa_refunded, 0)",
} as const

export type BookAmount = keyof typeof BOOKS

/** Every amount of a statement. */
export const AMOUNTS = {
  ...BOOKS,
  passed_through: `CASE WHEN ${hasPassedThrough} THEN ${gatewayAmount} ELSE 0 END`,
  /** held for the shop and not taken: it expires, unless it is captured or cancelled before */
  reserved: `CASE WHEN ${isOneOf(isAuthorized)} THEN ${gatewayAmount} ELSE 0 END`,
} as const

/** A partial refund whose amount the gateway does not tell. */
export const IS_UNTOLD = `(${isOneOf(isPartlyReturned)} AND total_refunded IS NULL)`

/**
 * The books do not show the same, or a person is needed for another reason. An index of the ledger has this as its condition: who
 * changes it makes that index anew, in a migration.
 */
export const DIFFERS = `(attention IS NOT NULL
  OR ${BOOKS.gateway_paid} <> ${BOOKS.ledger_paid}
  OR ${BOOKS.gateway_paid} <> ${BOOKS.medusa_captured}
  OR ${BOOKS.gateway_refunded} <> ${BOOKS.medusa_refunded}
  OR (${IS_UNTOLD} AND ${BOOKS.medusa_refunded} = 0))`

/** Money has moved on it, or should have. */
export const HAS_MONEY = `(${isTaken} OR ${isSettled} OR ${isOneOf(isAuthorized)} OR medusa_captured > 0 OR attention IS NOT NULL)`

/** A difference that the job is at: nobody has to do anything. `differenceOf` (rules/difference) says the same of a row. */
export const WAITS = `(${DIFFERS} AND attention IS NULL AND resolved_at IS NULL AND next_check_at IS NOT NULL)`

/** A difference that a person has closed, and that is left. */
export const IS_CLOSED = `(${DIFFERS} AND attention IS NULL AND resolved_at IS NOT NULL)`

/** What became of an attempt at paying: each of the gateway's statuses is one of these. */
export const ATTEMPTS = {
  /** taken or reserved */
  paid: isOneOf((status) => wasMoneyTaken(status) || isAuthorized(status)),
  failed: isOneOf((status) => status === "FAILED"),
  abandoned: isOneOf((status) => isMoneyOver(status) && !wasMoneyTaken(status) && status !== "FAILED"),
  /** still to be paid; a page that is never paid and never ends stays here */
  open: `(checkout_id IS NOT NULL AND (gateway_status IS NULL OR ${isOneOf(isMoneyOpen)}))`,
} as const

/** The statuses are ours, from a table: nothing that anybody has sent. */
function isOneOf(rule: (status: CheckoutStatus) => boolean): string {
  const statuses = CHECKOUT_STATUSES.filter((status) => rule(status)).map((status) => `'${status}'`)
  return `COALESCE(gateway_status IN (${statuses.join(", ")}), false)`
}
