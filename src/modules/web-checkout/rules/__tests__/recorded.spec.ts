import { CHECKOUT_STATUSES } from "../../../../gateway/statuses"
import { ATTENTION_REASONS, REASONS } from "../case-reasons"
import { caseOf } from "../cases"
import {
  afterClosing,
  retryCheckAt,
  afterOpening,
  isCompletionStuck,
  isDone,
  isOverdueForAnswer,
  nextCheckAt,
  watchAt,
} from "../check-times"
import { answered } from "../checkout-states"
import { decide } from "../decide"
import { LEDGER_STATUSES, type LedgerCheckout } from "../ledger"
import { everyCombination } from "./decide-facts"
import { ledgerRow } from "./ledger-row"

/*
 * Counts what the rules say of thousands of rows. A change of a rule changes the snapshot: review the difference, which shows all that the
 * change does, then accept it with `npm run test:unit -- --testPathPattern recorded -u`.
 */

const NOW = new Date("2027-06-01T12:00:00Z")
const HOUR = 3_600_000
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR)
const inHours = (at: Date | null | undefined) => (at ? Math.round((at.getTime() - NOW.getTime()) / 36_000) / 100 : at)

/** How often each value comes, the most frequent first. */
function counted(values: Iterable<unknown>): string {
  const counts = new Map<string, number>()
  for (const value of values) {
    const text = JSON.stringify(value) ?? "undefined"
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return [...counts]
    .sort(([a, one], [b, other]) => other - one || a.localeCompare(b))
    .map(([text, count]) => `${count} × ${text}`)
    .join("\n")
}

/** Every combination of these choices. */
function product<Facts extends Record<string, readonly unknown[]>>(choices: Facts) {
  type Chosen = { [Name in keyof Facts]: Facts[Name][number] }
  return Object.entries(choices).reduce<Chosen[]>(
    (chosen, [name, values]) => chosen.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{} as Chosen]
  )
}

const closed = (row: LedgerCheckout): LedgerCheckout => ({
  ...row,
  resolved_at: hoursAgo(1),
  resolved_as: caseOf(row, "refund_missing"),
})

const ROWS = product({
  status: LEDGER_STATUSES,
  gateway_status: [null, ...CHECKOUT_STATUSES],
  checkout_id: ["100", null],
  attention: [null, "amount_mismatch", "unanswered"] as const,
  created_at: [hoursAgo(1), hoursAgo(100), hoursAgo(91 * 24)],
  check_count: [2, 60],
  follow_after: [null, new Date(NOW.getTime() + 60_000), hoursAgo(1)],
  doubted_at: [null, hoursAgo(0.1), hoursAgo(1)],
  agreed_at: [null, NOW],
})
  .filter((_, index) => index % 7 === 0)
  .map((facts, index) =>
    ledgerRow({
      ...facts,
      settled_at: facts.status === "settled" ? facts.created_at : null,
      ended_at: index % 2 === 0 ? facts.created_at : null,
      paid_at: index % 3 === 0 ? facts.created_at : null,
      reserved_at: index % 5 === 0 ? hoursAgo(1) : null,
    })
  )
  .flatMap((row, index) => (index % 3 === 0 ? [row, closed(row)] : [row]))

describe("recorded", () => {
  beforeEach(() => void jest.spyOn(Math, "random").mockReturnValue(0.5))
  afterEach(() => jest.restoreAllMocks())

  it("what is decided of a checkout", () => {
    expect(counted([...everyCombination(31)].map(decide))).toMatchSnapshot()
  })

  it.each<[string, (row: LedgerCheckout) => unknown]>([
    ["the next check", (row) => inHours(nextCheckAt(row, 72, NOW))],
    ["the next check of what is done", (row) => inHours(watchAt(row, NOW))],
    ["the checks after a case was closed", (row) => scheduled(afterClosing(row, NOW))],
    ["the check after a failed one", (row) => inHours(retryCheckAt(row, 72, NOW))],
    ["the checks of a new case", (row) => scheduled(afterOpening(row, NOW))],
    ["whether a completion is stuck", (row) => isCompletionStuck(row, NOW)],
    ["whether a row is done", isDone],
    [
      "whether an answer is overdue, with the account's other payments",
      (row) => isOverdueForAnswer(row, false, 72, NOW),
    ],
    ["whether an answer is overdue, alone", (row) => isOverdueForAnswer(row, true, 72, NOW)],
  ])("%s", (_, rule) => {
    expect(counted(ROWS.map(rule))).toMatchSnapshot()
  })

  it("what an answer changes", () => {
    const answers = product({
      status: CHECKOUT_STATUSES,
      totalRefunded: [undefined, 0, 15],
      displayId: [undefined, "D1"],
    })
    const rows = ROWS.filter((_, index) => index % 97 === 0)
    const changes = rows.flatMap((row, index) =>
      answers.map(({ status, totalRefunded, displayId }) => {
        const known = {
          ...row,
          last_checked_at: index % 2 === 0 ? hoursAgo(1) : null,
          total_refunded: index % 4 === 0 ? 15 : null,
        }
        const echoed = {
          id: "100",
          requestId: row.request_id,
          orderId: row.gateway_order_id,
          currency: row.currency_code,
          amount: 115.51,
        }
        const answer = { ...echoed, status, totalRefunded, displayId, usedPaymentMethod: displayId && "x".repeat(300) }
        return answered(known, answer, NOW, NOW)
      })
    )
    expect(counted(changes.flatMap(changesOf))).toMatchSnapshot()
  })

  it("the rules of each reason of a case", () => {
    const rules = ATTENTION_REASONS.map((reason) => {
      const { excludes = [], ...flags } = REASONS[reason]
      const set = Object.entries(flags).flatMap(([name, isSet]) => (isSet ? name : []))
      return `${reason}: ${[...set, ...excludes.map((other) => `excludes ${other}`)].join(", ")}`
    })
    expect(rules.join("\n")).toMatchSnapshot()
  })
})

function scheduled({ next_check_at, watch_at }: Pick<LedgerCheckout, "next_check_at" | "watch_at">) {
  return { next_check_at: inHours(next_check_at), watch_at: inHours(watch_at) }
}

/** Each change by itself: together they are thousands. */
function changesOf(changes: ReturnType<typeof answered>): unknown[] {
  if (typeof changes !== "object") {
    return [changes]
  }
  return Object.entries({ ...changes, ...changes.columns }).flatMap(([name, value]) =>
    name === "columns" ? [] : [{ [name]: value instanceof Date ? inHours(value) : value }]
  )
}
