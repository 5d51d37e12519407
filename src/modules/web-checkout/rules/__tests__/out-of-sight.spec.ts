import { ATTENTION_REASONS, type AttentionReason } from "../case-reasons"
import { CHECKOUT_STATUSES, type CheckoutStatus } from "../../../../gateway/statuses"
import { caseOf } from "../cases"
import { retryCheckAt, nextCheckAt, watchAt } from "../check-times"
import { LEDGER_STATUSES, type LedgerCheckout, type LedgerStatus } from "../ledger"
import { isAuthorized, isEndedUnpaid, isMoneyHeld, isMoneyOver, isPending, isReturned } from "../money-state"
import { ledgerRow } from "./ledger-row"

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = new Date("2027-06-01T12:00:00Z")
const GIVE_UP_AFTER_HOURS = 72
/** A day, a week and a month, each with its jitter. */
const [DAILY_MS, WEEKLY_MS, MONTHLY_MS] = [1, 7, 30].map((days) => days * DAY * 1.2)

const ago = (ms: number) => new Date(NOW.getTime() - ms)

/** How a person stands to a row. */
type CaseOfRow = AttentionReason | "none" | "closed" | "closed, and the gateway says otherwise since"

const CASES: readonly CaseOfRow[] = [
  ...ATTENTION_REASONS,
  "none",
  "closed",
  "closed, and the gateway says otherwise since",
]
/** How long ago the row was created, and settled or ended where it was. */
const AGES = [0, HOUR, 5 * DAY, 40 * DAY, 100 * DAY, 400 * DAY]

interface Facts {
  status: LedgerStatus
  gateway_status: CheckoutStatus | null
  caseState: CaseOfRow
  ageMs: number
  agrees: boolean
  /** Medusa failed to follow a moment ago. */
  failed: boolean
  /** An answer that takes money back is not confirmed yet. */
  doubted: boolean
}

/** What never stands together: the statements that write a row do not let it. */
function isInconsistent({ status, gateway_status, caseState, agrees, failed, doubted }: Facts): boolean {
  const isUnborn = ["creating", "rejected", "unknown"].includes(status)
  if (isUnborn) {
    return gateway_status !== null || caseState !== "none" || agrees || failed || doubted
  }
  return (
    gateway_status === null ||
    (status === "closed" && !isMoneyOver(gateway_status)) ||
    (status !== "settled" && agrees) ||
    (["open", "superseded"].includes(status) && isMoneyOver(gateway_status)) ||
    (doubted && isPending(gateway_status))
  )
}

function isOpenCase({ caseState }: Pick<Facts, "caseState">): boolean {
  return ATTENTION_REASONS.some((reason) => reason === caseState)
}

function rowOf({ status, gateway_status, caseState, ageMs, agrees, failed, doubted }: Facts): LedgerCheckout {
  const row = ledgerRow({
    status,
    gateway_status,
    checkout_id: ["creating", "rejected", "unknown"].includes(status) ? null : "100",
    created_at: ago(ageMs),
    settled_at: status === "settled" ? ago(ageMs) : null,
    ended_at: status !== "settled" && isEndedUnpaid(gateway_status) ? ago(ageMs) : null,
    agreed_at: agrees ? NOW : null,
    follow_after: failed ? new Date(NOW.getTime() + 60_000) : null,
    doubted_at: doubted ? NOW : null,
    attention: isOpenCase({ caseState }) ? (caseState as AttentionReason) : null,
    check_count: 100,
  })
  const resolved_as = caseState === "closed" ? caseOf(row, "amount_mismatch") : "amount_mismatch:::"
  return caseState.startsWith("closed") ? { ...row, resolved_at: NOW, resolved_as } : row
}

