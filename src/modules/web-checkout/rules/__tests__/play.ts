import { REASONS } from "../case-reasons"
import type { MedusaBooks } from "../compare-books"
import { caseOf, isClosedCase } from "../cases"
import { retryFollowAt, isRetryDelayed, nextCheckAt, watchAt } from "../check-times"
import { decide, type Outcome } from "../decide"
import type { Act, Facts } from "../facts"
import type { LedgerCheckout } from "../ledger"
import { isAuthorized, isEndedUnpaid, isMoneyHeld, isPaid, isPending, isReturned } from "../money-state"
import { refunded, booksOfRow } from "../gateway-books"
import { GIVE_UP_AFTER_HOURS, HOUR } from "./decide-facts"

/** How Medusa behaves while a checkout is played to its end. */
export type Medusa = "obeys" | "refuses" | "has no session" | "is out of stock" | "is busy"

const MOST_DECISIONS = 20

/** Plays one look at a checkout: decides and acts until nothing is to be decided any more. @throws Error where that comes to no end */
export function look(facts: Facts, behaves: () => Medusa): { facts: Facts; acts: Act["act"][] } {
  const world = { medusa: facts.medusa, settled: facts.settled }
  let state: Facts = { ...facts, medusa: undefined, settled: undefined }
  const done: Act["act"][] = []
  for (let decisions = 0; decisions < MOST_DECISIONS; decisions += 1) {
    const acts = decide(state)
    const outcome = acts.some((act) => {
      done.push(act.act)
      const next = play(act, state, world, behaves)
      state = next.facts
      return next.isOutcome
    })
    if (!outcome) {
      return { facts: { ...state, ...world, last: "begun" }, acts: done }
    }
  }
  throw new Error(`no end: ${done.join(", ")}`)
}

interface World {
  medusa: Facts["medusa"]
  settled: Facts["settled"]
}

interface Played {
  facts: Facts
  isOutcome: boolean
}

/** The next act follows, on the changed row. Without changes nothing is copied: half of all acts have none. */
function on(facts: Facts, changes?: Partial<LedgerCheckout>): Played {
  return { facts: changes ? { ...facts, row: { ...facts.row, ...changes } } : facts, isOutcome: false }
}

/** It came to something that has to be decided upon: what was read of Medusa is old. */
function to(facts: Facts, last: Outcome, changes: Partial<LedgerCheckout> = {}): Played {
  const row = { ...facts.row, ...changes }
  return { facts: { ...facts, last, row, medusa: undefined, settled: undefined }, isOutcome: true }
}

/** What concerns the ledger's row alone. */
function play(act: Act, facts: Facts, world: World, behaves: () => Medusa): Played {
  const { row, last, now } = facts
  switch (act.act) {
    case "read_medusa": {
      const shown = last === "placed" ? { order_id: "order_1" } : (world.medusa ?? {})
      return { facts: { ...facts, medusa: shown }, isOutcome: true }
    }
    case "read_books":
      return { facts: { ...facts, settled: world.settled ?? agreeing(row) }, isOutcome: true }
    case "open_case": {
      const isClosed = !act.isNew && isClosedCase(row) && row.resolved_as === caseOf(row, act.reason)
      const has_unreported_reversal = row.has_unreported_reversal && act.reason !== "partially_refunded"
      return on(facts, isClosed ? undefined : { attention: act.reason, resolved_at: null, has_unreported_reversal })
    }
    case "record_settled":
      return to(facts, "settled", asSettled(row, act.mismatchCase !== "ends", now))
    case "record_over":
      return on(facts, row.status === "closed" ? { attention: null } : undefined)
    case "record_agreement":
      return on(facts, asAgreed(row, now))
    case "compare_again":
      return to(facts, "settled")
    case "ask_again":
      return to(facts, "asked")
    case "count_failure": {
      const failures = row.settle_failures + 1
      return to(facts, "counted", { settle_failures: failures, follow_after: retryFollowAt(failures, now) })
    }
    default:
      return playMedusa(act, facts, world, behaves)
  }
}

const COMPLETIONS: Record<Medusa, Outcome> = {
  obeys: "placed",
  refuses: "failed",
  "has no session": "failed",
  "is out of stock": "out_of_stock",
  "is busy": "busy",
}

/** What Medusa is to do. */
function playMedusa(act: Act, facts: Facts, world: World, behaves: () => Medusa): Played {
  switch (act.act) {
    case "lock_cart":
      return to(facts, act.isRequired && behaves() === "is busy" ? "busy" : "cart_locked")
    case "ensure_session":
      return behaves() === "has no session" ? to(facts, "no_session") : on(facts)
    case "place_order":
      return to(facts, COMPLETIONS[behaves()])
    case "book_payment":
      if (behaves() === "refuses") {
        return to(facts, "failed")
      }
      world.medusa = booked(facts, world)
      return to(facts, "booked")
    case "capture":
    case "book_refunds":
    case "record_refund":
    case "cancel_payment":
      if (behaves() === "refuses") {
        return to(facts, facts.last === "failed" || facts.last === "asked" ? "failed_again" : "failed")
      }
      world.settled = agreeing(facts.row)
      return on(facts)
    case "refund_all":
      return to(facts, behaves() === "refuses" ? "not_refunded" : "refunded", {
        gateway_status: "REFUNDED",
        status: "closed",
      })
    default:
      return on(facts)
  }
}