/** Why nobody has to look at a row any more; undefined where somebody has. The rests of the design's rule 7. */
function restOf(facts: Facts): string | undefined {
  const { status, gateway_status, ageMs, agrees } = facts
  if (status === "rejected") {
    return "its page was never handed to anybody"
  }
  if (["creating", "unknown"].includes(status)) {
    return ageMs > GIVE_UP_AFTER_HOURS * HOUR ? "its page was never handed to anybody" : undefined
  }
  if (isOpenCase(facts)) {
    return undefined
  }
  if (status === "settled") {
    const isDone = agrees && !isAuthorized(gateway_status) && ageMs > 183 * DAY
    return isDone ? "settled, its books agree, and its half year is over" : undefined
  }
  if (isReturned(gateway_status)) {
    return "given back in full before Medusa followed"
  }
  return isEndedUnpaid(gateway_status) && ageMs > 30 * DAY ? "ended unpaid, and past its look-backs" : undefined
}

const flags = [false, true]
const EVERY: Facts[] = LEDGER_STATUSES.flatMap((status) =>
  [null, ...CHECKOUT_STATUSES].flatMap((gateway_status) =>
    CASES.flatMap((caseState) =>
      AGES.flatMap((ageMs) =>
        flags.flatMap((agrees) =>
          flags.flatMap((failed) =>
            flags.map((doubted) => ({ status, gateway_status, caseState, ageMs, agrees, failed, doubted }))
          )
        )
      )
    )
  )
)
/** Mutation tests set DECISIONS_EACH. There are fewer combinations here than in decide.spec, so one in DECISIONS_EACH / 20 is tested. */
const EACH = Math.ceil(Number(process.env.DECISIONS_EACH ?? 1) / 20)
const POSSIBLE = EVERY.filter((facts) => !isInconsistent(facts))
const TESTED = POSSIBLE.filter((_, index) => index % EACH === 0)

/** The next check by the job, whatever the jitter comes to. */
function nextCheck(row: LedgerCheckout): Date | undefined {
  const checks = [nextCheckAt(row, GIVE_UP_AFTER_HOURS, NOW, 1), watchAt(row, NOW, 1)].filter((at) => at !== null)
  return checks.sort((one, other) => one.getTime() - other.getTime())[0]
}

/** How far off a check may be. */
function longestPause(facts: Facts): number {
  const { status, gateway_status, caseState, ageMs, agrees } = facts
  if (isOpenCase(facts) || (caseState === "closed" && isMoneyHeld(gateway_status) && !agrees)) {
    return DAILY_MS
  }
  const mayStay = isPending(gateway_status) || isAuthorized(gateway_status)
  if (mayStay && ageMs > 90 * DAY) {
    return MONTHLY_MS
  }
  if (status === "settled" && agrees) {
    return ageMs < 7 * DAY ? DAILY_MS : WEEKLY_MS
  }
  // The look-backs of what has ended unpaid lie up to 23 days apart.
  return isEndedUnpaid(gateway_status) && status !== "settled" ? 23 * DAY : DAILY_MS
}

describe(`no row goes out of sight, in ${TESTED.length} combinations of its columns`, () => {
  it("there are four final states", () => {
    // In all combinations: a sample may miss a final state.
    expect(new Set(POSSIBLE.flatMap((facts) => restOf(facts) ?? [])).size).toBe(4)
  })

  it("each row has a next check, or one of the named final states", () => {
    const lost = TESTED.filter((facts) => nextCheck(rowOf(facts)) === undefined && restOf(facts) === undefined)
    expect(lost).toEqual([])
  })

  it("no row is checked later than it must be", () => {
    const late = TESTED.filter((facts) => {
      const next = nextCheck(rowOf(facts))
      return next && restOf(facts) === undefined && next.getTime() - NOW.getTime() > longestPause(facts)
    })
    expect(late).toEqual([])
  })

  it("a row that ended but could not be updated in Medusa is checked again", () => {
    const over = TESTED.filter(({ status }) => status === "closed").map(rowOf)
    expect(over.filter((row) => retryCheckAt(row, GIVE_UP_AFTER_HOURS, NOW) === null)).toEqual([])
  })
})