function asSettled(row: LedgerCheckout, keepsMismatchCase: boolean, now: Date): Partial<LedgerCheckout> {
  const ends = row.attention !== null && !(keepsMismatchCase && REASONS[row.attention].outlivesSettling)
  return { status: "settled", settled_at: now, follow_after: null, ...(ends ? { attention: null } : {}) }
}

function asAgreed(row: LedgerCheckout, now: Date): Partial<LedgerCheckout> {
  const ends = row.attention !== null && REASONS[row.attention].endsByAgreement
  return { agreed_at: now, ...(ends ? { attention: null } : {}) }
}

/** What Medusa shows once the payment is booked: what an order takes beyond what it owes is too much. */
function booked({ row }: Facts, { medusa }: World): Facts["medusa"] {
  const payment = {
    id: "pay_1",
    payment_session_id: row.payment_session_id ?? "payses_1",
    isCaptured: isPaid(row.gateway_status),
    isCanceled: false,
    unrecordedRefund: 0,
  }
  const order = medusa?.order
  const owed = order ? order.owed - row.amount : 0
  return {
    ...medusa,
    payment,
    order: order && { isCanceled: false, owed: Math.max(0, owed), overpaid: Math.max(0, -owed) },
  }
}

/** Books in which Medusa shows what the gateway says. */
function agreeing(row: LedgerCheckout): NonNullable<Facts["settled"]> {
  const isTaken = !isAuthorized(row.gateway_status)
  const given = String(refunded(booksOfRow(row)) ?? 5)
  const payment: MedusaBooks["payment"] = {
    id: "pay_1",
    standing: 1,
    isCaptured: isTaken,
    isCanceled: isEndedUnpaid(row.gateway_status),
    captured: isTaken ? "115.51" : "0",
    refundedInAll: given,
    refunded: given,
    hasUnbookedCapture: false,
    isBookedTwice: false,
    unbookedRefunds: [],
    phantomRefund: "0",
  }
  const books = { payment, order: undefined, isRefundUnderWay: false, isRefundReported: false }
  return { books, isRefundCaseUntold: false, isAnotherRefundMissing: false, isOverpaid: false }
}

/** Why nothing more has to come of a checkout for now: what rule 7 of the design names, or a look that is repeated until the gateway says otherwise. */
export function restOf({ row, now, options }: Facts, acts: Act["act"][]): string | undefined {
  if (row.attention !== null) {
    return "an open case, checked daily"
  }
  if (isRetryDelayed(row, now)) {
    return undefined
  }
  if (row.status === "settled") {
    const isClosedAgain = isClosedCase(row) && acts.includes("open_case")
    return row.agreed_at
      ? "settled, and the books agree"
      : isClosedAgain
        ? "closed by a person, checked daily"
        : undefined
  }
  if (isClosedCase(row)) {
    return isMoneyHeld(row.gateway_status)
      ? "closed by a person, checked daily"
      : "closed by a person, and nothing is held"
  }
  if (isReturned(row.gateway_status)) {
    return "given back in full before Medusa followed"
  }
  if (isEndedUnpaid(row.gateway_status)) {
    return "ended unpaid, checked again"
  }
  const waits =
    isPending(row.gateway_status) || (isAuthorized(row.gateway_status) && options.authorizedCheckouts === "wait")
  return waits ? "may still be paid, checked until it is" : undefined
}

/** The same checkout at the job's next check, with nothing changed but the time; undefined where it has none. */
export function atNextLook(facts: Facts): Facts | undefined {
  const { row, now } = facts
  const looks = [nextCheckAt(row, GIVE_UP_AFTER_HOURS, now, 0), watchAt(row, now, 0)].filter((at) => at !== null)
  if (looks.length === 0) {
    return undefined
  }
  const at = new Date(Math.max(now.getTime() + 30_000, Math.min(...looks.map((look) => look.getTime()))))
  const isLong = at.getTime() - row.created_at.getTime() > GIVE_UP_AFTER_HOURS * HOUR
  const settled = facts.settled && {
    ...facts.settled,
    // A bell has rung by then; and what is under way comes to an end.
    isRefundCaseUntold: false,
    books: { ...facts.settled.books, isRefundUnderWay: facts.settled.books.isRefundUnderWay && !isLong },
  }
  return { ...facts, settled, now: at, row: { ...row, check_count: row.check_count + 1 } }
}
